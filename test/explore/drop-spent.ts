import type { Look } from '../../src/app/look.ts';
import type { Cell, Field } from './cell.ts';
import type { Node, Product, Step } from './node.ts';
import { turn } from './turn.ts';

/**
 * Lets processes go that were taken over and can do nothing any more. Nothing is believed of such a process: it is run
 * to its end, and gone only if it wrote nothing, and could not have written anything at another time either, since each
 * of its half-turns used only what stays as it is. A product without one of its guards has no such processes, or fewer.
 */
export async function dropSpent(product: Product, { name, node }: Step): Promise<Step> {
  let at = { name, node };
  for (const look of node.looks) {
    if (!mayBeSpent(look, node) || !(await isSpent(product, node, look))) continue;
    const looks = at.node.looks.filter((other) => other !== look);
    at = { name: `${at.name} (${look.request.run} is spent)`, node: { ...at.node, looks } };
  }
  return at;
}

/**
 * It has claimed the task once, and somebody has appended since, which is why its view of the ledger is not the newest. One
 * that may have asked before that, and act now, is none.
 */
const mayBeSpent = ({ log, epoch, observation }: Look, { world, budget }: Node): boolean =>
  epoch !== null &&
  (log === null || log.tip !== `${world.ledger.length}`) &&
  (budget.nap === 0 || observation === null);

const MOST_TURNS = 5;

async function isSpent(product: Product, node: Node, first: Look): Promise<boolean> {
  let look = first;
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const after = await turn(product, { ...node, looks: [look] }, 0);
    if (![...after.cell.writes].every((field) => HARMLESS.has(field))) return false;
    // The epoch it lost stays lost: epochs only grow, and each process claims one.
    if (after.look.result) return after.look.result.nothing === 'epoch-lost';
    if (!sameAtAnyTime(product, look, after.look, after.cell)) return false;
    look = after.look;
  }
  return false;
}

/**
 * What was verified is read by the judge alone, who finds less wrong the more was verified. So a process that verifies
 * and does nothing else may as well never have been scheduled again: all that is wrong with it is wrong without it.
 */
const HARMLESS = new Set<Field>(['verified']);

/** Commits are never changed, and a tip that has moved on never comes back. */
const LASTING = new Set<Field>(['tip', 'commits']);

/** Whether this half-turn does the same whatever others do before it. */
function sameAtAnyTime(product: Product, before: Look, after: Look, { reads }: Cell): boolean {
  if ([...reads].every((field) => LASTING.has(field))) return true;
  // It looked around and decided. What it reports is an event whatever it saw, and no event can be appended any more.
  const { log, report, observation } = before;
  const decided = observation === null && log !== null && report !== null;
  return decided && after.log === null && product.recordReport(log.state, report).length > 0;
}
