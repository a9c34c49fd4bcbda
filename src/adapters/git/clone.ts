import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { RAW_BYTES_ATTRIBUTES } from './git-environment.ts';
import { withLock } from './git-lock.ts';
import { createQueue } from './queue.ts';
import type { Remote } from './remote.ts';
import { askGit, type GitPlace, git, gitLine } from './trusted-git.ts';

export interface Identity {
  name: string;
  email: string;
}

/** Our own bare clone: no agent can write it, so git may run in it, and others may borrow its objects. */
export interface Clone {
  readonly place: GitPlace & { objects: string };
  readonly remote: Remote;
  /** Sees to it that the clone exists. Needed before anything is written into it by hand. */
  ready(): Promise<void>;
  /** The commit a ref of the remote points to, brought here; null when the ref does not exist. */
  fetchRef(ref: string): Promise<string | null>;
  /** Sees to it that the commit or tree is here; a commit is fetched when it is not. */
  need(sha: string): Promise<void>;
  /** Writes a commit object. Same input, same id. */
  commit(commit: {
    tree: string;
    parent: string | null;
    message: string;
    at: string;
  }): Promise<string>;
}

/**
 * The ref that keeps a commit: it makes git offer the commit’s objects in the next fetch, so that only what is new is
 * sent, and keeps them as long as it is used now and then.
 */
const kept = (sha: string) => `refs/contractor/have/${sha}`;

/** The bare clone at `directory`, made empty at the first use if there is none; commits come when they are asked for. */
export function createClone(
  directory: string,
  remoteOf: (gitDir: string) => Remote,
  identity: Identity,
): Clone {
  const place = { gitDir: directory, objects: `${directory}/objects` };
  const remote = remoteOf(directory);
  const here = new Set<string>();
  const oneAtATime = createQueue();
  let ready: Promise<void> | null = null;
  const open = () => {
    ready ??= initialise(directory).catch((error) => {
      ready = null;
      throw error;
    });
    return ready;
  };

  const has = async (sha: string) => {
    if (here.has(sha)) return true;
    const answer = await askGit(place, ['cat-file', '-e', sha], { accept: [0, 1, 128] });
    if (answer.exitCode === 0) here.add(sha);
    return answer.exitCode === 0;
  };
  const bring = async (sha: string) => {
    await open();
    if (await has(sha)) return used(`${directory}/${kept(sha)}`);
    await oneAtATime(async () => {
      if (here.has(sha)) return;
      await withLock(`${directory}/shallow.lock`, () => remote.fetchCommit(sha, kept(sha)));
      here.add(sha);
    });
  };

  return {
    place,
    remote,
    ready: open,
    need: bring,
    fetchRef: async (ref) => {
      await open();
      const sha = await remote.head(ref);
      if (sha === null) return null;
      try {
        await bring(sha);
        return sha;
      } catch (error) {
        // The ref may have moved between the two requests, and its old commit with it.
        const now = await remote.head(ref);
        if (now === sha) throw error;
        if (now !== null) await bring(now);
        return now;
      }
    },
    commit: async ({ tree, parent, message, at }) => {
      const seconds = Math.floor(Date.parse(at) / 1000);
      if (Number.isNaN(seconds)) throw new CatalogueError('git-failed', `Not a moment: ${at}.`);
      await open();
      if (parent !== null) await bring(parent);
      const parents = parent === null ? [] : ['-p', parent];
      const sha = await gitLine(place, ['commit-tree', ...parents, tree], {
        stdin: message,
        env: signature(identity, `@${seconds} +0000`),
      });
      await git(place, ['update-ref', kept(sha), sha]);
      here.add(sha);
      return sha;
    },
  };
}

/** What is used is not let go of when the clone is tidied. A tree has no such file. */
async function used(ref: string): Promise<void> {
  const now = new Date();
  await utimes(ref, now, now).catch(() => {});
}

/** Makes the clone elsewhere and moves it into place whole, so that no process ever sees half of it. */
async function initialise(directory: string): Promise<void> {
  if (await isComplete(directory)) return;
  const fresh = `${directory}.${randomUUID()}`;
  await mkdir(fresh, { recursive: true });
  await git({ gitDir: fresh }, ['init', '--bare', '--quiet', '--template=', fresh]);
  await mkdir(`${fresh}/info`, { recursive: true });
  await writeFile(`${fresh}/info/attributes`, RAW_BYTES_ATTRIBUTES);
  try {
    await rename(fresh, directory).catch(async (error) => {
      if (await isComplete(directory)) throw error;
      // Not made by us as a whole, so no clone of ours, but in our own directory: it goes.
      await rm(directory, { recursive: true, force: true });
      await rename(fresh, directory);
    });
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process may have been faster.
    if (!(await isComplete(directory))) throw error;
  }
}

function isComplete(directory: string): Promise<boolean> {
  return stat(`${directory}/info/attributes`).then(
    () => true,
    () => false,
  );
}

function signature({ name, email }: Identity, date: string): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}
