import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ActionWorld } from '../e2e/support/action-world.ts';
import { type BuiltAction, buildAction } from '../e2e/support/built-action.ts';
import { GREET_ISSUE, GREET_MODEL } from '../e2e/support/greet-task.ts';

// Put together here, so that no scanner of the repository takes this file for a leak.
const token = (letter: string) => `ghp_${letter}${'B3dE6gH9jK'.repeat(4).slice(0, 35)}`;
const KEY_BODY = 'MIIEpAIBAAKCAQEAabcdefg1234567890abcdefghijklmnopqrstuvwxyz';
const KEY = [
  `-----BEGIN RSA ${'PRIVATE KEY'}-----`,
  KEY_BODY,
  KEY_BODY,
  `-----END RSA ${'PRIVATE KEY'}-----`,
];
const WHERE = {
  issue: token('a'),
  comment: token('c'),
  instructions: token('d'),
  file: token('e'),
  draft: token('f'),
  plan: token('g'),
  argument: token('h'),
  fileName: token('i'),
  handback: token('k'),
};

const CONFIGURATION = `
approval: never
sandbox: { level: S0 }
mode: interleaved
models: { draft: openai-compatible/scripted, execute: openai-compatible/scripted, baseUrl: "MODEL_URL" }
`;

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

/** Objects of our own refs, the ledger with its documents and the checkpoints, that were not there before. */
function everythingWeKept(gitDir: string, refs: string[]): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'latin1', maxBuffer: 1 << 28 });
  const ours = refs.filter((ref) => ref.startsWith('refs/contractor/'));
  const objects = git('rev-list', '--objects', ...ours, '--not', 'refs/heads/main')
    .split('\n')
    .filter(Boolean);
  const names = objects.map((line) => line.slice(0, 40));
  const kept = names.map((name) => git('cat-file', '-p', name));
  return [...objects, ...kept].join('\n');
}

it('a run that meets secrets everywhere goes on, and writes, posts and tells a model none of them', async () => {
  const [draft] = JSON.parse(JSON.stringify(GREET_MODEL.drafts));
  const look = (script: string) => ({ name: 'run', input: { argv: ['sh', '-c', script] } });
  await using world = await ActionWorld.start({
    main: action.main,
    seed: {
      issues: [
        {
          ...GREET_ISSUE,
          body: `${GREET_ISSUE.body}\n\nMy token is ${WHERE.issue}.`,
          author: 'maya',
        },
      ],
    },
    files: {
      'AGENTS.md': `Deploy with ${WHERE.instructions}.\n`,
      'notes.txt': ['one', `two ${WHERE.file}`, ...KEY, 'last'].join('\n'),
    },
    configuration: CONFIGURATION,
    model: {
      drafts: [{ ...draft, goal: `greet takes a name, not ${WHERE.draft}` }],
      turns: [
        { tools: [{ name: 'read_file', input: { path: 'notes.txt', from: 4 } }] },
        { tools: [{ name: 'read_file', input: { path: 'notes.txt' } }] },
        {
          tools: [
            {
              name: 'write_plan',
              input: { items: [{ id: 's1', content: `use ${WHERE.plan}`, status: 'in_progress' }] },
            },
            look(`echo ${WHERE.argument}`),
            look(`touch ${WHERE.fileName}.txt; cat notes.txt`),
          ],
        },
        {
          tools: [
            {
              name: 'hand_back',
              input: {
                found: `A token ${WHERE.handback} is needed.`,
                blocked: `AC-1 without ${WHERE.handback}`,
                alternatives: [`Take ${WHERE.handback}`, 'Take none'],
                preserved: 'everything',
                decision: 'Which token to take.',
              },
            },
          ],
        },
      ],
    },
  });
  const basic = Buffer.from(`x-access-token:${world.token}`).toString('base64');
  await world.github.as('olaf').comment(1, `I use ${WHERE.comment}, and ${basic}.`);
  const step = await world.label();
  expect(step.log, step.log).toContain('handed-back');

  const told = world.model.requests.map(({ body }) => body).join('\n');
  const outlets = {
    log: step.log,
    summary: step.summary,
    comments: world.ownComments().join('\n'),
    model: told,
    kept: everythingWeKept(world.github.gitDir, [...(await world.github.refs('refs/')).keys()]),
  };
  // It saw all of it: each stands there as something that was taken out.
  expect(told).toContain('two ***');
  expect(outlets.comments).toContain('A token \\*\\*\\* is needed.');
  // What the scripted model says by itself it is told again, as its own words.
  const { plan, argument, fileName, handback, ...read } = WHERE;
  const job = { key: KEY_BODY, job: world.token, basic: basic.slice(24, 44) };
  for (const [outlet, text] of Object.entries(outlets)) {
    const secrets = outlet === 'model' ? { ...read, ...job } : { ...WHERE, ...job };
    const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
    expect(found, outlet).toEqual([]);
  }
});
