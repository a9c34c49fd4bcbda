import type { ErrorCode } from '../core/catalogue.ts';
import { CatalogueError } from '../core/catalogue-error.ts';
import { renderHelpNotice } from '../core/render/help-notice.ts';
import { isNotice, renderNotice } from '../core/render/notice.ts';
import { mayDo } from '../core/rules/request/authority.ts';
import { parseCommands } from '../core/rules/request/commands.ts';
import type { Observation, Trigger } from '../core/schema/observation.ts';
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
  ports: Pick<Ports, 'tracker' | 'journal'>,
  settings: Pick<Settings, 'repository'>,
  observation: Observation,
  error: CatalogueError,
): Promise<void> {
  if (!isForPeople(error.code)) return;
  await show(ports, observation, renderNotice(taskIdOf(settings, observation.issue.number), error));
}

/**
 * Answers a command where there is no task. Only somebody who could start one is answered: anybody may write a comment
 * on a public issue, and shall not make us write on it.
 */
export async function giveHelp(
  ports: Pick<Ports, 'tracker' | 'journal'>,
  settings: Pick<Settings, 'repository' | 'configuration'>,
  observation: Observation,
  trigger: Trigger,
): Promise<void> {
  const asked = observation.comments.find((c) => `comment:${c.place}:${c.id}` === trigger.source);
  const by = asked?.editor ?? asked?.author;
  if (!asked || !by || by.id !== trigger.sender?.id || asked.place !== 'issue') return;
  const role = observation.roles[by.id] ?? 'none';
  if (!mayDo('start', by, role, settings.configuration.allow)) return;
  if (parseCommands(asked.body).length === 0) return;
  await show(ports, observation, renderHelpNotice(taskIdOf(settings, observation.issue.number)));
}

async function show(
  { tracker, journal }: Pick<Ports, 'tracker' | 'journal'>,
  { issue, comments, commentMarker }: Observation,
  body: string,
): Promise<void> {
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
