import { setImmediate as nextTurn } from 'node:timers/promises';
import { CatalogueError } from '../../../core/catalogue-error.ts';
import type { RawPath } from '../raw-path.ts';
import { type BlobWriter, createBlobWriter } from './blob-writer.ts';
import { dropDirectory, type Findings, type Fresh, leaveOut, noFindings } from './findings.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { createInnerPlaces, joined, lookAt } from './inner-places.ts';
import {
  directoriesFrom,
  type KnownDirectory,
  knownDirectory,
  marksOf,
  pathIn,
  RULES,
} from './known-tree.ts';
import { type Look, lookAtDirectory, lookAtNames, lookAtOne } from './look.ts';
import type { ShadowPlace } from './shadow-place.ts';
import type { Helping, StatusHelper } from './status-helper.ts';
import { takeIn } from './take-in.ts';
import { writeTrees } from './write-trees.ts';

/** Everything, or the names in directories at which something may have happened since the last scan. */
export type Scope = 'everything' | ReadonlyMap<KnownDirectory, ReadonlySet<RawPath>>;

export interface ScannerOptions {
  place: ShadowPlace;
  rules: IgnoreRules;
  helper: StatusHelper;
  /** A moment of the file system’s clock. */
  clock(): number;
  maximumFileBytes: number;
  /** Called with each directory before it is looked at. */
  enter(directory: KnownDirectory): void;
  /** Called with each recorded file that has other names too. Answers whether that is news. */
  share(directory: KnownDirectory, name: RawPath): boolean;
}

export interface Scanned {
  found: Findings;
  tree: string;
}

/** Finds out how a directory differs from what is known of it, and records that: contents, then trees. */
export type Scanner = (root: KnownDirectory, scope: Scope) => Promise<Scanned>;

export function createScanner(options: ScannerOptions): Scanner {
  return async (root, scope) => {
    const pass = startPass(options);
    if (scope === 'everything') await pass.lookEverywhere(root);
    else await pass.lookAtSome(scope);
    await pass.takeInTouched();
    // Rules may reach everywhere.
    if (scope !== 'everything' && pass.found.rules.size > 0) {
      await pass.lookEverywhere(root);
      await pass.takeInTouched();
    }
    await pass.sortFresh();
    // A file got a second name: what was written through one of them was heard of at that name alone.
    if (scope !== 'everything' && pass.hasNewShare()) {
      await pass.lookEverywhere(root);
      await pass.takeInTouched();
      await pass.sortFresh();
    }
    await pass.blobs.finish();
    const tree = await writeTrees(options.place.objects, root);
    await pass.judge(root);
    return { found: pass.found, tree };
  };
}

interface Pass {
  found: Findings;
  blobs: BlobWriter;
  lookEverywhere(root: KnownDirectory): Promise<void>;
  lookAtSome(scope: Exclude<Scope, 'everything'>): Promise<void>;
  takeInTouched(): Promise<void>;
  sortFresh(): Promise<void>;
  /** Whether a recorded file has other names that it had not when it was looked at before. */
  hasNewShare(): boolean;
  judge(root: KnownDirectory): Promise<void>;
}

function startPass(options: ScannerOptions): Pass {
  const { place, rules, helper, clock, maximumFileBytes, enter } = options;
  const found = noFindings();
  const blobs = createBlobWriter(place);
  const breathe = breathing();
  const places = createInnerPlaces(place.workTree);
  const before = clock();
  let hasNewShare = false;
  const share = (directory: KnownDirectory, name: RawPath) => {
    if (options.share(directory, name)) hasNewShare = true;
  };
  const look: Look = { root: place.workTree, places, before, enter, share };
  const how = { places, blobs, maximumFileBytes, before, share };
  /** Directories whose rules hold by now for everything below. */
  const ruled = new Set<KnownDirectory>();

  async function lookEverywhere(root: KnownDirectory): Promise<void> {
    const helping = helper.begin(root);
    await lookBelow(root, helping?.covers);
    if (helping === null) return;
    const changed = await helping.changed();
    if (changed === null) await lookBelow(root);
    for (const { directory, file } of changed ?? [])
      if (!lookAtOne(look, directory, file, found)) lookAtDirectory(look, directory, found);
  }

  async function lookBelow(top: KnownDirectory, covers?: Helping['covers']): Promise<void> {
    const waiting = [top];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      lookAtDirectory(look, next, found, covers);
      if (next.parent === null && found.dropped.includes(next))
        throw new CatalogueError('workspace-broken');
      for (const each of next.directories.values()) waiting.push(each);
      await breathe();
    }
  }

  const isKnown = () => {
    const dropped = new Set(found.dropped);
    return ({ directory }: { directory: KnownDirectory }) => !dropped.has(directory);
  };

  /** What was ignored below a directory with new rules is looked at again. */
  function applyRules(): void {
    const anew = [...found.rules].filter((each) => !ruled.has(each));
    if (anew.length === 0) return;
    rules.forget();
    for (const top of anew) {
      ruled.add(top);
      for (const directory of directoriesFrom(top)) {
        directory.isJudged = false;
        for (const [name, { kind, type }] of directory.leftOut) {
          if (kind !== 'ignored') continue;
          directory.leftOut.delete(name);
          found.fresh.push({ directory, name, type });
        }
      }
    }
  }

  async function ignoredAmong(names: readonly Fresh[]): Promise<boolean[]> {
    // Git would wait for a pipe in the place of rules to say something.
    const asked = names.filter(({ directory }) => !isUnruly(directory));
    const answers = await rules.ask(asked.map(({ directory, name }) => pathIn(directory, name)));
    const ignored = new Set(asked.filter((_, n) => answers[n]));
    return names.map((each) => ignored.has(each));
  }

  return {
    found,
    blobs,
    lookEverywhere,
    hasNewShare: () => hasNewShare,
    lookAtSome: async (scope) => {
      for (const [directory, names] of scope) {
        if (found.dropped.includes(directory)) continue;
        lookAtNames(look, directory, names, found);
        for (const name of names) {
          const inner = directory.directories.get(name);
          if (inner) await lookBelow(inner);
        }
        await breathe();
      }
    },
    takeInTouched: async () => {
      await takeIn(how, found.touched.splice(0).filter(isKnown()), found, breathe);
    },
    sortFresh: async () => {
      for (;;) {
        for (const { directory, name } of found.fresh)
          if (name === RULES) found.rules.add(directory);
        applyRules();
        const fresh = found.fresh.splice(0).filter(isKnown());
        if (fresh.length === 0) return;
        const ignored = await ignoredAmong(fresh);
        const files: Fresh[] = [];
        for (const [n, each] of fresh.entries()) {
          const { directory, name, type } = each;
          if (ignored[n]) {
            const path = joined(place.workTree, pathIn(directory, name));
            const stats = type === 'file' ? lookAt(path) : null;
            // It may be the second name of a recorded file.
            if (stats && stats.nlink > 1) hasNewShare = true;
            const marks = stats && name === RULES ? marksOf(stats) : null;
            leaveOut(found, directory, name, { kind: 'ignored', type, marks });
          } else if (type === 'directory') {
            const inner = knownDirectory(directory, name);
            inner.isJudged = true;
            directory.directories.set(name, inner);
            lookAtDirectory(look, inner, found);
          } else files.push(each);
          await breathe();
        }
        await takeIn(how, files, found, breathe);
      }
    },
    judge: async (root) => {
      // A directory that holds nothing recorded is ignored as a whole, or its content one by one.
      if (found.changes.size === 0 && !found.leftOutMoved) return;
      const bare: Fresh[] = [];
      const waiting = [...root.directories.values()];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { parent: directory, name, tree, isJudged } = next;
        if (tree === '' && !isJudged && directory)
          bare.push({ directory, name, type: 'directory' });
        waiting.push(...next.directories.values());
      }
      const ignored = await ignoredAmong(bare);
      for (const [n, { directory, name, type }] of bare.entries()) {
        const inner = directory.directories.get(name);
        if (inner === undefined) continue;
        inner.isJudged = true;
        if (!ignored[n]) continue;
        dropDirectory(found, inner);
        leaveOut(found, directory, name, { kind: 'ignored', type, marks: null });
      }
    },
  };
}

function isUnruly(directory: KnownDirectory): boolean {
  for (let each: KnownDirectory | null = directory; each; each = each.parent)
    if (each.leftOut.get(RULES)?.type === 'special') return true;
  return false;
}

const turnMs = 15;

/** Lets others have a turn now and then. */
function breathing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await nextTurn();
    since = performance.now();
  };
}
