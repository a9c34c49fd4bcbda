import type { Look } from '../../src/app/look.ts';
import { digestText } from '../../src/core/digest.ts';
import type { Report } from '../../src/core/run/effect.ts';
import type { TaskState } from '../../src/core/run/state.ts';
import { AMENDMENT, type Cell, modelPorts, SUGGESTION } from './model-ports.ts';
import { BOT, contains, firstWorld, MAINTAINER, type World } from './world.ts';

/** What may still happen around the product. */
export interface Budget {
  amendment: number;
  suggestion: number;
  crash: number;
  humanPush: number;
  close: number;
  revoke: number;
  /** Processes that may start besides the first. */
  runs: number;
}

/** One node of the exploration: the world, the processes at work on it, and what may still happen. */
interface Node {
  world: World;
  looks: readonly Look[];
  budget: Budget;
  /** A person’s commit that must stay on the branch; null before there is one. */
  human: string | null;
  trail: string;
}

export interface Exploration {
  states: number;
  quiescent: number;
  violations: string[];
}

/** The product’s code that is explored; passed in, so that a mutated copy can be explored the same way. */
export interface Product {
  startLook: typeof import('../../src/app/look.ts')['startLook'];
  observeAndDecide: typeof import('../../src/app/look.ts')['observeAndDecide'];
  performNext: typeof import('../../src/app/look.ts')['performNext'];
  next: typeof import('../../src/core/run/next.ts')['next'];
  fold: typeof import('../../src/core/run/evolve.ts')['fold'];
  settings: Parameters<typeof import('../../src/app/look.ts')['look']>[1];
}

const OUTCOMES_WITHOUT_CLOSE = new Set(['delivered']);

/** Visits every reachable state breadth-first; stops at the first few violations. */
export async function explore(
  product: Product,
  budget: Budget,
  most = Number.POSITIVE_INFINITY,
): Promise<Exploration> {
  const first: Node = { world: firstWorld(), looks: [], budget, human: null, trail: '' };
  const seen = new Set<string>();
  const settled = new Set<string>();
  let frontier: Node[] = [spawn(product, first, 'label')];
  const result: Exploration = { states: 0, quiescent: 0, violations: [] };
  while (frontier.length > 0 && result.violations.length < 3 && result.states < most) {
    const next: Node[] = [];
    for (const node of frontier) {
      const key = keyOf(product, node);
      if (seen.has(key)) continue;
      seen.add(key);
      result.states += 1;
      result.violations.push(...invariants(node).map((what) => `${what} after ${node.trail}`));
      if (node.looks.length === 0) {
        result.quiescent += 1;
        const resting = restingKey(product, node);
        const found = settled.has(resting) ? [] : await settlesWell(product, node);
        settled.add(resting);
        result.violations.push(...found.map((what) => `${what} after ${node.trail}`));
      }
      if (result.violations.length >= 3) break;
      for (const step of await steps(product, node)) next.push(step);
    }
    frontier = next;
  }
  return result;
}

/** All that can happen next: a process goes one half-turn on, dies or starts; a person acts. */
async function steps(product: Product, node: Node): Promise<Node[]> {
  const out: Node[] = [];
  for (const [index, look] of node.looks.entries()) {
    const name = look.request.run;
    out.push(await turn(product, node, index));
    if (node.budget.crash > 0)
      out.push({
        ...node,
        looks: node.looks.filter((_, i) => i !== index),
        budget: spend(node.budget, 'crash'),
        trail: `${node.trail} kill(${name})`,
      });
  }
  if (!worldMatters(product, node)) return out;
  if (node.budget.runs > 0 && node.looks.length < 2) {
    const started = spawn(product, { ...node, budget: spend(node.budget, 'runs') }, 'schedule');
    out.push(await turn(product, started, started.looks.length - 1));
  }
  out.push(...people(node));
  return out;
}

/** Effects that read or write what people change; everything else commutes with what people do. */
const MEETS_PEOPLE = new Set([
  'work',
  'adopt',
  'push',
  'open-pull-request',
  'publish-record',
  'withdraw',
]);

/**
 * Partial-order reduction: what people do is tried only where the next step of some process can tell. A step that
 * cannot tell commutes with it, so trying it before and after would visit the same futures twice.
 */
function worldMatters(product: Product, { looks }: Node): boolean {
  const tells = ({ observation, log }: Look) =>
    observation === null || log === null || MEETS_PEOPLE.has(product.next(log.state).type);
  return looks.length === 0 || looks.some(tells);
}

function people(node: Node): Node[] {
  const { world, budget, trail } = node;
  const out: Node[] = [];
  const comment = (
    kind: 'amendment' | 'suggestion',
    author: 'maintainer' | 'outsider',
    body: string,
  ) => {
    const id = kind === 'amendment' ? 1 : 2;
    const comments = [...world.comments, { id, author, body }];
    out.push({
      ...node,
      world: { ...world, comments },
      budget: spend(budget, kind),
      trail: `${trail} ${kind}`,
    });
  };
  if (budget.amendment > 0) comment('amendment', 'maintainer', AMENDMENT);
  if (budget.suggestion > 0) comment('suggestion', 'outsider', SUGGESTION);
  if (budget.close > 0 && world.issue === 'open')
    out.push({
      ...node,
      world: { ...world, issue: 'closed' },
      budget: spend(budget, 'close'),
      trail: `${trail} close`,
    });
  if (budget.revoke > 0)
    out.push({
      ...node,
      world: { ...world, role: 'read' },
      budget: spend(budget, 'revoke'),
      trail: `${trail} revoke`,
    });
  if (budget.humanPush > 0 && world.branch !== null) {
    const sha = digestText(`human on ${world.branch}`).slice(0, 40);
    const commits = {
      ...world.commits,
      [sha]: { parent: world.branch, tree: digestText(sha).slice(0, 40), by: 'human' as const },
    };
    out.push({
      ...node,
      world: { ...world, commits, branch: sha },
      human: sha,
      budget: spend(budget, 'humanPush'),
      trail: `${trail} push(human)`,
    });
  }
  return out;
}

const spend = (budget: Budget, what: keyof Budget): Budget => ({
  ...budget,
  [what]: budget[what] - 1,
});

function spawn(product: Product, node: Node, kind: 'label' | 'schedule'): Node {
  const hour = node.world.hour + 1;
  const run = `run-${hour}`;
  const at = new Date(Date.parse('2026-01-01T00:00:00Z') + hour * 3_600_000).toISOString();
  const look = product.startLook({
    issue: 1,
    run,
    trigger: {
      kind: kind === 'label' ? 'labeled' : 'schedule',
      sender: kind === 'label' ? MAINTAINER : null,
      source: null,
      at,
    },
    detail: kind === 'label' ? { label: 'contractor' } : {},
  });
  return {
    ...node,
    world: { ...node.world, hour },
    looks: [...node.looks, look],
    trail: `${node.trail} start(${run})`,
  };
}

/** One half-turn of one process: it decides if it has nothing in hand, else it acts. */
async function turn(product: Product, node: Node, index: number): Promise<Node> {
  const cell: Cell = { world: node.world };
  const ports = modelPorts(cell);
  const before = node.looks[index] as Look;
  const look: Look = { ...before, log: before.log && { ...before.log } };
  const acts = look.observation !== null && look.log !== null && !decidedBy(look);
  if (acts) {
    const wrong = unfitToPublish(look);
    await product.performNext(look, ports, product.settings);
    look.observation = null;
    const published =
      cell.world.branch !== node.world.branch ||
      cell.world.pulls.length !== node.world.pulls.length;
    if (published && wrong)
      cell.world = { ...cell.world, violations: [...cell.world.violations, wrong] };
  } else await product.observeAndDecide(look, ports, product.settings);
  const looks = node.looks.flatMap((other, i) =>
    i !== index ? [other] : look.result ? [] : [look],
  );
  return {
    ...node,
    world: cell.world,
    looks,
    trail: `${node.trail} ${look.request.run}${acts ? '!' : '?'}`,
  };
}

/** Why what this process saw last forbids it to publish; null when it may. */
function unfitToPublish({ observation, log }: Look): string | null {
  if (!observation || !log) return null;
  if (observation.issue.state === 'closed') return 'published on an issue that was seen closed';
  if (observation.roles[MAINTAINER.id] !== 'write') return 'published without authority';
  const heard = new Set(log.state.snapshot?.sources.map((source) => source.id));
  const unheard = observation.comments.filter(
    (c) => c.author.id !== BOT.id && !heard.has(`comment:issue:${c.id}`),
  );
  return unheard.length > 0 ? 'published over a comment that was seen and not reconciled' : null;
}

const decidedBy = (look: Look): boolean => look.observation === null;

/** What holds in every single state. */
function invariants({ world, human }: Node): string[] {
  const out = [...world.violations];
  if (world.pulls.filter((p) => p.state === 'open').length > 1) out.push('two open pull requests');
  if (human !== null && !contains(world, world.branch, human)) out.push('a human commit was lost');
  for (const [sha, conclusion] of Object.entries(world.checkRuns))
    if (conclusion === 'success' && !world.verified.includes(sha))
      out.push(`success on unverified ${sha}`);
  for (const entry of world.ledger) {
    if (entry.event.type !== 'completion-recorded') continue;
    const record = entry.event.statement.predicate;
    if (record.finalHeadSha !== record.verificationHeadSha)
      out.push('record SHA is not the verified SHA');
    if (JSON.stringify(record.acceptance).includes(SUGGESTION))
      out.push('an outsider’s words in a record');
  }
  return out;
}

/** With nobody at work and nothing more happening, the next looks end in what they should, and what is shown is true. */
async function settlesWell(product: Product, node: Node): Promise<string[]> {
  let at: Node = node;
  let outcome: string | null = null;
  for (let looks = 0; looks < 4; looks += 1) {
    at = spawn(product, at, 'schedule');
    for (let turns = 0; at.looks.length > 0; turns += 1) {
      if (turns > 200) return ['a look that never ends'];
      const cell: Cell = { world: at.world };
      const look = { ...(at.looks[0] as Look) };
      const ports = modelPorts(cell);
      await product.observeAndDecide(look, ports, product.settings);
      if (!look.result) await product.performNext(look, ports, product.settings);
      outcome =
        look.result?.outcome === 'nothing-to-do'
          ? (look.result.state.ended?.outcome ?? outcome)
          : (look.result?.outcome ?? outcome);
      at = { ...at, world: cell.world, looks: look.result ? [] : [look] };
    }
  }
  return [...invariants(at), ...judgeEnd(at, outcome)];
}

function judgeEnd({ world }: Node, outcome: string | null): string[] {
  if (world.issue === 'closed' || world.role === 'read')
    return outcome === null ? [] : stoppedWell(world, outcome);
  if (outcome === null || !OUTCOMES_WITHOUT_CLOSE.has(outcome))
    return [`ended ${outcome} though all was right`];
  const pull = world.pulls.find((p) => p.state === 'open');
  if (!pull) return ['delivered without a pull request'];
  const out: string[] = [];
  if (pull.draft) out.push('delivered, but the pull request is a draft');
  if (pull.describes !== world.branch)
    out.push('the record describes another commit than the head');
  if (world.branch !== null && world.checkRuns[world.branch] !== 'success')
    out.push('no success on the head');
  const record = world.ledger.findLast((e) => e.event.type === 'completion-recorded')?.event;
  if (record?.type === 'completion-recorded') {
    const heard = record.statement.predicate.dispositions.map((d) => d.source);
    for (const comment of world.comments)
      if (
        comment.author !== 'bot' &&
        !heard.includes(`comment:issue:${comment.id}`) &&
        !consumed(world, comment.id)
      )
        out.push(`comment ${comment.id} has no disposition in the record`);
    if (record.statement.predicate.requirementsRevision.lastCommentId < newest(world))
      out.push('the record’s cursor is behind the comments');
  }
  return out;
}

/** Comments that stood there when the first snapshot was taken are requirements, not changes. */
function consumed(world: World, id: number): boolean {
  const first = world.ledger.find((e) => e.event.type === 'snapshot-taken')?.event;
  return (
    first?.type === 'snapshot-taken' &&
    first.snapshot.sources.some((s) => s.id === `comment:issue:${id}`)
  );
}

const newest = (world: World): number =>
  Math.max(0, ...world.comments.filter((c) => c.author !== 'bot').map((c) => c.id));

function stoppedWell(world: World, outcome: string): string[] {
  if (outcome === 'stopped' || outcome === 'settled' || outcome === 'delivered') return [];
  return [`ended ${outcome} without the right to, with ${world.pulls.length} pull requests`];
}

/** With nobody at work, how the next looks end depends on the world alone. */
const restingKey = (product: Product, node: Node): string =>
  keyOf(product, { ...node, budget: NO_BUDGET });

const NO_BUDGET: Budget = {
  amendment: 0,
  suggestion: 0,
  crash: 0,
  humanPush: 0,
  close: 0,
  revoke: 0,
  runs: 0,
};

/**
 * Two nodes with the same key behave the same from here on: the ledger counts by what it folds to, a process’s view of
 * it by whether it is the newest. Times, numbers of entries and names of runs are left out, for no decision reads them.
 */
function keyOf(product: Product, { world, looks, budget, human }: Node): string {
  const { ledger, comments, hour: _, pulls, ...rest } = world;
  const people = comments.filter((c) => c.author !== 'bot');
  const state = salientState(product.fold(ledger));
  const key = [
    rest,
    pulls.map(({ body: __, ...pull }) => pull),
    people.map((c) => c.id).sort(),
    comments.length - people.length,
    state,
    looks.map((look) => keyOfLook(look, ledger.length)),
    budget,
    human,
  ];
  return digestText(JSON.stringify(key));
}

function keyOfLook({ log, epoch, report, observation, idle }: Look, length: number): unknown {
  const fresh = log?.tip === `${length}`;
  const seen = observation && [
    observation.issue.state,
    observation.branch.head,
    observation.roles,
    observation.pullRequest && [observation.pullRequest.number, observation.pullRequest.ours],
    observation.comments.map((c) => c.id).sort(),
  ];
  return [
    fresh || (log && salientState(log.state)),
    epoch,
    report && salientReport(report),
    seen,
    idle,
  ];
}

function salientState(state: TaskState): unknown {
  const { publish, snapshot } = state;
  return [
    state.run?.epoch,
    state.epoch,
    state.ended?.outcome,
    state.hold?.outcome,
    state.failures,
    state.settled,
    state.comment?.id,
    snapshot?.revision.setDigest,
    state.dispositions.map((d) => `${d.source} ${d.outcome} ${d.contractVersion}`).sort(),
    state.pending.map((d) => d.source).sort(),
    state.contractHash,
    state.stop !== null,
    state.baseline !== null,
    state.candidate?.sha,
    state.candidate?.contractHash,
    [state.verification?.sha, state.verification?.passed, state.verification?.contractHash],
    state.repairs,
    [publish.intended, publish.announced, publish.written, publish.foreign, publish.refusals],
    [publish.pullRequest, publish.withdrawn, publish.shown !== null],
    publish.record?.statement.predicate.finalHeadSha,
    publish.record?.statement.predicate.requirementsRevision.setDigest,
    publish.shown === publish.record?.digest,
  ];
}

function salientReport(report: Report): unknown {
  const { type } = report;
  return [type, 'sha' in report ? report.sha : null, 'number' in report ? report.number : null];
}
