import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompletionFile } from '../../src/core/schema/completion-file.ts';
import { ActionWorld } from './support/action-world.ts';
import { type BuiltAction, buildAction } from './support/built-action.ts';
import { dirtyShallowCheckout } from './support/dirty-checkout.ts';
import { GREET_MODEL } from './support/greet-task.ts';

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

describe('a look with nothing to do', () => {
  it.each([
    {
      what: 'an event that concerns no task',
      line: 'No task is concerned by the event push',
      run: (world: ActionWorld) => world.run({ event: 'push', payload: {} }),
    },
    {
      what: 'a label that is not ours',
      line: '#1: Nobody asked for a task on this issue.',
      run: async (world: ActionWorld) =>
        world.run(
          await world.deliveryOf('issues', () => world.github.as('maya').addLabel(1, 'bug')),
        ),
    },
    {
      what: 'a comment on a pull request that is not ours',
      line: 'No open task of ours is concerned.',
      run: async (world: ActionWorld) => {
        const maya = world.github.as('maya');
        await maya.pushFiles('topic', { 'a.txt': 'a\n' }, 'Add a');
        const pull = await maya.openPull({ title: 'A', head: 'topic', base: 'main' });
        const comment = () => maya.comment(pull, '/contract');
        return world.run(await world.deliveryOf('issue_comment', comment));
      },
    },
    {
      what: 'a schedule without open tasks',
      line: 'No open task of ours is concerned.',
      run: (world: ActionWorld) => world.run({ event: 'schedule', payload: {} }),
    },
  ])('says so in one line: $what', async ({ line, run }) => {
    await using world = await start();
    const step = await run(world);
    expect(step).toMatchObject({ exitCode: 0, summary: '', environmentFile: '' });
    expect(step.outputs.outcome).toBe('nothing-to-do');
    expect(step.log.trim().split('\n')).toEqual([expect.stringContaining(line)]);
    expect(await world.traces()).toEqual([]);
    expect(world.ownComments()).toEqual([]);
  });
});

describe('around the action', () => {
  it('fails the job when GitHub keeps failing, and says that the next look continues', async () => {
    await using world = await start();
    world.github.faults.inject({ kind: '500-before', times: 1000 });
    const step = await world.label();
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toEqual({ outcome: 'infra-failed' });
    for (const text of [step.log, step.summary]) expect(text).toContain('github-failed');
    world.github.faults.clear();
    const later = await world.run({ event: 'schedule', payload: {} });
    expect(later.outputs.outcome).toBe('delivered');
  });

  it('runs without a summary file, and whatever lies in the workspace does not matter', async () => {
    await using world = await start();
    await using checkout = await dirtyShallowCheckout(world.github.cloneUrl);
    const before = await checkout.state();
    const step = await world.label('maya', {
      cwd: checkout.path,
      environment: { GITHUB_WORKSPACE: checkout.path, GITHUB_STEP_SUMMARY: undefined },
    });
    expect(step.log).not.toContain('::error');
    expect(step).toMatchObject({ exitCode: 0, summary: '', outputs: { outcome: 'delivered' } });
    expect(await checkout.state()).toEqual(before);
  });

  it('looks at the issue of the input, for the person who started the job', async () => {
    await using world = await start();
    const payload = (id: number, login: string) => ({
      event: 'workflow_dispatch',
      payload: { sender: { id, login, type: 'User' }, inputs: { issue: '' } },
    });
    const olaf = await world.run(payload(world.idOf('olaf'), 'olaf'), { inputs: { issue: '1' } });
    expect(olaf.log).toContain('no-permission');
    const maya = await world.run(payload(world.idOf('maya'), 'maya'), { inputs: { issue: '1' } });
    expect(maya.outputs.outcome).toBe('delivered');
    const wrong = await world.run(payload(world.idOf('maya'), 'maya'), {
      inputs: { issue: 'one' },
    });
    expect(wrong).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do' } });
    expect(wrong.summary).toContain('bad-input');
  });

  it('keeps the token and the runner’s files from what it runs and writes', async () => {
    await using world = await start({ model: PRYING_MODEL });
    const step = await world.label();
    const seen = world.model.requests.map(({ body }) => body).join('');
    expect(seen).toMatch(/PRIED: \{.*PATH/);
    for (const secret of [world.token, 'GITHUB_OUTPUT', 'RUNNER_TEMP']) {
      expect(seen).not.toContain(secret);
      expect(step.summary).not.toContain(secret);
    }
  });
});

/** It looks around in its environment before it works. */
const PRYING_MODEL = {
  ...GREET_MODEL,
  turns: [
    {
      tools: [
        {
          name: 'run',
          input: { argv: ['node', '-e', 'console.log("PRIED:", process.env)'] },
        },
      ],
    },
    ...(GREET_MODEL.turns ?? []),
  ],
};
