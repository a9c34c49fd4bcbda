import { planCommand } from '../rules/planning/planner/plan-command.ts';
import {
  type Classification,
  classifyChange,
  strongestOf,
} from '../rules/reconcile/classify-change.ts';
import { mergeDispositions } from '../rules/reconcile/dispositions.ts';
import { mayDo, textMay } from '../rules/request/authority.ts';
import { type ContractCommand, parseCommands, parseComment } from '../rules/request/commands.ts';
import { changesBetween, sameRevision } from '../rules/request/revision.ts';
import { takeSnapshot } from '../rules/request/snapshot.ts';
import type { Actor } from '../schema/actor.ts';
import type { Disposition, SourceChange } from '../schema/disposition.ts';
import type { Event } from '../schema/event.ts';
import type { PlanFirst } from '../schema/mode-choice.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import { applyCommand } from './apply-command.ts';
import type { Command } from './command.ts';
import { judgeHidden } from './judge-hidden.ts';
import { commentLost, isUnnoted } from './own-comment.ts';
import { armed } from './plan-command-answer.ts';
import type { TaskState } from './state.ts';

/** Gives every comment, edit and deletion since the consumed snapshot its one disposition. */
export function reconcile(state: TaskState, command: Command): Event[] {
  if (!state.run) return [];
  const lost = commentLost(state, command);
  const events: Event[] = [
    ...adoptOwnComment(state, command),
    ...(lost ? [lost] : []),
    ...settleIntent(state, command),
  ];
  const seen = observedSnapshot(state, command);
  if (!state.snapshot)
    return [...events, { type: 'snapshot-taken', snapshot: seen }, ...wishedFor(state, command)];
  if (sameRevision(state.snapshot.revision, seen.revision)) return events;
  const before = new Map(state.snapshot.sources.map((source) => [source.id, source]));
  const after = new Map(seen.sources.map((source) => [source.id, source]));
  const dispositions: Disposition[] = [];
  const adoptions: Disposition[] = [];
  for (const change of changesBetween(state.snapshot, seen)) {
    const was = before.get(change.source) ?? null;
    const is = after.get(change.source) ?? null;
    const answer = judgeChange(state, command, change, was, is, seen);
    events.push(...answer.events);
    dispositions.push(answer.disposition);
    adoptions.push(...answer.adoptions);
  }
  const adopted = new Set(
    events.flatMap((event) => (event.type === 'source-adopted' ? [event.source.id] : [])),
  );
  const sources = seen.sources.map((s) => (adopted.has(s.id) ? { ...s, adopted: true } : s));
  return [
    ...events,
    {
      type: 'source-reconciled',
      dispositions: mergeDispositions([], withAdoptions(dispositions, adoptions)),
      snapshot: { ...seen, sources },
    },
  ];
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
  seen: Snapshot,
): { events: Event[]; disposition: Disposition; adoptions: Disposition[] } {
  const source = is ?? was;
  const answers = is
    ? newCommands(was, is).map((c) => applyCommand(state, command, c, is, seen))
    : [];
  const onlyCommands = answers.length > 0 && is !== null && parseComment(is.text).rest === '';
  const words =
    judgeHidden(was, is, state.contract) ??
    classifyChange({
      change,
      // Shown again: nothing of it counts until now.
      before: was?.minimised ? null : was,
      after: is,
      contract: state.contract,
      mayAmend: source !== null && textMay('amend', source),
      commandsAnswered: answers.length > 0,
      committed: state.candidate !== null,
    });
  const judged = strongestOf(onlyCommands ? answers : [...answers, words]);
  const { outcome, reason, quote } = tooLate(command, judged) ?? judged;
  const disposition: Disposition = {
    ...change,
    author: source?.author.login ?? 'unknown',
    outcome,
    contractVersion: state.contract?.version ?? 0,
    reason: reason.slice(0, 1000),
    quote: quote?.slice(0, 500).toWellFormed() ?? null,
  };
  return {
    events: [
      ...answers.flatMap((answer) => answer.events),
      ...(source ? consequences(state, disposition, source) : []),
    ],
    disposition,
    adoptions: answers.flatMap(({ also }) => also ?? []),
  };
}

/** A text that changed and was adopted within one look has one disposition: its change, as whoever adopted it wants it. */
function withAdoptions(
  changes: readonly Disposition[],
  adoptions: readonly Disposition[],
): Disposition[] {
  const adopted = new Map(adoptions.map((d) => [d.source, d]));
  const changed = new Map(changes.map((d) => [d.source, d.change]));
  return [
    ...changes.filter((d) => !adopted.has(d.source)),
    ...[...adopted.values()].map((d) => ({ ...d, change: changed.get(d.source) ?? d.change })),
  ];
}

/** What is said of a settled task changes nothing any more, and its answer must not claim that it did. */
function tooLate({ observation }: Command, judged: Classification): Classification | null {
  const pull = observation.pullRequest;
  if (!pull?.ours || pull.state === 'open') return null;
  if (['not-authorised', 'no-effect', 'own-comment'].includes(judged.outcome)) return null;
  const reason = `the pull request was ${pull.state} already: open a new issue for what is still wanted`;
  return { ...judged, outcome: 'no-effect', reason };
}

/** What the outcomes that leave the contract alone lead to: the agent hears what is said against its plan, checks run again. */
function consequences(
  state: TaskState,
  { outcome, quote, reason }: Disposition,
  source: Source,
): Event[] {
  const by = source.editor ?? source.author;
  if (outcome === 'plan-invalidated')
    return [{ type: 'replan-requested', by, reason: quote ?? reason, source: source.id }];
  if (outcome !== 'evidence-invalidated') return [];
  const commanded = quote?.startsWith('/contract') ?? true;
  return [
    ...(state.candidate ? [{ type: 'verification-requested' as const, by }] : []),
    // What somebody saw fail is told to the agent too: checks that pass again do not answer it.
    ...(commanded || quote === null
      ? []
      : [{ type: 'replan-requested' as const, by, reason: quote, source: source.id }]),
  ];
}

/** A task that nobody asked to work on, only to show, executes nothing. */
function wishedFor(state: TaskState, command: Command): Event[] {
  const { observation, configuration } = command;
  const { trigger, by } = state.run ?? {};
  if (!trigger || !by || trigger.kind === 'dispatch' || trigger.kind === 'console') return [];
  const { label, assignee } = configuration.trigger;
  const standing = observation.issue.requests.some(
    ({ kind, name, by: who }) =>
      name === (kind === 'labeled' ? label : assignee) && maySay(command, who),
  );
  if (standing || trigger.kind === 'labeled' || trigger.kind === 'assigned') return [];
  const wishes = observation.comments
    .filter((c) => c.id !== observation.commentMarker?.id && c.editorKnown && !c.hidden)
    .filter((c) => maySay(command, c.author) && maySay(command, c.editor ?? c.author))
    .flatMap((c) => parseCommands(c.body));
  const asked = new Set(wishes.map(({ name }) => name));
  const plan = wishes.findLast((wish) => wish.name === 'plan');
  const planned = plan ? planWish(plan, configuration.planFirst, by) : [];
  if (asked.has('start') || asked.has('resume'))
    return planned.filter(({ type }) => type === 'plan-armed');
  if (planned.length > 0) return planned;
  return asked.has('preview')
    ? [{ type: 'preview-requested', by, depth: 'contract', task: null }]
    : [];
}

/** The first thing that was asked is a plan: shown, unless its form says to go on with it. */
function planWish(
  command: Extract<ContractCommand, { name: 'plan' }>,
  planFirst: PlanFirst,
  by: Actor,
): Event[] {
  const action = planCommand(command, planFirst);
  const shown = (task: string | null): Event => ({
    type: 'preview-requested',
    by,
    depth: action.type === 'refused' ? 'contract' : 'plan',
    task,
  });
  switch (action.type) {
    case 'plan-and-run':
      return [armed(by, action.task, action.agent)];
    case 'armed':
      return [armed(by, null, 'agent'), shown(null)];
    case 'preview':
      return [shown(action.task)];
    case 'refused':
      return [shown(null)];
  }
}

const maySay = ({ observation, configuration }: Command, actor: Actor): boolean =>
  mayDo('start', actor, observation.roles[actor.id] ?? 'none', configuration.allow);

/** Commands of a text that the consumed version of it did not hold: an edit does not repeat them. */
function newCommands(was: Source | null, is: Source) {
  const known = new Set(was ? parseCommands(was.text).map((c) => c.raw) : []);
  return parseCommands(is.text).filter((c) => !known.has(c.raw));
}

/** A crash between posting our comment and noting its id: it carries our nonce and our token wrote it. */
function adoptOwnComment(state: TaskState, { observation }: Command): Event[] {
  const { comment } = state;
  if (!comment || !observation.commentMarker || !isUnnoted(state, observation)) return [];
  return [{ type: 'comment-posted', id: observation.commentMarker.id, nonce: comment.nonce }];
}

function ownComments(state: TaskState, observation: Command['observation']): number[] {
  const { commentMarker: marker } = observation;
  const ours = marker && (state.comment === null || isUnnoted(state, observation));
  return ours ? [...state.ownComments, marker.id] : state.ownComments;
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
