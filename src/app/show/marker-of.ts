import { taskMarker } from '../../core/render/marker.ts';
import { type Settings, taskIdOf } from '../settings.ts';

/** How our comment and pull request begin; it counts only where our own token wrote it. */
export function markerOf(settings: Pick<Settings, 'repository'>, issue: number): string {
  return taskMarker(taskIdOf(settings, issue));
}
