import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Exclusion } from '../../core/schema/checkpoint.ts';
import type { PathChange } from '../../ports.ts';
import { bringBackIgnored } from './bring-back-ignored.ts';
import { exclusions, walkUnlisted } from './inventory.ts';
import { leaveOutUntracked } from './leave-out.ts';
import { createLfsFinder, isAttributesFile } from './lfs.ts';
import { writeGitDirectory } from './own-repository.ts';
import { type RawPath, showPath, splitRecords } from './raw-path.ts';
import { applyScan, type Scan, type ShadowPlace, scan } from './scan.ts';
import { diffIndex, diffTrees, listTree, type TreeDifference } from './tree-reading.ts';
import { git, gitLine } from './trusted-git.ts';

export interface Recorded {
  tree: string;
  changed: string[];
  exclusions: Exclusion[];
}

/** The states of one directory: recorded and brought back. Calls must not overlap. */
export interface Shadow {
  record(): Promise<Recorded>;
  /** Runs something whose work is no part of the recorded states: what appears is left out, what changed is put back. */
  without(act: () => Promise<void>): Promise<void>;
  restore(tree: string): Promise<PathChange[]>;
  /** Whether this was the state at some time since the directory was filled. */
  held(tree: string): Promise<boolean>;
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
}

/** A scan is tried again when a file changed while it was read. */
const attempts = 3;

/**
 * Makes a fresh shadow repository and fills the (empty) directory with a tree. The shadow holds only an index and
 * settings; its objects live in our clone, which no agent can write either, so a recorded tree is known there at once.
 */
export async function fillDirectory(place: ShadowPlace, tree: string): Promise<void> {
  await rm(place.gitDir, { recursive: true, force: true });
  await writeGitDirectory(place.gitDir, 'ref: refs/heads/none');
  await git(place, ['read-tree', '-u', '--reset', tree]);
}

/** Opens a shadow repository that `fillDirectory` made, now or before a crash. */
export async function openShadow(options: ShadowOptions): Promise<Shadow> {
  const { place, clone } = options;
  // We are its only owner: a lock that is here was left by a process that was killed.
  await rm(`${place.gitDir}/index.lock`, { force: true });
  const pointersIn = createLfsFinder(place);
  const refs = `${clone.gitDir}/${clone.refs}`;
  let last = await readIndex(options, refs);
  let submodules = new Set(
    (await listTree(place, last)).filter(({ mode }) => mode === '160000').map(({ path }) => path),
  );
  let attributesMoved = false;
  let number = await lastState(refs);

  /** Whether the index may stand for something else than the last state. */
  let indexMoved = false;

  async function capture(): Promise<{ found: Scan; differences: TreeDifference[] }> {
    const found = await scanAndApply(place, options.maximumFileBytes, submodules, () => {
      indexMoved = true;
    });
    if (!indexMoved) {
      await move(last, []);
      return { found, differences: [] };
    }
    const [tree, differences] = await Promise.all([
      gitLine(place, ['write-tree']),
      diffIndex(place, last),
    ]);
    await move(tree, differences);
    indexMoved = false;
    return { found, differences };
  }

  /** Takes a tree, which differs so from the last one, as the present state, and keeps it. */
  async function move(tree: string, differences: readonly TreeDifference[]): Promise<void> {
    if (tree === last && number > 0) return;
    submodules = withChanges(submodules, differences);
    attributesMoved ||= differences.some(({ path }) => isAttributesFile(path));
    await mkdir(refs, { recursive: true });
    // A killed process or a full disk must not leave half a ref: git would refuse them all.
    await writeFile(`${place.gitDir}/state.new`, `${tree}\n`);
    await rename(`${place.gitDir}/state.new`, `${refs}/${number + 1}`);
    number += 1;
    last = tree;
  }

  async function restore(tree: string): Promise<PathChange[]> {
    // What is there now is recorded first, so that a restore can be undone.
    await capture();
    const before = last;
    const [differences] = await Promise.all([
      diffTrees(place, before, tree),
      // Never `clean`: what was not recorded is not ours to delete.
      git(place, ['read-tree', '-u', '--reset', tree]),
    ]);
    await move(tree, differences);
    const kept = await bringBackIgnored(place, before, differences);
    return differences.filter(({ path }) => !kept.has(path)).map(toPathChange);
  }

  return {
    record: async () => {
      const early = listIgnored(place).catch(() => null);
      const { found, differences } = await capture();
      // Listed while we looked; where something else than files of the index came or went, once more.
      const inTime = await early;
      const ignored = inTime && canListEarly(found) ? inTime : await listIgnored(place);
      const directories = ignored.filter((path) => path.endsWith('/')).map((p) => p.slice(0, -1));
      const [unlisted, pointers] = await Promise.all([
        walkUnlisted(place.workTree, new Set([...directories, ...submodules])),
        pointersIn(last, attributesMoved),
      ]);
      attributesMoved = false;
      return {
        tree: last,
        changed: differences.map(({ path }) => showPath(path)),
        exclusions: exclusions(
          {
            ignored,
            'nested-repository': [...unlisted.nested, ...found.closed],
            submodule: submodules,
            'lfs-pointer': pointers,
            'too-large': found.tooLarge.keys(),
            'special-file': new Set([...unlisted.special, ...found.refused]),
            'empty-directory': unlisted.empty,
          },
          found.tooLarge,
        ),
      };
    },
    without: async (act) => {
      const unfinished = `${place.gitDir}/unfinished`;
      // What a killed process had brought in half is taken away first: it must not count as work.
      const interrupted = (await readFile(unfinished, 'utf8').catch(() => '')).trim();
      if (interrupted !== '') await restore(interrupted);
      else await capture();
      const before = last;
      await writeFile(`${unfinished}.new`, before);
      await rename(`${unfinished}.new`, unfinished);
      try {
        await act();
        await leaveOutUntracked(place);
      } finally {
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
  };
}

/**
 * The tree the index stands for. The index is no more than a memory of what was seen: one that cannot be read is made
 * anew from the last state, and the next scan finds out what is there.
 */
async function readIndex({ place, filledAfter, started }: ShadowOptions, refs: string) {
  if (await isWhole(place.index)) return gitLine(place, ['write-tree']);
  await rm(place.index, { force: true });
  const number = await lastState(refs);
  const state = number > filledAfter ? await readFile(`${refs}/${number}`, 'utf8') : started;
  await git(place, ['read-tree', '--reset', state.trim()]);
  return gitLine(place, ['write-tree']);
}

/** Whether an index ends with its own checksum. Git does not look, and takes a missing one for that of an empty directory. */
async function isWhole(index: string): Promise<boolean> {
  const bytes = await readFile(index).catch(() => Buffer.alloc(0));
  const body = bytes.subarray(0, -20);
  return body.length > 0 && createHash('sha1').update(body).digest().equals(bytes.subarray(-20));
}

/** Number of the newest recorded state; 0 when there is none. */
export async function lastState(refs: string): Promise<number> {
  return Math.max(0, ...(await readdir(refs).catch(() => [])).map(Number));
}

/** Nothing was taken out of the index that is still there, and no nested repository was opened: the rest is listed the same. */
function canListEarly({ nested, tooLarge, refused, remove }: Scan): boolean {
  return !nested && tooLarge.size + refused.length + remove.length === 0;
}

async function scanAndApply(
  place: ShadowPlace,
  maximumFileBytes: number,
  submodules: ReadonlySet<RawPath>,
  onMove: () => void,
): Promise<Scan> {
  for (let attempt = 1; ; attempt++) {
    const found = await scan(place, { maximumFileBytes, submodules }, onMove);
    try {
      if (found.add.length + found.remove.length > 0) onMove();
      await applyScan(place, found, attempt === attempts);
      return found;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function listIgnored(place: ShadowPlace): Promise<RawPath[]> {
  const flags = ['-o', '-i', '--exclude-standard', '--directory', '-z'];
  return splitRecords(await git(place, ['ls-files', ...flags]));
}

function withChanges(submodules: ReadonlySet<RawPath>, differences: readonly TreeDifference[]) {
  const now = new Set(submodules);
  for (const { path, oldMode, mode } of differences) {
    if (oldMode === '160000') now.delete(path);
    if (mode === '160000') now.add(path);
  }
  return now;
}

export function toPathChange({ path, status, mode }: TreeDifference): PathChange {
  return { path: showPath(path), status, mode: status === 'deleted' ? null : mode };
}
