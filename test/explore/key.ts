import { createHash } from 'node:crypto';
import type { Look } from '../../src/app/look.ts';
import type { Report } from '../../src/core/run/effect.ts';
import type { TaskState } from '../../src/core/run/state.ts';
import { stateOf } from './ledger-state.ts';
import type { Node, Product } from './node.ts';
import type { World } from './world.ts';

/**
 * Two nodes with the same key behave the same from here on, up to the names of runs: the ledger counts by what it folds
 * to, a process’s view of it by whether it is the newest. Left out is what no decision reads:
 * - times and numbers of entries, and epochs but for whether a process still holds the newest;
 * - names of runs, but for which commits one that is active made (it alone has them, and could make them again);
 * - commits themselves, for their names follow from what is in them and before them;
 * - texts of ours that are only shown.
 */
export function keyOf(product: Product, node: Node): string {
  return digest([situationOf(product, node), node.budget]);
}

/** With nothing happening around the product, what follows depends on this alone. */
export function restingKey(product: Product, node: Node): string {
  return digest(situationOf(product, node));
}

/**
 * What people are left with when nobody is at work. What the judge alone knows is left out: with or without reductions
 * the same outcomes are reached.
 */
export function outcomeKey(product: Product, { world, budget }: Node): string {
  const { issue, role, comments, ledger, branch, pulls, checkRuns } = world;
  const state = stateOf(product, ledger);
  return digest([
    [issue, role, branch, Object.entries(checkRuns).sort()],
    pulls.map((pull) => salientPull(pull, state)),
    comments.map((c) => c.id),
    salientState(state),
    budget,
  ]);
}

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 22);

function situationOf(product: Product, { world, looks, human }: Node): unknown {
  const { issue, role, comments, ledger, branch, pulls, checkRuns, verified, violations } = world;
  const state = stateOf(product, ledger);
  return [
    [issue, role, branch, Object.entries(checkRuns).sort(), verified, violations],
    pulls.map((pull) => salientPull(pull, state)),
    comments.map((c) => c.id),
    salientState(state),
    madeBy(world, state.run?.id),
    looks.map((look) => [keyOfLook(look, state, ledger.length), madeBy(world, look.request.run)]),
    human,
  ];
}

const madeBy = ({ commits }: World, run: string | undefined): string[] =>
  Object.keys(commits)
    .filter((sha) => run !== undefined && commits[sha]?.run === run)
    .sort();

function keyOfLook(look: Look, newest: TaskState, length: number): unknown {
  const { log, epoch, report, observation, idle } = look;
  const fresh = log !== null && log.tip === `${length}` && log.unpushed.length === 0;
  const seen = observation && [
    observation.issue.state,
    observation.branch.head,
    observation.roles,
    observation.pullRequest && [observation.pullRequest.number, observation.pullRequest.ours],
    observation.comments.map((c) => c.id),
  ];
  return [
    fresh || (log && [salientState(log.state), holds(look, log.state)]),
    epoch === null || holds(look, newest),
    look.request.trigger.kind,
    report && salientReport(report),
    seen,
    idle,
  ];
}

const holds = ({ request, epoch }: Look, { run }: TaskState): boolean =>
  run?.id === request.run && run.epoch === epoch;

const salient = new WeakMap<TaskState, unknown>();

function salientState(state: TaskState): unknown {
  const known = salient.get(state) ?? salientOf(state);
  salient.set(state, known);
  return known;
}

function salientOf(state: TaskState): string {
  const { publish, snapshot } = state;
  const record = publish.record?.statement.predicate;
  return digest([
    state.run !== null,
    state.ended?.outcome,
    state.hold?.outcome,
    state.failures,
    state.settled,
    state.comment && [state.comment.id],
    snapshot?.revision.setDigest,
    state.dispositions.map((d) => `${d.source} ${d.outcome} ${d.contractVersion}`).sort(),
    state.pending.map((d) => d.source).sort(),
    state.contractHash,
    state.stop !== null,
    state.baseline !== null,
    state.candidate && [state.candidate.sha, state.candidate.contractHash],
    state.verification && [
      state.verification.sha,
      state.verification.passed,
      state.verification.contractHash,
    ],
    state.repairs,
    state.mode?.contractHash === state.contractHash,
    [publish.intended, publish.announced, publish.written, publish.foreign, publish.refusals],
    [publish.pullRequest, publish.withdrawn, publish.shown !== null],
    record && [
      record.finalHeadSha,
      record.contractHash,
      record.requirementsRevision.setDigest,
      publish.shown === publish.record?.digest,
    ],
  ]);
}

/** The record it shows counts by whether it is the newest: its digest holds times and the ledger’s tip. */
const salientPull = ({ number, state, draft, describes, cursor }: Pull, { publish }: TaskState) => [
  number,
  state,
  draft,
  describes,
  cursor !== null && cursor === publish.record?.digest,
];

type Pull = World['pulls'][number];

function salientReport(report: Report): unknown {
  switch (report.type) {
    case 'drafted':
    case 'amended':
      return [report.type, report.contractHash];
    case 'worked':
      return [report.type, report.commit.sha, report.commit.contractHash];
    case 'verified':
      return [report.type, report.finished.sha, report.finished.passed];
    case 'adopted':
      return [report.type, report.head.sha];
    case 'pull-request':
      return [report.type, report.number];
    case 'record-shown':
      return [report.type, report.head];
    case 'commented':
      return [report.type, report.id];
    case 'undecided':
      return [report.type, report.disposition.source];
    case 'reclassified':
      return [report.type, report.dispositions.map((d) => [d.source, d.outcome])];
    case 'work-ended':
      return [report.type, report.outcome];
    case 'failed':
      return [report.type, report.code, report.infrastructure];
    default:
      return [report.type, 'sha' in report ? report.sha : null];
  }
}
