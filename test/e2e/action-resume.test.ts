import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActionWorld } from './support/action-world.ts';
import { type BuiltAction, buildAction } from './support/built-action.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

const GRANTS = { checks: 'write', contents: 'write', issues: 'write', metadata: 'read' } as const;

describe('a token that lacks one right', () => {
  it('hands the task back with what to grant; once it is granted the same commit is delivered', async () => {
    const token = { permissions: { ...GRANTS, pull_requests: 'read' } } as const;
    await using world = await ActionWorld.start({ main: action.main, token });
    const step = await world.label();
    expect(step).toMatchObject({ exitCode: 0, outputs: { outcome: 'handed-back' } });
    const [comment] = world.ownComments();
    for (const text of [step.summary, comment]) expect(text).toContain('pull-requests');
    expect(world.github.pulls()).toEqual([]);
    const turns = world.model.requests.length;

    world.token = world.github.token();
    const resumed = await world.run(
      await world.deliveryOf('issue_comment', () =>
        world.github.as('maya').comment(1, '/contract resume'),
      ),
    );
    expect(resumed.outputs).toMatchObject({
      outcome: 'delivered',
      'head-sha': step.outputs['head-sha'],
    });
    expect(world.model.requests).toHaveLength(turns);
    expect(world.ownComments()).toHaveLength(1);
  });
});
