import type { ErrorCode } from '../core/catalogue.ts';
import { CatalogueError } from '../core/catalogue-error.ts';
import { isNotice, renderNotice } from '../core/render/notice.ts';
import type { Observation } from '../core/schema/observation.ts';
import type { Ports } from '../ports.ts';
import { type Settings, taskIdOf } from './settings.ts';

/** What a person who asked for a task can mend; all else is said in the job’s log and summary alone. */
const FOR_PEOPLE = new Set<ErrorCode>([
  'no-permission',
  'empty-issue',
  'no-base-branch',
  'empty-repository',
  'token-read-only',
  'bad-configuration',
]);

export const isForPeople = (code: ErrorCode): boolean => FOR_PEOPLE.has(code);

/**
 * Says on the issue why no task could begin, in the comment that the task will take over: posted once, edited in place,
 * and never over the comment of a task. Where it cannot be said there, the job’s summary has it all the same.
 */
export async function giveNotice(
  { tracker, journal }: Pick<Ports, 'tracker' | 'journal'>,
  settings: Pick<Settings, 'repository'>,
  observation: Observation,
  error: CatalogueError,
): Promise<void> {
  if (!isForPeople(error.code)) return;
  const { issue, comments, commentMarker } = observation;
  const body = renderNotice(taskIdOf(settings, issue.number), error);
  const own = comments.find(({ id }) => id === commentMarker?.id);
  if (own && (!isNotice(own.body) || own.body === body)) return;
  try {
    if (own) await tracker.updateComment(own.id, body);
    else await tracker.createComment(issue.number, body);
  } catch (failure) {
    if (!(failure instanceof CatalogueError)) throw failure;
    journal.note({ what: 'notice-not-given', message: failure.message });
  }
}
