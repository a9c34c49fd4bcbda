import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Exclusion } from '../../core/schema/checkpoint.ts';
import type { PathChange } from '../../ports.ts';
import { bringBackIgnored } from './bring-back-ignored.ts';
import { createHistory } from './history.ts';
import { exclusions } from './inventory.ts';
import { type KnownTree, knowTree } from './known-tree.ts';
import { leaveOutUntracked } from './leave-out.ts';
import { createLfsFinder, isAttributesFile } from './lfs.ts';
import { canListEarly, directoriesAmong, listIgnored, scanAndApply } from './listing.ts';
import { fileSystemTime, type Look, look } from './look.ts';
import { writeObjectNow } from './loose-object.ts';
import { contentsOf, editsBack, replaceFiles } from './quick-restore.ts';
import { type RawPath, showPath } from './raw-path.ts';
import type { Scan, ShadowPlace } from './scan.ts';
import { lastState, readIndex } from './shadow-index.ts';
import { butBelow, editsSince, type Memory, remember } from './since-look.ts';
import { diffIndex, diffTrees, type TreeDifference } from './tree-reading.ts';
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

/** What the last scan named without recording it. */
interface LeftOut {
  ignored: RawPath[];
  'nested-repository': RawPath[];
  'too-large': ReadonlyMap<RawPath, number>;
  'special-file': ReadonlySet<RawPath>;
  'empty-directory': RawPath[];
}

/** Opens a shadow repository that `fillDirectory` made, now or before a crash. */
export async function openShadow(options: ShadowOptions): Promise<Shadow> {
  const { place, clone } = options;
  // We are its only owner: a lock that is here was left by a process that was killed.
  await rm(`${place.gitDir}/index.lock`, { force: true });
  const pointersIn = createLfsFinder(place);
  const refs = `${clone.gitDir}/${clone.refs}`;
  const indexed = await readIndex(place, options.filledAfter, options.started, refs);
  let number = await lastState(refs);
  // Files can have been recorded without the index hearing of it.
  let last =
    number > options.filledAfter ? (await readFile(`${refs}/${number}`, 'utf8')).trim() : indexed;
  /** Whether the index may stand for something else than the last state. */
  let indexMoved = last !== indexed;
  let known: KnownTree | null = await knowTree(place, last);
  let submodules = new Set(known.submodules());
  let attributesMoved = false;
  const history = createHistory(last);
  /** What the directory looked like in the last state; null when only a scan can tell. */
  let memory: Memory | null = null;
  let leftOut: LeftOut | null = null;

  async function capture(): Promise<{ found: Scan; differences: TreeDifference[] }> {
    memory = null;
    const found = await scanAndApply(place, options.maximumFileBytes, submodules, () => {
      indexMoved = true;
    });
    if (!indexMoved) {
      move(last, []);
      return { found, differences: [] };
    }
    const [tree, differences] = await Promise.all([
      gitLine(place, ['write-tree']),
      diffIndex(place, last),
    ]);
    move(tree, differences);
    indexMoved = false;
    return { found, differences };
  }

  /**
   * Records what one look tells, without a process.
   * @returns null when a scan must tell; and the look, if there was one
   */
  function captureQuickly(): { edits: TreeDifference[] | null; seen: Look | null } {
    const before = memory;
    memory = null;
    const nothing = { edits: null, seen: null };
    if (before === null || known === null) return nothing;
    const tree = known;
    try {
      const began = fileSystemTime(place);
      if (began === null) return nothing;
      const seen = look(place.workTree, before.skipped, began);
      const edits = editsSince(place.workTree, before, tree, seen, options.maximumFileBytes);
      if (edits === null) return { edits, seen };
      for (const { content } of edits) writeObjectNow(place.objects, 'blob', content);
      known = null;
      tree.apply(edits);
      indexMoved ||= edits.length > 0;
      move(tree.id(place.objects), edits);
      known = tree;
      memory = { ...before, look: seen };
      return { edits, seen };
    } catch {
      // Whatever it was, git meets it again and says it better.
      return nothing;
    }
  }

  /** Takes a tree, which differs so from the last one, as the present state, and keeps it. */
  function move(tree: string, differences: readonly TreeDifference[]): void {
    if (tree === last && number > 0) return;
    submodules = withChanges(submodules, differences);
    attributesMoved ||= differences.some(({ path }) => isAttributesFile(path));
    mkdirSync(refs, { recursive: true });
    // A killed process or a full disk must not leave half a ref: git would refuse them all.
    writeFileSync(`${place.gitDir}/state.new`, `${tree}\n`);
    renameSync(`${place.gitDir}/state.new`, `${refs}/${number + 1}`);
    number += 1;
    if (tree === last) return;
    last = tree;
    history.add(tree, differences);
    // Kept up if that is right, read again if not.
    const tried = known;
    known = null;
    tried?.apply(differences);
    if (tried?.id(place.objects) === tree) known = tried;
  }

  async function restore(tree: string): Promise<PathChange[]> {
    // Contents that must come from git come while the directory is looked at.
    const early = contentsFor(tree);
    // What is there now is recorded first, so that a restore can be undone.
    const { edits } = captureQuickly();
    const contents = await early;
    const quick = edits === null ? null : await restoreQuickly(tree, contents);
    if (quick !== null && quick !== 'half') return quick.map(toPathChange);
    memory = null;
    // What a quick restore left half done is no state of its own.
    if (edits === null || (indexMoved && quick === null)) await capture();
    const before = last;
    const [differences] = await Promise.all([
      diffTrees(place, before, tree),
      // Never `clean`: what was not recorded is not ours to delete.
      git(place, ['read-tree', '-u', '--reset', tree]),
    ]);
    move(tree, differences);
    indexMoved = false;
    const kept = await bringBackIgnored(place, before, differences);
    return differences.filter(({ path }) => !kept.has(path)).map(toPathChange);
  }

  /** What the last state needs to become an earlier one; empty when that cannot be said. */
  async function contentsFor(tree: string): Promise<Map<string, Buffer>> {
    const way = memory && history.wayTo(tree);
    const edits = (way && known && editsBack(way, known)) ?? [];
    const shas = edits.map(({ sha }) => sha);
    return contentsOf(place, shas).catch(() => new Map<string, Buffer>());
  }

  /** @returns null when git must do it, `half` when it must go on with it */
  async function restoreQuickly(
    tree: string,
    early: Map<string, Buffer>,
  ): Promise<TreeDifference[] | 'half' | null> {
    const way = history.wayTo(tree);
    const edits = way && known && editsBack(way, known);
    if (!edits || memory === null) return null;
    const { look, ...rest } = memory;
    memory = null;
    const missing = edits.map(({ sha }) => sha).filter((sha) => !early.has(sha));
    const late = await contentsOf(place, missing).catch(() => null);
    if (late === null) return null;
    const contents = new Map([...early, ...late]);
    const entries = new Map(look.entries);
    try {
      for (const [path, stats] of replaceFiles(place, edits, contents)) entries.set(path, stats);
    } catch {
      return 'half';
    }
    indexMoved ||= edits.length > 0;
    move(tree, edits);
    if (known !== null) memory = { ...rest, look: { ...look, entries } };
    return edits;
  }

  /** Everything that git has to list, and a look to compare the next one with. */
  async function recordByScan(seen: Look | null, skipped: ReadonlySet<RawPath> | null) {
    const early = listIgnored(place).catch(() => null);
    const began = fileSystemTime(place);
    let skip = skipped ?? directoriesAmong((await early) ?? [], submodules);
    // Looked at before git looks: what changes in between is seen next time.
    let looked = seen ?? look(place.workTree, skip, began ?? 0);
    const { found, differences } = await capture();
    // Listed while we looked; where something else than files of the index came or went, once more.
    const inTime = await early;
    const ignored = inTime && canListEarly(found) ? inTime : await listIgnored(place);
    const now = directoriesAmong(ignored, submodules);
    const isWider = [...skip].some((path) => !now.has(path));
    looked = isWider ? look(place.workTree, now, 0) : butBelow(looked, now);
    skip = now;
    const explained = new Set([...found.tooLarge.keys(), ...found.refused, ...looked.special]);
    known ??= await knowTree(place, last);
    const names = new Set(ignored.map((path) => (path.endsWith('/') ? path.slice(0, -1) : path)));
    if (began !== null && !isWider && !found.nested && found.closed.length === 0)
      memory = remember(looked, known, skip, names, explained);
    leftOut = {
      ignored,
      'nested-repository': [...looked.nested, ...found.closed],
      'too-large': found.tooLarge,
      'special-file': new Set([...looked.special, ...found.refused]),
      'empty-directory': looked.empty,
    };
    return { differences, leftOut };
  }

  return {
    record: async () => {
      const skipped = memory?.skipped ?? null;
      const { edits, seen } = captureQuickly();
      const { differences, leftOut: named } =
        edits !== null && leftOut !== null
          ? { differences: edits, leftOut }
          : await recordByScan(seen, seen && skipped);
      const pointers = await pointersIn(last, attributesMoved);
      attributesMoved = false;
      return {
        tree: last,
        changed: differences.map(({ path }) => showPath(path)),
        exclusions: exclusions(
          {
            ...named,
            'too-large': named['too-large'].keys(),
            submodule: submodules,
            'lfs-pointer': pointers,
          },
          named['too-large'],
        ),
      };
    },
    without: async (act) => {
      const unfinished = `${place.gitDir}/unfinished`;
      // What a killed process had brought in half is taken away first: it must not count as work.
      const interrupted = (await readFile(unfinished, 'utf8').catch(() => '')).trim();
      if (interrupted !== '') await restore(interrupted);
      else await capture();
      memory = null;
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
