import { mayDo } from '../rules/authority.ts';
import { classifyChange } from '../rules/classify-change.ts';
import { parseCommands } from '../rules/commands.ts';
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
  const adopted = state.snapshot
    ? state.snapshot.sources.filter((s) => s.adopted).map((s) => [s.id, s.contentHash] as const)
    : 'title-and-body';
  return takeSnapshot(observation, {
    ownComments: ownComments(state, observation),
    adopted,
    allow: configuration.allow,
  });
}

function judgeChange(
  state: TaskState,
  command: Command,
  change: SourceChange,
  was: Source | null,
  is: Source | null,
): { events: Event[]; disposition: Disposition } {
  const known = new Set(was ? parseCommands(was.text).map((c) => c.raw) : []);
  const commands = is ? parseCommands(is.text).filter((c) => !known.has(c.raw)) : [];
  const source = is ?? was;
  const first = commands[0];
  if (source && first && is) {
    const answers = commands.map((c) => applyCommand(state, command, c, is));
    const deciding = answers.find((a) => a.outcome !== 'no-effect') ?? answers[0];
    if (deciding) {
      return {
        events: answers.flatMap((a) => a.events),
        disposition: disposition(
          state,
          change,
          source,
          deciding.outcome,
          deciding.reason,
          deciding.quote,
        ),
      };
    }
  }
  const verdict = classifyChange({
    change,
    before: was,
    after: is,
    contract: state.contract,
    mayAmend:
      source !== null &&
      mayDo('amend', source.editor ?? source.author, source.authority, command.configuration.allow),
  });
  return {
    events: [],
    disposition: disposition(state, change, source, verdict.outcome, verdict.reason, verdict.quote),
  };
}

function disposition(
  state: TaskState,
  change: SourceChange,
  source: Source | null,
  outcome: Disposition['outcome'],
  reason: string,
  quote: string | null,
): Disposition {
  return {
    ...change,
    author: source?.author.login ?? 'unknown',
    outcome,
    contractVersion: state.contract?.version ?? 0,
    reason,
    quote: quote?.slice(0, 500) ?? null,
  };
}

/** A crash between posting our comment and noting its id: it carries our nonce and our token wrote it. */
function adoptOwnComment(state: TaskState, { observation }: Command): Event[] {
  const { comment } = state;
  if (!comment || comment.id !== null || !observation.commentMarker) return [];
  return [{ type: 'comment-posted', id: observation.commentMarker.id, nonce: comment.nonce }];
}

function ownComments(state: TaskState, observation: Command['observation']): number[] {
  const unnoted = state.comment?.id === null ? observation.commentMarker?.id : undefined;
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
