import type { Cell, Field } from './cell.ts';
import { dropSpent } from './drop-spent.ts';
import { type Node, type Product, type Step, spend } from './node.ts';
import { type Act, people } from './people.ts';
import { kill, spawn, type Turn, turn } from './turn.ts';

/** Which reductions are on; without them the same futures are visited more than once. */
export interface Reductions {
  /** What happens around the product is tried only where some process can tell. */
  order: boolean;
  /** A process that was taken over and can do nothing any more is let go. */
  spent: boolean;
  /** A process dies right after something it did, not also when others have gone on meanwhile. */
  deaths: boolean;
}

export const ALL_REDUCTIONS: Reductions = { order: true, spent: true, deaths: true };

/** All that can happen next: a process goes one half-turn on, dies within it or after it; another starts; a person acts. */
export async function steps(product: Product, node: Node, reduce: Reductions): Promise<Step[]> {
  const turns: Turn[] = [];
  for (const index of node.looks.keys()) turns.push(await turn(product, node, index));
  turns.push(...(await naps(product, node)));
  const out: Step[] = turns.flatMap((each) => [each, ...deaths(each)]);
  if (!reduce.deaths) out.push(...sleepers(node));
  const started = node.budget.runs > 0 ? await start(product, node) : null;
  const acts = people(node);
  const around = reduce.order ? telling(turns, acts, started) : { acts, started };
  out.push(...around.acts);
  if (around.started) out.push(around.started, ...deaths(around.started));
  if (!reduce.spent) return out.map(({ name, node: to }) => ({ name, node: to }));
  return Promise.all(out.map((step) => dropSpent(product, step)));
}

/** The first steps: what begins the task, or loses its trigger at once. */
export function firstSteps(product: Product, node: Node): Step[] {
  const begun = { name: 'start', node: spawn(product, node, 'label') };
  const lost = { name: 'kill', node: { ...node, budget: spend(node.budget, 'crash') } };
  return node.budget.crash > 0 ? [begun, lost] : [begun];
}

/** A process that starts has its first half-turn at once: before it, nobody could tell that it is there. */
async function start(product: Product, node: Node): Promise<Turn> {
  const begun = spawn(product, { ...node, budget: spend(node.budget, 'runs') }, 'schedule');
  const first = await turn(product, begun, begun.looks.length - 1);
  return { ...first, name: `start ${first.name}` };
}

/**
 * A crash is explored within each half-turn, after each single write, and right after it. That is all there is: a
 * process that dies later, when others have gone on meanwhile, is one that was not scheduled again after its last step.
 */
function deaths({ name, node, look, cell }: Turn): Step[] {
  if (node.budget.crash === 0) return [];
  const { run } = look.request;
  const within = cell.after.slice(0, -1).map((world, index) => ({
    name: `${name} kill after write ${index + 1}`,
    node: kill({ ...node, world }, run),
  }));
  return look.result ? within : [...within, { name: `${name} kill`, node: kill(node, run) }];
}

/** Whoever is about to act and has been taken over acts all the same, where it last asked before that. */
async function naps(product: Product, node: Node): Promise<Turn[]> {
  if (node.budget.nap === 0) return [];
  const awake = { ...node, budget: spend(node.budget, 'nap') };
  const out: Turn[] = [];
  for (const [index, { log, observation }] of node.looks.entries()) {
    if (observation === null || log === null || log.tip === `${node.world.ledger.length}`) continue;
    const late = await turn(product, awake, index, true);
    if (late.cell.after.length > 0) out.push({ ...late, name: `${late.name} after a nap` });
  }
  return out;
}

/** Every process may die at any time: what the deaths above make needless. */
const sleepers = (node: Node): Step[] =>
  node.looks.flatMap(({ request: { run } }) =>
    node.budget.crash > 0 ? [{ name: `kill ${run}`, node: kill(node, run) }] : [],
  );

/**
 * Partial-order reduction. Every process has one next step, and all of these are always taken. Something that happens
 * around the product and uses nothing that one of them uses commutes with each of them, so trying it here and after
 * them would visit the same futures twice: it is left to later. What is tried here draws in what does not commute with
 * it (a persistent set): the start of a process reads all that people write.
 */
function telling(
  turns: readonly Turn[],
  acts: readonly Act[],
  started: Turn | null,
): { acts: readonly Act[]; started: Turn | null } {
  if (turns.length === 0) return { acts, started };
  const told = acts.filter(({ touches }) => turns.some(({ cell }) => uses(cell, touches)));
  if (!started) return { acts: told, started };
  const meets = told.length > 0 || turns.some(({ cell }) => collide(cell, started.cell));
  return meets ? { acts, started } : { acts: [], started: null };
}

const uses = ({ reads, writes }: Cell, fields: ReadonlySet<Field>): boolean =>
  [...fields].some((field) => reads.has(field) || writes.has(field));

const collide = (a: Cell, b: Cell): boolean => uses(a, b.writes) || uses(b, a.writes);
