import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Exclusion } from '../../core/schema/checkpoint.ts';
import type { PathChange } from '../../ports.ts';
import { gitFailed } from './git-failure.ts';
import { leaveOutUntracked } from './leave-out.ts';
import { createLfsFinder, isAttributesFile } from './lfs.ts';
import { showPath } from './raw-path.ts';
import { differencesTo } from './shadow/differ.ts';
import { differencesOf, noFindings } from './shadow/findings.ts';
import { createIgnoreRules } from './shadow/ignore-rules.ts';
import { readIndexFile } from './shadow/index-file.ts';
import { exclusionsOf, recordedFiles } from './shadow/inventory.ts';
import { type Memory, openMemory } from './shadow/memory.ts';
import { createObjectReader } from './shadow/object-reader.ts';
import { openUp } from './shadow/open-up.ts';
import { isRules, putBack } from './shadow/put-back.ts';
import type { ShadowPlace } from './shadow/shadow-place.ts';
import { writeTrees } from './shadow/write-trees.ts';
import { type TreeDifference, treeOf } from './tree-reading.ts';
import { git } from './trusted-git.ts';

export interface Recorded {
  tree: string;
  changed: string[];
  exclusions: Exclusion[];
}

/** The states of one directory: recorded and brought back. Calls must not overlap. */
export interface Shadow {
  /** @param mayRely whether what a watcher did not hear of may be taken for unchanged */
  record(mayRely: boolean): Promise<Recorded>;
  /** Runs something whose work is no part of the recorded states: what appears is left out, what changed is put back. */
  without(act: () => Promise<void>): Promise<void>;
  restore(tree: string): Promise<PathChange[]>;
  /** Whether this was the state at some time since the directory was filled. */
  held(tree: string): Promise<boolean>;
  /** Ends what runs for it; it can still be used, and starts that again. */
  close(): void;
}

export interface ShadowOptions {
  place: ShadowPlace;
  /** The clone that objects are written to, and the prefix of the refs there that keep each recorded tree. */
  clone: { gitDir: string; refs: string };
  /** Number of the last state that was recorded before the directory was filled anew. */
  filledAfter: number;
  /** Commit or tree that the directory was filled with. */
  started: string;
  /** Larger files are named, not recorded. */
  maximumFileBytes: number;
  /** Whether a watcher may be used. */
  watch: boolean;
}

/** A scan is tried again when what it saw was gone before it could be read. */
const attempts = 3;

/** So many of the newest states of a directory are kept on this machine. */
const MOST_STATES = 1000;

/** Opens a shadow repository that `fillDirectory` made, now or before a crash. */
export async function openShadow(options: ShadowOptions): Promise<Shadow> {
  const { place, clone } = options;
  // We are its only owner: a lock that is here was left by a process that was killed.
  await rm(`${place.gitDir}/index.lock`, { force: true });
  const pointersIn = createLfsFinder(place);
  const rules = createIgnoreRules(place);
  const objects = createObjectReader(place);
  const refs = `${clone.gitDir}/${clone.refs}`;
  let number = await lastState(refs);
  let last = await recordedLast(options, refs, number);
  let memory: Memory | null = await openMemory({ ...options, rules }, last);
  let attributesMoved = false;
  /** What the last record left out, while nothing of it can have changed. */
  let leftOut: Exclusion[] | null = null;

  function forget(): void {
    memory?.close();
    memory = null;
    leftOut = null;
  }

  async function remembered(): Promise<Memory> {
    memory ??= await openMemory({ ...options, rules }, last);
    return memory;
  }

  /** Records what is there now, as a state of its own when it differs from the last. */
  async function capture(mayRely: boolean): Promise<TreeDifference[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { found, tree } = await (await remembered()).scan(mayRely);
        if (found.leftOutMoved) leftOut = null;
        const differences = differencesOf(found);
        await move(tree, differences);
        return differences;
      } catch (error) {
        // Half of it may be noted already: it is found again, from the last state on.
        forget();
        if (attempt === attempts) throw asFailure('scan', error);
        if (error instanceof CatalogueError && error.code === 'workspace-broken') throw error;
      }
    }
  }

  /** Takes a tree, which differs so from the last one, as the present state, and keeps it. */
  async function move(tree: string, differences: readonly TreeDifference[]): Promise<void> {
    if (tree === last && number > 0) return;
    attributesMoved ||= differences.some(({ path }) => isAttributesFile(path));
    leftOut = null;
    await mkdir(refs, { recursive: true });
    // A killed process or a full disk must not leave half a ref: git would refuse them all.
    await writeFile(`${place.gitDir}/state.new`, `${tree}\n`);
    await rename(`${place.gitDir}/state.new`, `${refs}/${number + 1}`);
    number += 1;
    last = tree;
    if (number > MOST_STATES) await rm(`${refs}/${number - MOST_STATES}`, { force: true });
  }

  /** By ourselves, not by git: that would follow a link that a program puts in a directory’s place meanwhile. */
  async function putInPlace({ root }: Memory, tree: string, differences: TreeDifference[]) {
    try {
      const how = { root: place.workTree, objects, rules };
      const kept = await putBack(how, root, differences, noFindings());
      const made = await writeTrees(place.objects, root);
      if (made !== tree) throw new Error(`${made} was made instead of ${tree}`);
      // By other rules, other files that are there count.
      if (differences.some(isRules)) forget();
      return kept;
    } catch (error) {
      forget();
      throw asFailure('restore', error);
    }
  }

  async function restore(tree: string): Promise<PathChange[]> {
    // What is there now is recorded first, so that a restore can be undone.
    await capture(false);
    const known = await remembered();
    const differences = await differencesTo(objects, known.root, tree);
    openUp(
      place.workTree,
      differences.map(({ path }) => path),
    );
    const kept = await putInPlace(known, tree, differences);
    await move(tree, differences);
    return differences.filter(({ path }) => !kept.has(path)).map(toPathChange);
  }

  return {
    record: async (mayRely) => {
      const differences = await capture(mayRely);
      if (leftOut === null) {
        const { root } = await remembered();
        const pointers = await pointersIn(recordedFiles(root), attributesMoved);
        attributesMoved = false;
        leftOut = exclusionsOf(root, pointers);
      }
      const changed = differences.map(({ path }) => showPath(path));
      return { tree: last, changed, exclusions: leftOut };
    },
    without: async (act) => {
      const unfinished = `${place.gitDir}/unfinished`;
      // What a killed process had brought in half is taken away first: it must not count as work.
      const interrupted = (await readFile(unfinished, 'utf8').catch(() => '')).trim();
      if (interrupted !== '') await restore(interrupted);
      else await capture(false);
      const before = last;
      await writeFile(`${unfinished}.new`, before);
      await rename(`${unfinished}.new`, unfinished);
      try {
        await act();
        // Git tells tracked from untracked by its index.
        await git(place, ['read-tree', '--reset', before]);
        await leaveOutUntracked(place);
      } finally {
        rules.forget();
        forget();
        await restore(before);
        await rm(unfinished);
      }
    },
    restore,
    held: async (tree) => {
      for (let n = number; n > options.filledAfter; n--)
        if ((await readFile(`${refs}/${n}`, 'utf8').catch(() => '')).trim() === tree) return true;
      return false;
    },
    close: () => {
      forget();
      rules.forget();
      objects.end();
    },
  };
}

/** The tree the directory was in when it was last recorded, or else filled. */
async function recordedLast(options: ShadowOptions, refs: string, number: number): Promise<string> {
  const { place, filledAfter, started } = options;
  if (number > filledAfter) return (await readFile(`${refs}/${number}`, 'utf8')).trim();
  return readIndexFile(place.index)?.trees.get('') ?? treeOf(place, started);
}

/** Number of the newest recorded state; 0 when there is none. */
export async function lastState(refs: string): Promise<number> {
  return Math.max(0, ...(await readdir(refs).catch(() => [])).map(Number));
}

function asFailure(what: string, error: unknown): unknown {
  return error instanceof CatalogueError ? error : gitFailed([what], 0, String(error));
}

export function toPathChange({ path, status, mode }: TreeDifference): PathChange {
  return { path: showPath(path), status, mode: status === 'deleted' ? null : mode };
}
