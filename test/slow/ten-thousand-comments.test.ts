import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLedgerRef } from '../../src/simulate/scenario/read-ledger.ts';
import { ActionWorld } from '../e2e/support/action-world.ts';
import { type BuiltAction, buildAction } from '../e2e/support/built-action.ts';
import { GREET_ISSUE } from '../e2e/support/greet-task.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

/** Half of it by somebody who is heard. */
const talk = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    author: n % 2 === 0 ? 'maya' : 'olaf',
    body: `Thanks, +1! (${n})`,
  }));

const issueWith = (count: number) =>
  ActionWorld.start({
    main: action.main,
    seed: {
      issues: [{ ...GREET_ISSUE, author: 'maya', comments: talk(count) }],
      rateLimit: 1_000_000,
    },
  });

/** The heap of a process that may not grow: it would die, and the job with it. */
const BOUNDED = { environment: { NODE_OPTIONS: '--max-old-space-size=400' } };

it('an issue with 10,000 comments is delivered in bounded memory, and none of them is lost', async () => {
  await using world = await issueWith(9_900);
  const first = await world.label('maya', BOUNDED);
  expect(first.outputs.outcome).toBe('delivered');
  // The rest comes at once, with an order among it.
  const olaf = world.github.as('olaf');
  for (let n = 0; n < 97; n += 1) await olaf.comment(1, `me too (${n})`);
  const second = await world.run(
    await world.deliveryOf('issue_comment', () =>
      world.github.as('maya').comment(1, '/contract amend The greeting must end with a dot.'),
    ),
    BOUNDED,
  );
  expect(second.exitCode).toBe(0);
  expect(world.ownComments()).toHaveLength(1);
  const dispositions = await dispositionsOf(world);
  expect(dispositions).toHaveLength(98);
  expect(new Set(dispositions.map(({ source }) => source)).size).toBe(98);
  expect(dispositions.at(-1)?.outcome).toBe('amendment');
});

it('an issue with more is refused in words, and nothing is done', async () => {
  await using world = await issueWith(10_001);
  const step = await world.label('maya', BOUNDED);
  expect(step.outputs.outcome).toBe('nothing-to-do');
  expect(step.log).toContain('too-many-comments');
  expect(step.summary).toContain('The limit is 10000');
  expect(await world.traces()).toEqual([]);
});

async function dispositionsOf({ github }: ActionWorld) {
  const { entries } = await readLedgerRef(github.gitDir, 1);
  return entries.flatMap(({ event }) =>
    event.type === 'source-reconciled' ? event.dispositions : [],
  );
}
