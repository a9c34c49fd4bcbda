import { execFile } from 'node:child_process';
import { zeroSha } from '../records.ts';

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly code: number;
  readonly stderr: string;

  constructor(args: readonly string[], code: number, stderr: string) {
    super(`git ${args.join(' ')} ended with ${code}: ${stderr.trim()}`);
    this.code = code;
    this.stderr = stderr;
  }
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Record<string, string>;
}

/** A bare repository on disk, read and written through git's plumbing. */
export class BareRepository {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Runs git here. @throws GitFailure when it ends with anything but 0 */
  run(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return this.runBytes(args, options).then((bytes) => bytes.toString('utf8'));
  }

  runBytes(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        [...args],
        {
          cwd: this.dir,
          env: { ...environment, ...options.env },
          maxBuffer: 1 << 28,
          encoding: 'buffer',
        },
        (error, stdout, stderr) => {
          if (!error) return resolve(stdout);
          const code = typeof error.code === 'number' ? error.code : -1;
          reject(new GitFailure(args, code, stderr.toString('utf8') || error.message));
        },
      );
      // A git that fails early closes its input; its exit code tells the story.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(options.input);
    });
  }

  /** Full names of all refs and where they point. */
  async refs(prefix = 'refs/'): Promise<Map<string, string>> {
    const out = await this.run(['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
    return new Map(
      lines(out).map((line) => {
        const at = line.indexOf(' ');
        return [line.slice(at + 1), line.slice(0, at)];
      }),
    );
  }

  /** The object a name stands for, peeled to `type`; undefined where there is none. */
  async resolve(name: string, type = 'commit'): Promise<string | undefined> {
    try {
      const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{${type}}`];
      return (await this.run(args)).trim();
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** The commit a branch, a tag, a full ref or a SHA names, as the REST API's `{ref}` does. */
  async commitNamed(name: string): Promise<string | undefined> {
    for (const candidate of [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name]) {
      if (candidate.startsWith('-')) continue;
      const sha = await this.resolve(candidate);
      if (sha) return sha;
    }
    return undefined;
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    try {
      await this.run(['merge-base', '--is-ancestor', ancestor, descendant]);
      return true;
    } catch (error) {
      if (error instanceof GitFailure && error.code === 1) return false;
      throw error;
    }
  }

  async mergeBase(a: string, b: string): Promise<string | undefined> {
    try {
      return (await this.run(['merge-base', a, b])).trim();
    } catch (error) {
      if (error instanceof GitFailure && error.code === 1) return undefined;
      throw error;
    }
  }

  /**
   * The tree of a merge of the two commits; undefined where they conflict. Where both sides have
   * commits of their own it needs git 2.38. @throws GitFailure from an older git
   */
  async mergedTree(ours: string, theirs: string): Promise<string | undefined> {
    if (await this.isAncestor(ours, theirs)) return this.resolve(theirs, 'tree');
    try {
      return (await this.run(['merge-tree', '--write-tree', '--no-messages', ours, theirs])).trim();
    } catch (error) {
      if (error instanceof GitFailure && error.code === 1) return undefined;
      throw error;
    }
  }

  /** Commits reachable from `to` and not from `from`, oldest first. */
  async commitsBetween(from: string, to: string): Promise<string[]> {
    return lines(await this.run(['rev-list', '--reverse', '--topo-order', `${from}..${to}`]));
  }

  /** Moves one ref; `old` is what it must be now, `zeroSha` for absent. */
  async updateRef(ref: string, to: string, old: string): Promise<void> {
    if (to === zeroSha) await this.run(['update-ref', '-d', ref, old]);
    else await this.run(['update-ref', ref, to, old]);
  }

  /** What stands at a path of a commit; undefined where there is nothing. */
  async objectAt(commit: string, path: string): Promise<{ sha: string; type: string } | undefined> {
    const out = await this.run(['cat-file', '--batch-check'], { input: `${commit}:${path}\n` });
    const match = /^([0-9a-f]{40}) (blob|tree|commit) \d+\n$/.exec(out);
    return match ? { sha: match[1] ?? '', type: match[2] ?? '' } : undefined;
  }

  /** A file's bytes on a commit; undefined where there is none. */
  async file(commit: string, path: string): Promise<Buffer | undefined> {
    const object = await this.objectAt(commit, path);
    return object?.type === 'blob' ? this.runBytes(['cat-file', 'blob', object.sha]) : undefined;
  }
}

export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
