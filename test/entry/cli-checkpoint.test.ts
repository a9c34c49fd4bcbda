import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/core/schema/checkpoint.ts';
import { composeRepository } from '../../src/entry/compose.ts';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../src/simulate/github/embedded-github.ts';
import { EVERY_EVENT } from '../support/every-event.ts';
import { entriesOf } from '../support/given.ts';
import { inputFor } from '../support/input-for.ts';

const root = mkdtempSync(join(tmpdir(), 'contractor-checkpoints-'));
const state = join(root, 'state');
const other = join(root, 'other-machine');
let github: EmbeddedGitHub;
let worktree: string;

const run = (args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      ['src/entry/cli.ts', 'checkpoint', ...args],
      { env: { PATH: process.env.PATH }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
const task = (args: string[], directory = state) => {
  const [command = '', ...rest] = args;
  const place = [
    '--token',
    github.token(),
    '--api-url',
    github.apiUrl,
    '--server-url',
    github.origin,
  ];
  return run([command, 'acme/app#1', ...rest, ...place, '--state-directory', directory]);
};

beforeAll(async () => {
  github = await startEmbeddedGitHub({
    repository: { owner: 'acme', name: 'app' },
    files: { 'a.txt': 'one\n' },
    people: [{ login: 'ada', permission: 'admin' }],
    issues: [{ title: 'Do it', author: 'ada', body: 'Now.' }],
  });
  const { ports } = await composeRepository(inputFor(github, 'app', state));
  const head = (await ports.workspace.fetch('main')) ?? '';
  const open = await ports.workspace.openWorktree('issue-1-x', head);
  worktree = open.path;
  const example = EVERY_EVENT.find((event) => event.type === 'checkpoint-recorded');
  if (example?.type !== 'checkpoint-recorded') throw new Error('no example');
  const checkpoints: Checkpoint[] = [];
  for (const text of ['two\n', 'three\n']) {
    writeFileSync(join(worktree, 'a.txt'), text);
    const recorded = await open.checkpoint();
    checkpoints.push({
      ...example.checkpoint,
      ...recorded,
      id: `CP-${checkpoints.length + 1}`,
      cause: `edit_file a.txt to ${text.trim()}\n::error::x`,
      headSha: head,
      workspaceId: 'issue-1-x',
    });
  }
  const [first] = checkpoints;
  if (!first) throw new Error('none');
  await ports.workspace.keepCheckpoints(
    1,
    [{ number: 1, tree: first.tree, parent: head, at: first.at }],
    [],
  );
  const recorded = checkpoints.map((checkpoint) => ({
    type: 'checkpoint-recorded' as const,
    checkpoint,
  }));
  const kept = { refused: [], dropped: [], failure: null };
  const entries = entriesOf([...recorded, { type: 'checkpoints-kept', kept: ['CP-1'], ...kept }]);
  await ports.ledger.append(1, null, entries, {});
  // The run that made them is over: its process holds the worktree no longer.
  await open.release();
}, 120_000);

afterAll(async () => {
  await github?.[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

describe('contractor checkpoint', { timeout: 60_000 }, () => {
  it('lists a task’s checkpoints, and where each can be had', async () => {
    const { stdout, code } = await task(['list']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^CP-1 .* on the remote {2}edit_file a\.txt to two .*\(1 changed, 0 left out\)$/,
      ),
      expect.stringMatching(/^CP-2 .* not pushed {2}edit_file a\.txt to three/),
    ]);
    expect(stdout).not.toMatch(/^::/m);
  });

  it('shows one, as words and as its record', async () => {
    expect((await task(['show', 'cp-2'])).stdout).toMatch(/Changed {5}a\.txt/);
    const { stdout } = await task(['show', 'CP-2', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ id: 'CP-2', changed: ['a.txt'] });
  });

  it.each([
    [['diff', 'CP-1'], /-one\n\+two\n/],
    [['diff', 'CP-1', 'CP-2'], /-two\n\+three\n/],
    [['diff', 'CP-1', 'CP-2', '--names'], /^modified\s+a\.txt\n$/],
  ])('%j', async (args, says) => expect((await task(args)).stdout).toMatch(says));

  it('restores the worktree, which can be undone from the state directory', async () => {
    const { stdout } = await task(['restore', 'CP-1']);
    expect(stdout).toMatch(/modified\s+a\.txt[\s\S]*is at CP-1 \(1 paths changed\)/);
    expect(readFileSync(join(worktree, 'a.txt'), 'utf8')).toBe('two\n');
    const listed = (await run(['list', state])).stdout;
    expect(listed).toMatch(/^issue-1-x\/2 .* on this disk$/m);
    expect(listed).toMatch(/^On this disk: 0\.\d MB of contents, 0\.\d MB of worktrees, 0\.\d MB/m);
    expect((await run(['restore', state, 'issue-1-x/2'])).code).toBe(0);
    expect(readFileSync(join(worktree, 'a.txt'), 'utf8')).toBe('three\n');
  });

  it('writes the files elsewhere on a machine that never saw them, and over nothing', async () => {
    const to = join(root, 'out');
    expect((await task(['restore', 'CP-1', '--to', to], other)).code).toBe(0);
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('two\n');
    expect(existsSync(join(to, '.git'))).toBe(false);
    const again = await task(['restore', 'CP-1', '--to', to], other);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
  });

  it.each([
    [['show', 'CP-9'], /There is no CP-9: CP-1 to CP-2/],
    [['restore', 'CP-2', '--to', join(root, 'never')], /neither on this machine nor on the remote/],
  ])('refuses %j with what there is', async (args, says) => {
    const { code, stderr } = await task(args, other);
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
  });

  it.each([
    [['list', join(root, 'nowhere')], 2, /neither an issue nor a state directory/],
    [['--help'], 0, /list, show, compare, bring back[\s\S]*worktree and number/],
    [['restore', '--help'], 0, /so that it can be undone/],
  ])('%j', async (args, expected, says) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, `${stdout}${stderr}`]).toEqual([expected, expect.stringMatching(says)]);
  });
});
