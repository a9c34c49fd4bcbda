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

/** What people see of the task now. */
export interface Shown {
  /** Of the comment’s body. */
  digest: string;
  /** When it was last written, ms of the clock; 0 when another process wrote it. */
  at: number;
  contractHash: string | null;
}

/** Progress is not worth a write a second; a new contract and an end are. */
const LEAST_MS_BETWEEN_EDITS = 10_000;

/**
 * Edits the issue's comment in place when what it should say has changed. It only shows what the ledger holds, so
 * failing to show it must not fail the work: the next turn tries again.
 */
export async function showProgress(
  ports: Ports,
  settings: Settings,
  task: { issue: number; log: TaskLog; shown: Shown | null },
): Promise<Shown | null> {
  const { log, shown } = task;
  const { comment, contractHash, run } = log.state;
  if (!comment || comment.id === null) return shown;
  const at = ports.clock.now().getTime();
  const urgent = run === null || contractHash !== shown?.contractHash;
  if (!urgent && at - (shown?.at ?? 0) < LEAST_MS_BETWEEN_EDITS) return shown;
  const body = renderComment(settings, task.issue, log);
  const digest = digestText(body);
  if (digest === shown?.digest) return shown;
  try {
    await ports.tracker.updateComment(comment.id, body);
    return { digest, at, contractHash };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    ports.journal.note({ what: 'comment-not-updated', message: error.message });
    return shown;
  }
}
