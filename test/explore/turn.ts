import type { Look } from '../../src/app/look.ts';
import { type Cell, createCell } from './cell.ts';
import { modelPorts } from './model-ports.ts';
import { type Node, type Product, spend } from './node.ts';
import { BOT, MAINTAINER, type World } from './world.ts';

/** What one half-turn of one process came to. */
export interface Turn {
  /** Like `run-1!` where it acted, `run-1?` where it decided. */
  name: string;
  node: Node;
  /** The process after it, also when it has ended. */
  look: Look;
  /** What it really read and wrote. */
  cell: Cell;
}

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/**
 * One half-turn of one process: it decides if it has nothing in hand, else it acts. Nothing else happens within it, and
 * nothing is lost by that. It learns what people did at one moment only, so what they do during it is as if they did it
 * before or after. What another process does during it needs the ledger, and the ledger takes one of the two: whoever
 * was late notices, and did nothing that others see, but for what it does when it `napped`.
 * @param napped it acts on what it knew of the ledger before it slept
 */
export async function turn(
  product: Product,
  node: Node,
  index: number,
  napped = false,
): Promise<Turn> {
  const before = node.looks[index] as Look;
  const cell = createCell(node.world);
  const ports = modelPorts(cell, before.request.run, napped ? before.log?.tip : null);
  const look: Look = { ...before, log: before.log && { ...before.log } };
  const acts = look.observation !== null && look.log !== null;
  if (acts) {
    const wrong = unfitToPublish(look);
    await product.performNext(look, ports, product.settings);
    look.observation = null;
    if (wrong && published(node.world, cell.world))
      cell.put(['violations'], { violations: [...cell.world.violations, wrong] });
  } else await product.observeAndDecide(look, ports, product.settings);
  const looks = node.looks.flatMap((other, i) =>
    i !== index ? [other] : look.result ? [] : [look],
  );
  const name = `${look.request.run}${acts ? '!' : '?'}`;
  return { name, node: { ...node, world: cell.world, looks }, look, cell };
}

/** Adds a process that has not done anything yet. */
export function spawn(product: Product, node: Node, kind: 'label' | 'schedule'): Node {
  const hour = node.world.hour + 1;
  const look = product.startLook({
    issue: 1,
    run: `run-${hour}`,
    trigger: {
      kind: kind === 'label' ? 'labeled' : 'schedule',
      sender: kind === 'label' ? MAINTAINER : null,
      source: null,
      at: new Date(START + hour * HOUR_MS).toISOString(),
    },
    detail: kind === 'label' ? { label: 'contractor' } : {},
  });
  return { ...node, world: { ...node.world, hour }, looks: [...node.looks, look] };
}

/** A process that dies is never heard of again. */
export function kill(node: Node, run: string): Node {
  return {
    ...node,
    looks: node.looks.filter((look) => look.request.run !== run),
    budget: spend(node.budget, 'crash'),
  };
}

const published = (before: World, after: World): boolean =>
  after.branch !== before.branch || after.pulls.length !== before.pulls.length;

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
