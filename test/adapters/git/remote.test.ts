import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRemote } from '../../../src/adapters/git/remote.ts';
import { serveHttp } from './support/http-remote.ts';
import { adaptersFor, makeRemote, scratch } from './support/repositories.ts';

const token = 'ghs_secretTokenValue';
const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
const at = '2024-01-01T00:00:00Z';

afterEach(() => vi.unstubAllEnvs());

/** Everything an error says, its causes too. */
function wholeText(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) parts.push(each.message);
  return parts.join('\n');
}

describe('a remote over HTTP', () => {
  it('is fetched from and pushed to with the token', async () => {
    const remote = makeRemote();
    const { origin, requests } = await serveHttp(remote.path, ({ authorization }) =>
      authorization === basic ? null : { status: 401, headers: { 'www-authenticate': 'Basic' } },
    );
    const { workspace, ledger } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const head = (await workspace.fetch('main')) ?? '';
    expect(await workspace.read(head, 'README.md')).toBe('hello\n');
    const tree = await workspace.treeOf(head);
    const sha = await workspace.commit({ tree, parent: head, message: 'm\n', at });
    expect(await workspace.push({ branch: 'out', sha, lease: null })).toEqual({ pushed: true });
    expect(remote.ref('refs/heads/out')).toBe(sha);
    expect(await ledger.load(1)).toEqual({ entries: [], tip: null });
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
  });

  it('is tried again when the server fails for a moment', async () => {
    const remote = makeRemote();
    const fail = new Set(['/info/refs?service=git-upload-pack', '/git-receive-pack']);
    const { origin } = await serveHttp(remote.path, ({ url }) => {
      const one = [...fail].find((part) => url.endsWith(part));
      return one !== undefined && fail.delete(one) ? { status: 503 } : null;
    });
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const head = (await workspace.fetch('main')) ?? '';
    const tree = await workspace.treeOf(head);
    const sha = await workspace.commit({ tree, parent: head, message: 'm\n', at });
    expect(await workspace.push({ branch: 'out', sha, lease: null })).toEqual({ pushed: true });
    expect(fail.size).toBe(0);
  });

  it.each([
    ['You have exceeded a secondary rate limit. Please wait a few minutes.', 'rate-limited'],
    ['Permission to acme/greet.git denied to github-actions[bot].', 'token-read-only'],
  ])('tells a push that answers 403 "%s" as %s', async (body, code) => {
    const remote = makeRemote();
    const { origin } = await serveHttp(remote.path, ({ url }) =>
      url.includes('receive-pack')
        ? { status: 403, headers: { 'content-type': 'text/plain' }, body }
        : null,
    );
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const sha = (await workspace.fetch('main')) ?? '';
    await expect(workspace.push({ branch: 'out', sha, lease: null })).rejects.toMatchObject({
      code,
    });
  });

  it('is asked once more when a request hangs, and given up when the next one does', async () => {
    const { path } = makeRemote();
    const { origin, requests } = await serveHttp(path, () => 'hang');
    const options = {
      url: `${origin}/remote.git`,
      protocol: 'http',
      token,
      secondsOfSilence: 0.3,
    } as const;
    await expect(createRemote(options, path).head('refs/heads/main')).rejects.toMatchObject({
      code: 'git-failed',
    });
    expect(requests).toHaveLength(2);
  });

  it('never puts the token into an argument list, a file of the clone, or an error', async () => {
    const remote = makeRemote();
    const argumentLists: string[] = [];
    const watch = () => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          argumentLists.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
        } catch {
          // It has ended meanwhile.
        }
      }
      return { status: 500 };
    };
    const { origin } = await serveHttp(remote.path, watch);
    const { workspace, stateDirectory } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const error = await workspace.fetch('main').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'git-failed' });
    const git = argumentLists.filter((list) => list.includes(origin));
    expect(git.length).toBeGreaterThan(0);
    const secret = new RegExp(`${token}|${basic.slice(6)}`);
    expect(git.join('\n')).not.toMatch(secret);
    expect(wholeText(error)).not.toMatch(secret);
    expect(readFileSync(join(stateDirectory, 'clone.git/config'), 'utf8')).not.toMatch(secret);
  });

  it('masks a token that the server sends back', async () => {
    const remote = makeRemote();
    const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
    const { origin } = await serveHttp(remote.path, ({ authorization }) => ({
      status: 200,
      headers: { 'content-type': 'application/x-git-upload-pack-advertisement' },
      body: `${packet('# service=git-upload-pack\n')}0000${packet(`ERR ${token} ${authorization}`)}`,
    }));
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const error = await workspace.fetch('main').catch((reason: unknown) => reason);
    expect(wholeText(error)).toContain('remote error: *** Basic ***');
  });

  it('does not follow a redirect, where naive git would carry the token along', async () => {
    const remote = makeRemote();
    const thief = await serveHttp(remote.path);
    const { origin } = await serveHttp(remote.path, ({ url }) => ({
      status: 302,
      headers: { location: `${thief.origin}${url}` },
    }));
    const header = `http.extraHeader=Authorization: ${basic}`;
    await promisify(execFile)('git', ['-c', header, 'ls-remote', `${origin}/remote.git`]);
    expect(thief.requests.length).toBeGreaterThan(0);
    thief.requests.length = 0;
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    await expect(workspace.fetch('main')).rejects.toMatchObject({ code: 'git-failed' });
    expect(thief.requests).toEqual([]);
  });

  it('runs no credential helper, askpass or proxy of the caller', async () => {
    const home = scratch();
    const trace = join(home, 'fired');
    const canary = join(home, 'canary');
    writeFileSync(canary, `#!/bin/sh\ntouch ${trace}\n`);
    chmodSync(canary, 0o755);
    writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper = ${canary}\n`);
    vi.stubEnv('HOME', home);
    vi.stubEnv('GIT_ASKPASS', canary);
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    const remote = makeRemote();
    const { origin } = await serveHttp(remote.path, () => ({
      status: 401,
      headers: { 'www-authenticate': 'Basic' },
    }));
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token: null });
    await expect(workspace.fetch('main')).rejects.toMatchObject({ code: 'token-invalid' });
    expect(existsSync(trace)).toBe(false);
  });

  it('that forbids writing says so', async () => {
    const remote = makeRemote();
    const { origin } = await serveHttp(remote.path, ({ url }) =>
      url.includes('git-receive-pack') ? { status: 403 } : null,
    );
    const { workspace } = adaptersFor({ url: `${origin}/remote.git` }, { token });
    const head = (await workspace.fetch('main')) ?? '';
    await expect(workspace.push({ branch: 'out', sha: head, lease: null })).rejects.toMatchObject({
      code: 'token-read-only',
    });
  });
});

describe('an address', () => {
  it.each([
    ['of a program', 'ext::sh -c true'],
    ['over ssh', 'ssh://git@example.com/a.git'],
    ['in short form', 'git@example.com:a.git'],
    ['that is a path', '/tmp/a.git'],
    ['that is an option', '--upload-pack=x'],
    ['with a token in it', 'https://user:secret@example.com/a.git'],
  ])('%s is refused', (_, url) => {
    expect(() => adaptersFor({ url })).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('of another protocol than the one allowed is refused', () => {
    const refusal = expect.objectContaining({ code: 'bad-input' });
    expect(() => adaptersFor({ url: 'file:///x' }, { protocol: 'https' })).toThrow(refusal);
  });
});
