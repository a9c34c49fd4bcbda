import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActionWorld, type ActionWorldOptions } from './support/action-world.ts';
import { type BuiltAction, buildAction, type StepEnd } from './support/built-action.ts';
import { GREET_ISSUE } from './support/greet-task.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

const start = (more: Partial<ActionWorldOptions> = {}) =>
  ActionWorld.start({ main: action.main, ...more });

const dispatch = (world: ActionWorld, issue: number) =>
  world.run(
    {
      event: 'workflow_dispatch',
      payload: { sender: { id: 1, login: 'maya', type: 'User' }, inputs: null },
    },
    { inputs: { issue: String(issue) } },
  );

interface Case {
  title: string;
  code: string;
  /** Beside the code, what the summary must say. */
  says: string[];
  /** Whether the person is told on the issue. */
  onIssue: boolean;
  world?: Partial<ActionWorldOptions>;
  run?: (world: ActionWorld) => Promise<StepEnd>;
}

const issueWith = (body: string) => ({ issues: [{ ...GREET_ISSUE, body, author: 'maya' }] });

const CASES: Case[] = [
  {
    title: 'no such issue',
    code: 'no-issue',
    says: ['#99', 'Check the number'],
    onIssue: false,
    run: (world) => dispatch(world, 99),
  },
  {
    title: 'a pull request instead of an issue',
    code: 'is-pull-request',
    says: ['Start a task from an issue'],
    onIssue: false,
    run: async (world) => {
      const maya = world.github.as('maya');
      await maya.pushFiles('topic', { 'a.txt': 'a\n' }, 'Add a');
      return dispatch(world, await maya.openPull({ title: 'A', head: 'topic', base: 'main' }));
    },
  },
  {
    title: 'an issue without a body',
    code: 'empty-issue',
    says: ['Describe what must be true'],
    onIssue: true,
    world: { seed: issueWith('') },
  },
  {
    title: 'a person without permission',
    code: 'no-permission',
    says: ['Someone with write access'],
    onIssue: true,
    run: async (world) =>
      world.run(
        await world.deliveryOf('issue_comment', () =>
          world.github.as('olaf').comment(1, '/contract'),
        ),
      ),
  },
  {
    title: 'a repository without commits',
    code: 'empty-repository',
    says: ['Push a first commit'],
    onIssue: true,
    world: { files: null },
  },
  {
    title: 'an unknown key of the configuration',
    code: 'bad-configuration',
    says: ['.github/contractor.yml:2', 'aproval', 'did you mean'],
    onIssue: true,
    world: { configuration: '# ours\naproval: never\n' },
  },
  {
    title: 'a base branch that does not exist',
    code: 'no-base-branch',
    says: ['branches.base'],
    onIssue: true,
    world: { configuration: 'branches: { base: develop }\n' },
  },
  {
    title: 'a token that may write issues but no contents',
    code: 'token-read-only',
    says: ['contents'],
    onIssue: true,
    world: { token: { permissions: { contents: 'read', issues: 'write', metadata: 'read' } } },
  },
  {
    title: 'a token that may only read',
    code: 'token-read-only',
    says: ['contents'],
    onIssue: false,
    world: { token: { permissions: { contents: 'read', issues: 'read', metadata: 'read' } } },
  },
  {
    title: 'a token that GitHub does not know',
    code: 'token-invalid',
    says: ['github-token'],
    onIssue: false,
    run: (world) => world.label('maya', { token: 'ghs_unknown' }),
  },
];

describe('bad input of the action', () => {
  it.each(CASES)('$title: $code, with what to do, and nothing half done', async (each) => {
    await using world = await start(each.world);
    const step = await (each.run?.(world) ?? world.label());
    expect(step.exitCode, step.log).toBe(0);
    expect(step.outputs.outcome).toBe('nothing-to-do');
    for (const text of [each.code, ...each.says]) expect(step.log).toContain(text);
    expect(step.summary).toContain(each.code);
    const notices = world.ownComments();
    expect(notices).toHaveLength(each.onIssue ? 1 : 0);
    for (const notice of notices) expect(notice).toContain(each.code);
    expect(await world.traces()).toEqual([]);
  });
});

describe('a token that could not deliver', () => {
  const token = {
    permissions: {
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      metadata: 'read',
    },
  } as const;

  it('ends the task before any model is asked', async () => {
    await using world = await start({ token });
    const step = await world.label();
    expect(step.outputs.outcome).toBe('handed-back');
    expect(step.summary).toContain('checks: write');
    expect(world.model.requests).toEqual([]);
    expect(world.ownComments()[0]).toContain('checks: write');
  });

  it('may draft a preview, and ends the task after it before any work', async () => {
    await using world = await start({ token });
    const write = async (body: string) =>
      world.run(
        await world.deliveryOf('issue_comment', () => world.github.as('maya').comment(1, body)),
      );
    expect((await write('/contract preview')).outputs['contract-version']).toBe('1');
    expect((await write('/contract')).outputs.outcome).toBe('handed-back');
    expect(world.model.requests.map(({ purpose }) => purpose)).toEqual(['draft']);
    expect(world.ownComments()[0]).toContain('checks: write');
  });
});

describe('a notice on the issue', () => {
  it('is posted once, edited in place, and becomes the comment of the task', async () => {
    await using world = await start({ seed: issueWith('') });
    const maya = world.github.as('maya');
    await world.github.as('olaf').comment(1, '/contract');
    const refused = await world.deliveryOf('issue_comment', async () => {});
    await world.run(refused);
    await world.run(refused);
    expect(world.ownComments()).toEqual([expect.stringContaining('no-permission')]);
    await world.label();
    expect(world.ownComments()).toEqual([expect.stringContaining('empty-issue')]);
    const { body } = GREET_ISSUE;
    const edited = await world.deliveryOf('issues', () => maya.editIssue(1, { body }));
    const step = await world.run(edited);
    expect(step.outputs.outcome).toBe('delivered');
    expect(world.ownComments()).toEqual([expect.stringContaining('greet takes a name')]);
  });

  it('is not given for a plain comment, and never over the comment of a task', async () => {
    await using world = await start();
    const talk = await world.deliveryOf('issue_comment', () =>
      world.github.as('olaf').comment(1, 'I would like that too.'),
    );
    const idle = await world.run(talk);
    expect(idle).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do' }, summary: '' });
    expect(idle.log.trim().split('\n')).toHaveLength(1);
    expect(world.ownComments()).toEqual([]);
    await world.label();
    const [before] = world.ownComments();
    const again = await world.deliveryOf('issue_comment', () =>
      world.github.as('olaf').comment(1, '/contract'),
    );
    await world.run(again);
    expect(world.ownComments()).toHaveLength(1);
    expect(world.ownComments()[0]).toContain('kind":"issue"');
    expect(before).toContain('kind":"issue"');
  });
});
