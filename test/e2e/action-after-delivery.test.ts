import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompletionFile } from '../../src/core/schema/completion-file.ts';
import { readLedgerRef } from '../../src/simulate/scenario/read-ledger.ts';
import { ActionWorld } from './support/action-world.ts';
import { type BuiltAction, buildAction } from './support/built-action.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

const BRANCH = 'contractor/issue-1';

describe('a person’s commit on the branch, after delivery', () => {
  it('is verified: evidence is carried where nothing it depends on changed, by keys of the new commit', async () => {
    await using world = await ActionWorld.start({ main: action.main });
    await world.label();
    const push = () =>
      world.github.as('maya').pushFiles(BRANCH, { 'NOTES.md': 'By hand.\n' }, 'Add notes');
    const step = await world.run(await world.deliveryOf('pull_request', push));
    expect(step.outputs.outcome, step.log).toBe('delivered');
    const head = (await world.github.refs('refs/heads/')).get(`refs/heads/${BRANCH}`);
    expect(step.outputs['head-sha']).toBe(head);

    const file = await world.github.readFile('refs/contractor/1/ledger', 'completion.json');
    const { statement } = CompletionFile.parse(JSON.parse(file ?? ''));
    const evidence = statement.predicate.acceptance.flatMap((criterion) => criterion.evidence);
    const carried = evidence.filter((item) => item.verifiedSha !== head);
    expect(carried).toMatchObject([
      { criterionId: 'AC-1', validForSha: head, reason: expect.stringContaining('key unchanged') },
    ]);
    const { entries } = await readLedgerRef(world.github.gitDir, 1);
    const events = entries.map((entry) => entry.event);
    const finished = events.findLast((event) => event.type === 'verification-finished');
    expect(finished?.keys).toEqual(
      Object.fromEntries(evidence.map((item) => [`${item.criterionId} ${item.checkId}`, item.key])),
    );
    expect(finished?.sha).toBe(head);
  });
});
