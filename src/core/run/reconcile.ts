import { mayDo } from '../rules/authority.ts';
import { classifyChange, strongestOf } from '../rules/classify-change.ts';
import { parseCommands, parseComment } from '../rules/commands.ts';
import { changesBetween, sameRevision } from '../rules/revision.ts';
import { takeSnapshot } from '../rules/snapshot.ts';
import type { Disposition, SourceChange } from '../schema/disposition.ts';
import type { Event } from '../schema/event.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import { applyCommand } from './apply-command.ts';
import type { Command } from './command.ts';
import type { TaskState } from './state.ts';

/** Gives every comment, edit and deletion since the consumed snapshot its one disposition. */
export function reconcile(state: TaskState, command: Command): Event[] {
  if (!state.run) return [];
  const events: Event[] = [...adoptOwnComment(state, command), ...settleIntent(state, command)];
  const seen = observedSnapshot(state, command);
  if (!state.snapshot) return [...events, { type: 'snapshot-taken', snapshot: seen }];
  if (sameRevision(state.snapshot.revision, seen.revision)) return events;
  const before = new Map(state.snapshot.sources.map((source) => [source.id, source]));
  const after = new Map(seen.sources.map((source) => [source.id, source]));
  const dispositions: Disposition[] = [];
  for (const change of changesBetween(state.snapshot, seen)) {
    const was = before.get(change.source) ?? null;
    const is = after.get(change.source) ?? null;
    const answer = judgeChange(state, command, change, was, is);
    events.push(...answer.events);
    dispositions.push(answer.disposition);
  }
  return [...events, { type: 'source-reconciled', dispositions, snapshot: seen }];
}

/** The requirements as seen now, with what was adopted at the start still adopted as long as its text is the same. */
export function observedSnapshot(
  state: TaskState,
  { observation, configuration }: Command,
): Snapshot {
  const startedAt = state.run?.trigger.at;
  const adopted = state.snapshot
    ? state.snapshot.sources.filter((s) => s.adopted).map((s) => [s.id, s.contentHash] as const)
    : 'title-and-body';
  return takeSnapshot(observation, {
    ownComments: ownComments(state, observation),
    adopted,
    allow: configuration.allow,
    ...(state.snapshot || startedAt === undefined ? {} : { adoptedAt: startedAt }),
  });
}

/** A command and the plain words beside it are both heard; what weighs more is the disposition. */
function judgeChange(
  state: TaskState,
  command: Command,
  change: SourceChange,
  was: Source | null,
  is: Source | null,
): { events: Event[]; disposition: Disposition } {
  const source = is ?? was;
  const answers = is ? newCommands(was, is).map((c) => applyCommand(state, command, c, is)) : [];
  const { allow } = command.configuration;
  const onlyCommands = answers.length > 0 && is !== null && parseComment(is.text).rest === '';
  const words = classifyChange({
    change,
    before: was,
    after: is,
    contract: state.contract,
    mayAmend:
      source !== null && mayDo('amend', source.editor ?? source.author, source.authority, allow),
    commandsAnswered: answers.length > 0,
  });
  const { outcome, reason, quote } = strongestOf(onlyCommands ? answers : [...answers, words]);
  return {
    events: answers.flatMap((answer) => answer.events),
    disposition: {
      ...change,
      author: source?.author.login ?? 'unknown',
      outcome,
      contractVersion: state.contract?.version ?? 0,
      reason,
      quote: quote?.slice(0, 500) ?? null,
    },
  };
}

/** Commands of a text that the consumed version of it did not hold: an edit does not repeat them. */
function newCommands(was: Source | null, is: Source) {
  const known = new Set(was ? parseCommands(was.text).map((c) => c.raw) : []);
  return parseCommands(is.text).filter((c) => !known.has(c.raw));
}

/** A crash between posting our comment and noting its id: it carries our nonce and our token wrote it. */
function adoptOwnComment(state: TaskState, { observation }: Command): Event[] {
  const { comment } = state;
  if (!comment || comment.id !== null || !observation.commentMarker) return [];
  return [{ type: 'comment-posted', id: observation.commentMarker.id, nonce: comment.nonce }];
}

function ownComments(state: TaskState, observation: Command['observation']): number[] {
  const noted = state.comment !== null && state.comment.id !== null;
  const unnoted = noted ? undefined : observation.commentMarker?.id;
  return unnoted === undefined ? state.ownComments : [...state.ownComments, unnoted];
}

/**
 * Unfinished work is finalised before new work begins (publish protocol, 8): a branch that stands at a commit we
 * announced was written by us, also when the run that did it died before it could say so.
 */
function settleIntent(state: TaskState, { observation }: Command): Event[] {
  const { announced, written } = state.publish;
  const head = observation.branch.head;
  // An older one of ours is a read that lags behind, or a branch that was moved back: no push of ours to be noted.
  const newer = announced.slice(written === null ? 0 : announced.lastIndexOf(written) + 1);
  return head !== null && newer.includes(head) ? [{ type: 'branch-pushed', sha: head }] : [];
}
