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
  it('hands the task back before any model is asked, with what to grant; once granted it is delivered', async () => {
    const token = { permissions: { ...GRANTS, pull_requests: 'read' } } as const;
    await using world = await ActionWorld.start({ main: action.main, token });
    const step = await world.label();
    expect(step).toMatchObject({ exitCode: 0, outputs: { outcome: 'handed-back' } });
    const [comment] = world.ownComments();
    for (const text of [step.summary, comment]) expect(text).toContain('pull-requests: write');
    expect(world.github.pulls()).toEqual([]);
    expect(world.model.requests).toEqual([]);

    world.token = world.github.token();
    const resumed = await world.run(
      await world.deliveryOf('issue_comment', () =>
        world.github.as('maya').comment(1, '/contract resume'),
      ),
    );
    expect(resumed.outputs).toMatchObject({ outcome: 'delivered' });
    expect(world.ownComments()).toHaveLength(1);
  });
});
