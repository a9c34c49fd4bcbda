import { markerOf } from '../core/render/marker.ts';
import { type Settings, taskIdOf } from './settings.ts';

/** How our comment and pull request begin; it counts only where our own token wrote it. */
export function taskMarker(settings: Settings, issue: number): string {
  return markerOf(taskIdOf(settings, issue));
}
