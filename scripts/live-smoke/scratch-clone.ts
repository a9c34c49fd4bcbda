import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A bare clone of our own, to commit and push as the product does: over git, with a lease. */
export interface ScratchClone {
  /** A new commit over `parent` that changes one file. */
  commit(parent: string, file: string): Promise<string>;
  /** Moves a ref if it is at `lease` (null: if it does not exist); `sha` null deletes it. @throws when refused */
  push(ref: string, sha: string | null, lease: string | null): Promise<void>;
  remove(): Promise<void>;
}

export async function scratchClone(url: string, token: string): Promise<ScratchClone> {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-smoke-'));
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const person = { NAME: 'contractor-live-smoke', EMAIL: 'contractor@example.invalid' };
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    GIT_DIR: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    // In the environment, so that the token is on no command line.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
  const git = async (...args: string[]) => (await run('git', args, { env })).stdout.trim();
  await git('init', '--quiet', '--bare', directory);
  return {
    commit: async (parent, file) => {
      await git('cat-file', '-e', parent).catch(() =>
        git('fetch', '--quiet', '--depth=1', '--no-tags', url, parent),
      );
      await writeFile(join(directory, 'content'), `${randomBytes(8).toString('hex')}\n`);
      await git('read-tree', parent);
      const blob = await git('hash-object', '-w', '--', join(directory, 'content'));
      await git('update-index', '--add', '--cacheinfo', `100644,${blob},${file}`);
      return git('commit-tree', await git('write-tree'), '-p', parent, '-m', `Try ${file}`);
    },
    push: async (ref, sha, lease) => {
      const guard = `--force-with-lease=${ref}:${lease ?? ''}`;
      await git('push', '--quiet', guard, url, `${sha ?? ''}:${ref}`);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
