import type { TaskView } from '../../core/render/task-view.ts';
import { taskViewOf } from '../../core/run/task-view-of.ts';
import { type Settings, taskIdOf } from '../settings.ts';
import { type TaskLog, tipDigest } from '../task-log.ts';

/** What people are shown of this task now. */
export function viewOf(settings: Settings, issue: number, log: TaskLog): TaskView {
  const { owner, name } = settings.repository;
  return taskViewOf(log.state, {
    repositoryUrl: `${settings.serverUrl}/${owner}/${name}`,
    taskId: taskIdOf(settings, issue),
    issue,
    ledgerTip: tipDigest(log),
  });
}
