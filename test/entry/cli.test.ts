import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'contractor-cli-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** The command line as a process of its own. */
function contractor(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { GITHUB_TOKEN: _, GH_TOKEN: __, ...rest } = process.env;
  const env = {
    ...rest,
    NODE_COMPILE_CACHE: join(tmpdir(), 'contractor-compile-cache'),
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/entry/cli.ts', ...args],
      { env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
          stdout,
          stderr,
        }),
    );
  });
}

async function written(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

const SCENARIO = `name: nothing happens
repository: { files: { README.md: hello } }
people:
  - { login: maya, role: write }
issue: { title: Do it, body: 'It must be done.', author: maya }
trigger: { kind: comment, by: maya, body: Hello! }
`;

describe('help is worth reading', () => {
  it.each([
    ['--help', [/Try it/, /Exit codes/, /contractor run octo\/app#12/]],
    ['simulate --help', [/schemas\/scenario\.json/, /Exits with 1/]],
    ['audit --help', [/--rerun/, /consistent/, /verified/]],
    ['run --help', [/owner\/repository#number/, /ANTHROPIC_API_KEY/]],
  ])('%s', async (line, words) => {
    const { code, stdout } = await contractor(line.split(' '));
    expect(code).toBe(0);
    for (const word of words) expect(stdout).toMatch(word);
  });
});

describe('bad input exits with 2, and says what to mend', () => {
  it.each<[string, () => Promise<string[]>, RegExp]>([
    ['an unknown command', async () => ['dance'], /unknown command/],
    ['an unknown option', async () => ['demo', '--wat'], /unknown option/],
    ['a missing scenario', async () => ['simulate', 'nowhere.yaml'], /bad-scenario.*nowhere\.yaml/],
    [
      'a wrong scenario, before any is run',
      async () => [
        'simulate',
        await written('good.yaml', SCENARIO),
        await written('wrong.yaml', `${SCENARIO}wat: 1\n`),
      ],
      /bad-scenario.*Unknown key "wat".*wrong\.yaml:7, wat/,
    ],
    [
      'a record that is none',
      async () => ['audit', await written('x.json', 'nonsense')],
      /bad-record/,
    ],
    ['an issue that is none', async () => ['run', 'octo/app'], /bad-input.*octo\/app/],
    [
      'a directory that takes nothing',
      async () => ['demo', '--out', '/proc/x'],
      /bad-input.*\/proc\/x/,
    ],
    [
      'a file for a directory',
      async () => ['demo', '--out', 'package.json'],
      /bad-input.*package\.json/,
    ],
    ['no token', async () => ['run', 'octo/app#1'], /bad-input.*--token.*GITHUB_TOKEN.*GH_TOKEN/],
    ['a ledger that is none', async () => ['status', 'nowhere.jsonl'], /bad-input.*nowhere\.jsonl/],
    [
      'a level that is none',
      async () => ['run', 'octo/app#1', '--token', 'x', '--sandbox', 'S9'],
      /bad-input.*S9/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await contractor(await args());
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('simulate', () => {
  it('prints one JSON document, and exits with 0 when all is as expected', async () => {
    const file = await written(
      'as-expected.yaml',
      `${SCENARIO}expect: { outcome: nothing-to-do }\n`,
    );
    const { code, stdout } = await contractor(['simulate', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ asExpected: true, outcome: 'nothing-to-do' });
    expect(code).toBe(0);
  });

  it('exits with 1 when something is not', async () => {
    const file = await written('other.yaml', `${SCENARIO}expect: { outcome: delivered }\n`);
    const { code, stdout } = await contractor(['simulate', file]);
    expect(stdout).toContain('expected outcome: "delivered"');
    expect(code).toBe(1);
  });

  it('writes what came of it', async () => {
    const file = await written('out.yaml', SCENARIO);
    const out = join(directory, 'out');
    await contractor(['simulate', file, '--out', out]);
    const names = [
      'issue.md',
      'ledger.jsonl',
      'repository.git',
      'result.json',
      'timeline.txt',
      'turns.jsonl',
    ];
    expect((await readdir(out)).toSorted()).toEqual(names);
  });
});

describe('preview of an issue in a file', () => {
  it('shows the contract and what a person would be asked', async () => {
    const file = await written(
      'issue.md',
      '# Say goodbye\n\n### Acceptance criteria\n\n- `node src/farewell.js` exits with code 0\n',
    );
    const { code, stdout } = await contractor(['preview', file, '--repository', '.', '--json']);
    const { contract, asks, drafter } = JSON.parse(stdout);
    expect(drafter).toBe('rules');
    expect(contract.acceptance[0].statement).toContain('exits with code 0');
    expect(asks.join('\n')).toContain('runs only after approval');
    expect(code).toBe(1);
  });
});

it('ends quietly when its reader has read enough', async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `- \`node -e ${n}\` exits with code 0`);
  const issue = `# Say goodbye\n\n## Acceptance criteria\n\n${lines.join('\n')}\n`;
  const file = await written('long.md', issue);
  const child = spawn(process.execPath, ['src/entry/cli.ts', 'lint', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stderr, [code, signal]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit'),
    once(child.stdout, 'data').then(() => child.stdout.destroy()),
  ]);
  expect(stderr).toBe('');
  expect([0, 1]).toContain(code);
  expect(signal).toBe(null);
});
