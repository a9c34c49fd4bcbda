import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createGitAdapters,
  type GitAdapterOptions,
} from '../../../../src/adapters/git/git-adapters.ts';

/** A directory that is gone after the test. */
export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'contractor-git-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Git as a careless program would start it: with the repository's own configuration, hooks and filters. */
export function naiveGit(cwd: string, args: readonly string[], input = ''): string {
  return execFileSync('git', args, {
    cwd,
    input,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 50_000,
    killSignal: 'SIGKILL',
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.com',
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
    },
  }).trimEnd();
}

export type Files = Record<string, string | { link: string } | { run: string }>;

export function writeFiles(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string') writeFileSync(path, content);
    else if ('link' in content) symlinkSync(content.link, path);
    else {
      writeFileSync(path, content.run);
      chmodSync(path, 0o755);
    }
  }
}

export interface TestRemote {
  /** Bare repository. */
  path: string;
  url: string;
  /** Tip of main. */
  head: string;
  /** Commits files on a branch of the remote, as a person would, and returns the commit. */
  commit(branch: string, files: Files): string;
  ref(name: string): string | null;
}

/** A bare repository with one commit on main. */
export function makeRemote(files: Files = { 'README.md': 'hello\n' }): TestRemote {
  const home = scratch();
  const path = join(home, 'remote.git');
  const clone = join(home, 'person');
  naiveGit(home, ['init', '-q', '--bare', '-b', 'main', path]);
  naiveGit(home, ['init', '-q', '-b', 'main', clone]);
  const ref = (name: string) => {
    try {
      return naiveGit(path, ['rev-parse', '--verify', '--quiet', name]);
    } catch {
      return null;
    }
  };
  const commit = (branch: string, changed: Files) => {
    if (ref(`refs/heads/${branch}`) !== null) {
      naiveGit(clone, ['fetch', '-q', path, branch]);
      naiveGit(clone, ['checkout', '-q', '-f', '-B', branch, 'FETCH_HEAD']);
    } else naiveGit(clone, ['checkout', '-q', '-B', branch]);
    writeFiles(clone, changed);
    naiveGit(clone, ['add', '-A', '-f']);
    naiveGit(clone, ['commit', '-q', '--allow-empty', '-m', 'change']);
    naiveGit(clone, ['push', '-q', path, `HEAD:refs/heads/${branch}`]);
    return naiveGit(clone, ['rev-parse', 'HEAD']);
  };
  const head = commit('main', files);
  return { path, url: `file://${path}`, head, commit, ref };
}

export function adaptersFor(
  remote: Pick<TestRemote, 'url'>,
  options: Partial<GitAdapterOptions> = {},
) {
  const stateDirectory = options.stateDirectory ?? scratch();
  return {
    stateDirectory,
    ...createGitAdapters({ url: remote.url, token: null, ...options, stateDirectory }),
  };
}

/** Every file, link and directory below a root with mode and content, byte for byte; `.git` of the root left out. */
export function snapshotOf(root: string, withGit = false): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (prefix: Buffer) => {
    const at = Buffer.concat([Buffer.from(root), prefix]);
    for (const name of readdirSync(at, { encoding: 'buffer' })) {
      const relative = Buffer.concat([prefix, Buffer.from('/'), name]);
      const path = Buffer.concat([Buffer.from(root), relative]);
      const key = relative.toString('latin1').slice(1);
      if (key === '.git' && !withGit) continue;
      const stats = lstatSync(path);
      // Git knows one bit of a mode.
      const mode = stats.mode & 0o100 ? '755' : '644';
      if (stats.isDirectory()) walk(relative);
      else if (stats.isSymbolicLink()) seen[key] = `link ${readlinkSync(path, 'latin1')}`;
      else if (stats.isFile())
        seen[key] = `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
      else seen[key] = `special ${mode}`;
    }
  };
  walk(Buffer.alloc(0));
  return seen;
}
