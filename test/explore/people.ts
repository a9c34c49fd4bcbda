import { digestText } from '../../src/core/digest.ts';
import type { Field } from './cell.ts';
import { AMENDMENT, SUGGESTION } from './model-drafting.ts';
import { type Node, type Step, spend } from './node.ts';
import type { World } from './world.ts';

/** Something a person does, and the parts of the world it reads and writes. */
export interface Act extends Step {
  readonly touches: ReadonlySet<Field>;
}

/** Everything that people may do now. Any two of these commute: each changes a part of the world of its own. */
export function people(node: Node): Act[] {
  const { world, budget } = node;
  const acts: Act[] = [];
  const act = (
    what: 'amendment' | 'suggestion' | 'close' | 'revoke' | 'humanPush',
    touches: Field[],
    part: Partial<World>,
    human = node.human,
  ) =>
    acts.push({
      name: what,
      node: { ...node, world: { ...world, ...part }, budget: spend(budget, what), human },
      touches: new Set(touches),
    });
  if (budget.amendment > 0)
    act('amendment', ['comments'], comment(world, 1, 'maintainer', AMENDMENT));
  if (budget.suggestion > 0)
    act('suggestion', ['comments'], comment(world, 2, 'outsider', SUGGESTION));
  if (budget.close > 0 && world.issue === 'open') act('close', ['issue'], { issue: 'closed' });
  if (budget.revoke > 0) act('revoke', ['role'], { role: 'read' });
  if (budget.humanPush > 0 && world.branch !== null) {
    const sha = digestText(`human on ${world.branch}`).slice(0, 40);
    const tree = digestText(sha).slice(0, 40);
    const commits = {
      ...world.commits,
      [sha]: { parent: world.branch, tree, by: 'human' as const, run: null },
    };
    act('humanPush', ['branch'], { commits, branch: sha }, sha);
  }
  return acts;
}

/** Comments stand in the order of their ids, so that those of two people give the same issue in either order. */
function comment(
  { comments }: World,
  id: number,
  author: 'maintainer' | 'outsider',
  body: string,
): Partial<World> {
  return { comments: [...comments, { id, author, body }].sort((a, b) => a.id - b.id) };
}
