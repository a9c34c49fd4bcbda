import { CatalogueError } from '../../../../src/core/catalogue-error.ts';
import { digestOf, digestText } from '../../../../src/core/digest.ts';
import type { CommandCheck } from '../../../../src/core/schema/check.ts';
import type { Checkout, PathChange, Worktree } from '../../../../src/ports.ts';

export type Files = Record<string, string>;

/** What outlives every machine: pushed checkpoints, and commits with their trees. */
export interface Remote {
  /** Tree by the checkpoint’s number. */
  checkpoints: Map<number, string>;
  /** Tree by commit. */
  commits: Map<string, string>;
  /** Every tree there ever was; who may see which is the machine’s to say. */
  trees: Map<string, Files>;
}

/** One machine: its worktrees, and the trees it knows. */
export interface Machine {
  files(worktree: string): Files;
  /** What every merge finds in its way. */
  conflicts: string[];
  /** Worktrees that nobody removed. */
  worktrees(): string[];
  ports(alive: () => void): { workspace: object; checks: object };
}

const treeIdOf = (files: Files): string => digestOf(files).slice(0, 40);

function differences(from: Files, to: Files): PathChange[] {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return paths
    .filter((path) => from[path] !== to[path])
    .map((path) => ({
      path,
      status: to[path] === undefined ? 'deleted' : from[path] === undefined ? 'added' : 'modified',
      mode: to[path] === undefined ? null : '100644',
    }));
}

export function createMachine(remote: Remote): Machine {
  const here = new Set<string>();
  const worktrees = new Map<string, Files>();
  const recorded = new Map<string, Files>();
  const keep = (files: Files): string => {
    const id = treeIdOf(files);
    remote.trees.set(id, { ...files });
    here.add(id);
    return id;
  };
  /** Commits can always be fetched; of trees, only those that were made or brought here. */
  const read = (id: string): Files => {
    const tree = remote.commits.get(id) ?? id;
    const files = remote.trees.get(tree);
    if (
      !files ||
      (!remote.commits.has(id) && !here.has(tree) && ![...remote.commits.values()].includes(tree))
    )
      throw new CatalogueError('git-failed', `No such tree: ${id}`);
    return files;
  };

  const open = (id: string, sha: string, alive: () => void): Worktree => {
    if (!worktrees.has(id)) worktrees.set(id, { ...read(sha) });
    const files = () => worktrees.get(id) ?? {};
    return {
      id,
      path: id,
      baseSha: sha,
      checkpoint: async () => {
        alive();
        const changed = differences(recorded.get(id) ?? read(sha), files()).map(({ path }) => path);
        recorded.set(id, { ...files() });
        return { tree: keep(files()), changed, exclusions: [] };
      },
      held: async (tree) => here.has(tree),
      home: `${id}.home`,
      setUp: async () => {},
      restore: async (tree) => {
        alive();
        const changes = differences(files(), read(tree));
        worktrees.set(id, { ...read(tree) });
        recorded.set(id, { ...read(tree) });
        return changes;
      },
      remove: async () => {
        // A dead process removes nothing.
        try {
          alive();
          worktrees.delete(id);
        } catch {}
      },
      release: async () => {},
    };
  };

  const machine: Machine = {
    conflicts: [],
    files: (worktree) => worktrees.get(worktree) ?? {},
    worktrees: () => [...worktrees.keys()],
    ports: (alive) => ({
      workspace: {
        list: async (id: string) =>
          Object.entries(read(id)).map(([path, text]) => ({
            path,
            mode: '100644',
            blob: digestText(text).slice(0, 40),
          })),
        read: async (id: string, path: string) => read(id)[path] ?? null,
        treeOf: async (id: string) => treeIdOf(read(id)),
        openWorktree: async (id: string, sha: string) => {
          alive();
          return open(id, sha, alive);
        },
        discardWorktrees: async (prefix: string) => {
          for (const id of [...worktrees.keys()]) if (id.startsWith(prefix)) worktrees.delete(id);
        },
        checkout: async (id: string): Promise<Checkout> => {
          alive();
          return { path: treeIdOf(read(id)), sha: id, [Symbol.asyncDispose]: async () => {} };
        },
        commit: async ({ tree, parent }: { tree: string; parent: string }) => {
          alive();
          const sha = digestOf({ tree, parent }).slice(0, 40);
          remote.commits.set(sha, tree);
          return sha;
        },
        changes: async (from: string, to: string) => differences(read(from), read(to)),
        merge: async ({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', string>) => {
          alive();
          const [b, o, t] = [read(base), read(ours), read(theirs)];
          const changes = differences(b, t).map(({ path }) => path);
          const conflicts = [
            ...machine.conflicts,
            ...changes.filter((path) => b[path] !== o[path] && o[path] !== t[path]),
          ];
          if (conflicts.length > 0) return { conflicts };
          const merged = { ...o };
          for (const path of changes)
            if (t[path] === undefined) delete merged[path];
            else merged[path] = t[path] as string;
          return { tree: keep(merged) };
        },
        patch: async (from: string, to: string) =>
          JSON.stringify(differences(read(from), read(to))),
        keepCheckpoints: async (_: number, all: readonly { number: number; tree: string }[]) => {
          alive();
          for (const { number, tree } of all) remote.checkpoints.set(number, tree);
          return { kept: all.map(({ number }) => number), refused: [], missing: [] };
        },
        bringCheckpoint: async (_: number, wanted: { tree: string; numbers: number[] }) => {
          alive();
          const pushed = wanted.numbers.some((n) => remote.checkpoints.get(n) === wanted.tree);
          if (pushed) here.add(wanted.tree);
          return here.has(wanted.tree);
        },
      },
      checks: {
        prepare: async () => ({ digest: digestText('environment'), log: '' }),
        install: async () => {},
        /** `["says", path, word]` holds when the file says the word. */
        run: async (at: Checkout, check: CommandCheck) => {
          alive();
          const [, path = '', word = ''] = check.argv;
          const good = read(at.sha)[path]?.includes(word) === true;
          return {
            checkId: check.id,
            result: good ? 'pass' : 'fail',
            summary: good ? 'says it' : `${path} does not say ${word}`,
            exitCode: good ? 0 : 1,
            testsExecuted: 1,
            durationMs: 0,
            logDigest: digestText(`${good}`),
            logTail: '',
            toolchain: 'played',
            treeChanged: false,
          };
        },
      },
    }),
  };
  return machine;
}
