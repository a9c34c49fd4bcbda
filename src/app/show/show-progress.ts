import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestText } from '../../core/digest.ts';
import { renderIssueComment } from '../../core/render/issue-comment.ts';
import type { Ports } from '../../ports.ts';
import type { Settings } from '../settings.ts';
import type { TaskLog } from '../task-log.ts';
import { viewOf } from './view-of.ts';

/** The comment as people should see it now. */
export function renderComment(settings: Settings, issue: number, log: TaskLog): string {
  return renderIssueComment(viewOf(settings, issue, log), log.state.comment?.nonce ?? '');
}

/**
 * Edits the issue's comment in place when what it should say has changed. It only shows what the ledger holds, so
 * failing to show it must not fail the work: the next turn tries again.
 */
export async function showProgress(
  ports: Ports,
  settings: Settings,
  task: { issue: number; log: TaskLog; shown: string | null },
): Promise<string | null> {
  const id = task.log.state.comment?.id;
  if (id === null || id === undefined) return task.shown;
  const body = renderComment(settings, task.issue, task.log);
  const digest = digestText(body);
  if (digest === task.shown) return task.shown;
  try {
    await ports.tracker.updateComment(id, body);
    return digest;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    ports.journal.note({ what: 'comment-not-updated', message: error.message });
    return task.shown;
  }
}
