import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedGitHub } from '../../../src/simulate/github/embedded-github.ts';
import type { TokenPermissions } from '../../../src/simulate/github/records.ts';
import { startAcme } from './support/acme.ts';

let gh: EmbeddedGitHub;
let dir: string;

beforeEach(async () => {
  const repository = { owner: 'acme', name: 'users', protectedBranches: ['release'] };
  gh = await startAcme({ repository });
  dir = await mkdtemp(join(tmpdir(), 'clone-'));
});

afterEach(async () => {
  await gh[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];

/** Runs git in the clone: what it printed, and whether it succeeded. */
function git(...args: string[]): Promise<{ ok: boolean; out: string }> {
  const env = { PATH: process.env.PATH, HOME: dir, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile('git', [...identity, ...args], { cwd: dir, env }, (error, stdout, stderr) =>
      resolve({ ok: !error, out: stdout + stderr }),
    );
  });
}

async function clone(token?: string, ...options: string[]): Promise<void> {
  const url = token ? gh.cloneUrl.replace('://', `://x-access-token:${token}@`) : gh.cloneUrl;
  expect(await git('clone', '--quiet', ...options, url, '.')).toMatchObject({ ok: true });
}

async function commit(path: string, content: string): Promise<string> {
  await writeFile(join(dir, path), content);
  await git('add', '--all');
  expect(await git('commit', '--quiet', '-m', `Write ${path}`)).toMatchObject({ ok: true });
  return (await git('rev-parse', 'HEAD')).out.trim();
}

const writer: TokenPermissions = { contents: 'write' };

describe('fetching', () => {
  it('clones a public repository without a token, with and without .git', async () => {
    await clone();
    const bare = gh.cloneUrl.replace(/\.git$/, '');
    expect(await git('ls-remote', bare, 'HEAD')).toMatchObject({ ok: true });
  });

  it('fetches shallowly, by SHA, and custom refs', async () => {
    const sha = await gh.as('wil').pushFiles('main', { 'a.txt': '1\n' });
    await clone(undefined, '--depth=1');
    expect((await git('rev-list', '--count', 'HEAD')).out.trim()).toBe('1');
    expect(await git('fetch', '--quiet', '--unshallow')).toMatchObject({ ok: true });
    expect(await git('fetch', '--quiet', 'origin', sha)).toMatchObject({ ok: true });
    await gh.as('wil').pushFiles('feature', { 'b.txt': '1\n' });
    const pull = await gh.as('wil').openPull({ title: 'T', head: 'feature', base: 'main' });
    expect(await git('fetch', '--quiet', 'origin', `refs/pull/${pull}/head`)).toMatchObject({
      ok: true,
    });
  });

  it('refuses an unknown token, and hides what is not there', async () => {
    // A public repository is read without asking git for the token, so it is forced on it here.
    const header = `http.extraHeader=Authorization: Basic ${btoa('x-access-token:nonsense')}`;
    expect((await git('-c', header, 'ls-remote', gh.cloneUrl)).out).toContain('could not read');
    expect((await git('ls-remote', `${gh.origin}/acme/other.git`)).out).toContain('not found');
  });
});

describe('pushing', () => {
  it('moves branches and custom refs, atomically where asked', async () => {
    await clone(gh.token({ permissions: writer }));
    const sha = await commit('a.txt', 'a\n');
    const refs = ['HEAD:refs/heads/feature', 'HEAD:refs/contractor/7/ledger'];
    expect(await git('push', '--atomic', 'origin', ...refs)).toMatchObject({ ok: true });
    const now = await gh.refs();
    expect(now.get('refs/heads/feature')).toBe(sha);
    expect(now.get('refs/contractor/7/ledger')).toBe(sha);
    expect(await gh.readFile('feature', 'a.txt')).toBe('a\n');
  });

  it('keeps to the lease: a commit of somebody else is not overwritten', async () => {
    await clone(gh.token({ permissions: writer }));
    const mine = await commit('a.txt', 'mine\n');
    await git('push', 'origin', 'HEAD:feature');
    const theirs = await gh.as('wil').pushFiles('feature', { 'b.txt': 'theirs\n' });
    await commit('a.txt', 'again\n');
    const stale = await git('push', `--force-with-lease=feature:${mine}`, 'origin', 'HEAD:feature');
    expect(stale).toMatchObject({ ok: false, out: expect.stringContaining('stale info') });
    expect((await gh.refs()).get('refs/heads/feature')).toBe(theirs);
    const fresh = await git(
      'push',
      `--force-with-lease=feature:${theirs}`,
      'origin',
      'HEAD:feature',
    );
    expect(fresh).toMatchObject({ ok: true });
  });

  it('takes none of an atomic push where one ref is refused', async () => {
    await clone(gh.token({ permissions: writer }));
    await commit('a.txt', 'a\n');
    const refs = ['HEAD:refs/heads/feature', 'HEAD:refs/heads/release'];
    const pushed = await git('push', '--atomic', 'origin', ...refs);
    expect(pushed).toMatchObject({
      ok: false,
      out: expect.stringContaining('protected branch hook declined'),
    });
    expect((await gh.refs()).has('refs/heads/feature')).toBe(false);
  });

  it.each([
    ['no token', undefined, 'could not read Username'],
    ['a token without contents: write', { issues: 'write' }, 'denied to github-actions[bot]'],
  ] as const)('is refused with %s', async (_, permissions, says) => {
    await clone(permissions && gh.token({ permissions }));
    await commit('a.txt', 'a\n');
    const pushed = await git('push', 'origin', 'HEAD:feature');
    expect(pushed).toMatchObject({ ok: false, out: expect.stringContaining(says) });
  });

  it('is refused for a person without write access', async () => {
    await clone(gh.token({ actor: 'tri' }));
    await commit('a.txt', 'a\n');
    expect((await git('push', 'origin', 'HEAD:feature')).out).toContain('denied to tri');
  });

  it('is refused where it touches a workflow, and with the permission is not', async () => {
    await clone(gh.token({ permissions: writer }));
    await commit('.github/workflows/new.yml', 'on: push\n');
    await commit('a.txt', 'a\n');
    const refused = await git('push', 'origin', 'HEAD:feature');
    expect(refused.out).toContain(
      'refusing to allow a GitHub App to create or update workflow `.github/workflows/new.yml` without `workflows` permission',
    );
    const token = gh.token({ permissions: { contents: 'write', workflows: 'write' } });
    const url = gh.cloneUrl.replace('://', `://x-access-token:${token}@`);
    expect(await git('push', url, 'HEAD:feature')).toMatchObject({ ok: true });
  });

  it('is refused to refs that GitHub owns, and to the deletion of the default branch', async () => {
    await clone(gh.token({ permissions: writer }));
    expect((await git('push', 'origin', 'HEAD:refs/pull/1/head')).out).toContain('hidden ref');
    expect((await git('push', 'origin', ':main')).out).toContain('remote rejected');
  });

  it('tells the hooks before and after, and answers only then', async () => {
    await clone(gh.token({ permissions: writer }));
    const sha = await commit('a.txt', 'a\n');
    const seen: string[] = [];
    const ref = 'refs/heads/feature';
    gh.beforePush(async () => void seen.push(`before ${(await gh.refs()).has(ref)}`));
    gh.afterPush(
      async ([update]) => void seen.push(`after ${update?.new} ${(await gh.refs()).has(ref)}`),
    );
    await git('push', 'origin', 'HEAD:feature');
    expect(seen).toEqual(['before false', `after ${sha} true`]);
    const path = '/acme/users.git/git-receive-pack';
    expect(gh.requests.at(-1)).toMatchObject({ path, status: 200, actor: 'github-actions[bot]' });
  });

  it('takes a pack larger than one request buffer', async () => {
    await clone(gh.token({ permissions: writer }));
    const noise = Array.from({ length: 60_000 }, (_, i) => Math.sin(i).toString(36)).join('\n');
    await commit('noise.txt', noise);
    expect(
      await git('-c', 'http.postBuffer=65536', 'push', 'origin', 'HEAD:feature'),
    ).toMatchObject({ ok: true });
    expect(await gh.readFile('feature', 'noise.txt')).toBe(noise);
  });
});

describe('webhooks of a push', () => {
  it('moves the head of a pull request and says so; custom refs are silent', async () => {
    await clone(gh.token({ permissions: writer }));
    const first = await commit('a.txt', 'a\n');
    await git('push', 'origin', 'HEAD:feature');
    const pull = await gh.as('wil').openPull({ title: 'T', head: 'feature', base: 'main' });
    const before = gh.deliveries.length;
    const second = await commit('a.txt', 'b\n');
    await git('push', 'origin', 'HEAD:feature', 'HEAD:refs/contractor/1/ledger');
    const sent = gh.deliveries.slice(before);
    expect(sent.map(({ event, payload }) => [event, payload.action])).toEqual([
      ['push', undefined],
      ['pull_request', 'synchronize'],
    ]);
    expect(sent[1]?.payload).toMatchObject({ before: first, after: second });
    expect(gh.pulls().find(({ number }) => number === pull)?.pull.headSha).toBe(second);
  });

  it('starts no workflow for what GITHUB_TOKEN pushed', async () => {
    await clone(gh.token({ permissions: writer }));
    await commit('a.txt', 'a\n');
    await git('push', 'origin', 'HEAD:feature');
    await gh.as('wil').pushFiles('other', { 'b.txt': 'b\n' });
    const pushes = gh.deliveries.filter(({ event }) => event === 'push');
    expect(pushes.map(({ startsWorkflows }) => startsWorkflows)).toEqual([false, true]);
  });
});
