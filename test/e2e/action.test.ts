import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompletionFile } from '../../src/core/schema/completion-file.ts';
import { ActionWorld } from './support/action-world.ts';
import { type BuiltAction, buildAction } from './support/built-action.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

const start = (more = {}) => ActionWorld.start({ main: action.main, ...more });

describe('the built action', () => {
  it.each([
    {
      event: 'issues',
      how: 'issues.labeled',
      act: (world: ActionWorld) => world.github.as('maya').addLabel(1, 'contractor'),
    },
    {
      event: 'issues',
      how: 'issues.assigned',
      act: (world: ActionWorld) => world.github.as('maya').assign(1, 'bot-user'),
    },
    {
      event: 'issue_comment',
      how: 'issue_comment.created with /contract',
      act: (world: ActionWorld) => world.github.as('maya').comment(1, '/contract'),
    },
  ])('delivers an issue after $how', async ({ event, act }) => {
    await using world = await start();
    const step = await world.run(await world.deliveryOf(event, () => act(world)));
    expect(step.log).not.toContain('::error');
    expect(step).toMatchObject({ exitCode: 0, environmentFile: '' });
    const [pull] = world.github.pulls();
    const head = (await world.github.refs('refs/heads/contractor/')).get(
      'refs/heads/contractor/issue-1',
    );
    expect(step.outputs).toEqual({
      outcome: 'delivered',
      'contract-version': '1',
      'pull-request': String(pull?.number),
      'head-sha': head,
      record: 'refs/contractor/1/ledger:completion.json',
    });
    const file = await world.github.readFile('refs/contractor/1/ledger', 'completion.json');
    const { statement } = CompletionFile.parse(JSON.parse(file ?? ''));
    expect(statement.predicate.finalHeadSha).toBe(head);
    expect(step.summary).toContain('greet takes a name');
    expect(step.summary).toContain('/actions/runs/');
    expect(world.ownComments()).toHaveLength(1);
    expect(await world.github.readFile('contractor/issue-1', 'src/greet.js')).toContain('name');
  });
});
