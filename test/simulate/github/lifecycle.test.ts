import { execFileSync } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../../src/simulate/github/embedded-github.ts';
import { client, repo, startAcme } from './support/acme.ts';

let gh: EmbeddedGitHub;

beforeEach(async () => {
  gh = await startAcme();
});

afterEach(() => gh[Symbol.asyncDispose]());

async function openPull(body = 'Closes #1'): Promise<number> {
  await gh.as('wil').pushFiles('feature', { 'a.txt': 'a\n' });
  return gh.as('wil').openPull({ title: 'A', head: 'feature', base: 'main', body });
}

function sent(): string[] {
  return gh.deliveries.map(({ event, payload }) => `${event}.${payload.action ?? ''}`);
}

describe('a pull request', () => {
  it.each([
    ['Closes #1', 'closed'],
    ['fixes: #1', 'closed'],
    ['Part of #1', 'open'],
  ])('merged with "%s" leaves the issue %s', async (body, state) => {
    const number = await openPull(body);
    const merge = await gh.as('ada').mergePull(number);
    expect(gh.issue(1).state).toBe(state);
    expect(gh.issue(number)).toMatchObject({ state: 'closed', pull: { mergeCommitSha: merge } });
    expect(await gh.readFile('main', 'a.txt')).toBe('a\n');
  });

  it('is closed when its branch is deleted, and cannot be opened again', async () => {
    const number = await openPull();
    await gh.as('wil').deleteBranch('feature');
    expect(gh.issue(number).state).toBe('closed');
    expect(sent().slice(-3)).toEqual(['delete.', 'push.', 'pull_request.closed']);
    await expect(gh.as('wil').reopen(number)).rejects.toThrow('Validation Failed');
  });

  it('counts as merged when its commits reach the base some other way', async () => {
    const number = await openPull();
    await gh.as('ada').moveBranch('main', 'feature');
    expect(gh.issue(number).pull?.mergedAt).not.toBeNull();
  });

  it('cannot be merged where it conflicts, or is a draft', async () => {
    const number = await openPull();
    await gh.as('ada').setDraft(number, true);
    await expect(gh.as('ada').mergePull(number)).rejects.toThrow('still a draft');
    await gh.as('ada').setDraft(number, false);
    await gh.as('ada').pushFiles('main', { 'a.txt': 'other\n' });
    const bot = client(gh, gh.token());
    const { data } = await bot.pulls.get({ ...repo, pull_number: number });
    expect(data).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
    await expect(gh.as('ada').mergePull(number)).rejects.toThrow('not mergeable');
  });

  it('is made no draft over REST', async () => {
    const number = await openPull();
    const bot = client(gh, gh.token());
    const change = { ...repo, pull_number: number, draft: true };
    expect((await bot.pulls.update(change)).data.draft).toBe(false);
  });

  it('leaves a cross-reference in the history of the issue it mentions', async () => {
    const number = await openPull();
    const bot = client(gh, gh.token());
    const { data } = await bot.issues.listEventsForTimeline({ ...repo, issue_number: 1 });
    expect(data.at(-1)).toMatchObject({
      event: 'cross-referenced',
      source: { issue: { number, pull_request: {} } },
    });
  });
});

describe('roles', () => {
  it.each([
    ['ada', 'admin', 'admin'],
    ['max', 'write', 'maintain'],
    ['wil', 'write', 'write'],
    ['tri', 'read', 'triage'],
    ['rea', 'read', 'read'],
    ['out', 'read', 'read'],
  ])('of %s are %s, in detail %s', async (username, permission, role) => {
    const bot = client(gh, gh.token());
    const { data } = await bot.repos.getCollaboratorPermissionLevel({ ...repo, username });
    expect(data).toMatchObject({ permission, role_name: role });
  });

  it('of a stranger to a private repository are none, and change when they are changed', async () => {
    const repository = { owner: 'acme', name: 'users', private: true };
    await using hidden = await startAcme({ repository, issues: [] });
    const role = async () => {
      const bot = client(hidden, hidden.token());
      const ask = { ...repo, username: 'out' };
      return (await bot.repos.getCollaboratorPermissionLevel(ask)).data.role_name;
    };
    expect(await role()).toBe('none');
    await hidden.as('ada').setPermission('out', 'maintain');
    expect(await role()).toBe('maintain');
    await expect(hidden.as('wil').setPermission('out', 'admin')).rejects.toThrow('admin rights');
  });
});

describe('an app', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  function jwt(key = privateKey): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const signed = `${encode({ alg: 'RS256' })}.${encode({ iss: 7, iat: now, exp: now + 60 })}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  }

  it('gets a token for its installation with its key, and acts under its own name', async () => {
    const permissions = { issues: 'write', metadata: 'read' } as const;
    const apps = [{ id: 7, slug: 'contractor', permissions, publicKey: publicPem }];
    await using installed = await startAcme({ apps });
    const app = client(installed, jwt());
    const { data } = await app.apps.getRepoInstallation(repo);
    const ask = { installation_id: data.id };
    const token = (await app.apps.createInstallationAccessToken(ask)).data.token;
    const bot = client(installed, token);
    const comment = await bot.issues.createComment({ ...repo, issue_number: 1, body: 'Hi' });
    expect(comment.data.user).toMatchObject({ login: 'contractor[bot]', type: 'Bot' });
    expect(comment.data.performed_via_github_app).toMatchObject({ id: 7 });
    expect(installed.deliveries.at(-1)?.startsWorkflows).toBe(true);
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    await expect(client(installed, jwt(stranger)).apps.getAuthenticated()).rejects.toThrow(
      /decoded/,
    );
  });
});

describe('a repository', () => {
  it('starts from a local git repository, whatever branch that is on', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'local-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd: dir,
      });
    git('init', '--quiet', '--initial-branch=trunk');
    await writeFile(join(dir, 'a.txt'), 'a\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'A');
    const { files, ...from } = { files: undefined, from: dir };
    await using copied = await startEmbeddedGitHub({
      repository: { owner: 'acme', name: 'users' },
      people: [],
      ...from,
    });
    expect(files).toBeUndefined();
    expect(await copied.readFile('main', 'a.txt')).toBe('a\n');
    expect([...(await copied.refs()).keys()]).toEqual(['refs/heads/main', 'refs/heads/trunk']);
    await rm(dir, { recursive: true });
  });

  it('starts from a plain directory', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'local-'));
    await writeFile(join(dir, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    const repository = { owner: 'acme', name: 'users' };
    await using copied = await startEmbeddedGitHub({ repository, people: [], from: dir });
    expect(await copied.readFile('main', 'run.sh')).toBe('#!/bin/sh\n');
    await rm(dir, { recursive: true });
  });

  it('may be empty: reads say so', async () => {
    const repository = { owner: 'acme', name: 'users' };
    await using empty = await startEmbeddedGitHub({ repository, people: [] });
    const bot = client(empty, empty.token());
    await expect(bot.git.getRef({ ...repo, ref: 'heads/main' })).rejects.toMatchObject({
      status: 409,
    });
  });
});
