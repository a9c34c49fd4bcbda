import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { isGitName, lstatBelow } from './inventory.ts';
import { joinRecords, pathBytes, type RawPath, splitRecords } from './raw-path.ts';
import { parseRawDiff } from './tree-reading.ts';
import { type GitPlace, git } from './trusted-git.ts';

/** A shadow repository with the directory it watches over. */
export type ShadowPlace = Required<GitPlace>;

/** How the directory differs from the index, and what of it cannot be recorded. */
export interface Scan {
  /** Whether nested repositories were found, and opened. */
  nested: boolean;
  remove: RawPath[];
  add: RawPath[];
  tooLarge: Map<RawPath, number>;
  /** Sockets, devices, pipes, and names that git refuses. */
  refused: RawPath[];
  /** Nested repositories in which git finds nothing to look at. */
  closed: RawPath[];
}

export interface ScanLimits {
  maximumFileBytes: number;
  /** Submodules of the recorded tree: they stay as they are while their directory exists. */
  submodules: ReadonlySet<RawPath>;
}

const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/**
 * Finds what changed since the index was written. Reads the directory, writes nothing but probe entries of the index.
 * @param onMove called before the index is written
 */
export async function scan(
  place: ShadowPlace,
  limits: ScanLimits,
  onMove: () => void,
): Promise<Scan> {
  const [tracked, listed] = await Promise.all([
    git(place, ['diff-files', '--raw', '-z', '--ignore-submodules=all']),
    untracked(place),
  ]);
  const result: Scan = {
    nested: false,
    remove: [],
    add: [],
    tooLarge: new Map(),
    refused: [],
    closed: [],
  };
  const differences = parseRawDiff(tracked).filter(({ oldMode }) => oldMode !== '160000');
  // Git has looked already: below a directory that became a link, our own look would go to the link's target.
  const gone = differences.filter(({ status }) => status === 'deleted').map(({ path }) => path);
  const present = differences.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const opened = await openNested(place, listed, onMove);
  result.nested = opened.probes.length > 0;
  result.remove.push(...gone, ...opened.probes);
  result.closed.push(...opened.closed);
  await classify(place.workTree, [...present, ...opened.paths], limits, result);
  await lookAtSubmodules(place.workTree, limits, result);
  return result;
}

/**
 * Makes the index say what the scan found.
 * @param piecewise leave out for now what became a directory since it was looked at, instead of failing
 * @throws CatalogueError `git-failed`: then the index may be half written, and no tree may be made of it
 */
export async function applyScan(
  place: ShadowPlace,
  { remove, add }: Scan,
  piecewise: boolean,
): Promise<void> {
  // Not plain --remove: it fails below a directory that became a link.
  if (remove.length > 0) await updateIndex(place, ['--force-remove'], joinRecords(remove));
  if (add.length > 0) await addFiles(place, add, piecewise);
}

async function addFiles(
  place: ShadowPlace,
  paths: readonly RawPath[],
  piecewise: boolean,
): Promise<void> {
  try {
    await updateIndex(place, ['--add', '--remove', '--replace'], joinRecords(paths));
  } catch (error) {
    if (!piecewise) throw error;
    const [only, second] = paths;
    if (only !== undefined && second === undefined) {
      // What git saw, not what is there by now.
      if (!saidDirectory(error)) throw error;
      // Its content is seen by the next checkpoint.
      await updateIndex(place, ['--force-remove'], joinRecords(paths));
      return;
    }
    const half = Math.ceil(paths.length / 2);
    await addFiles(place, paths.slice(0, half), piecewise);
    await addFiles(place, paths.slice(half), piecewise);
  }
}

function saidDirectory(error: unknown): boolean {
  const said = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return said.includes(': is a directory');
}

function updateIndex(place: ShadowPlace, flags: readonly string[], stdin: Buffer) {
  return git(place, ['update-index', ...flags, '-z', '--stdin'], { stdin });
}

async function untracked(place: ShadowPlace): Promise<RawPath[]> {
  return splitRecords(await git(place, ['ls-files', '-o', '--exclude-standard', '-z']));
}

/**
 * Git lists a nested repository as one name and does not look inside, unless the index has an entry there: so one that
 * stands for no file is put in, for as long as the listing takes. Ignore rules hold inside as everywhere.
 */
async function openNested(place: ShadowPlace, listed: RawPath[], onMove: () => void) {
  const probes: RawPath[] = [];
  const tried = new Set<RawPath>();
  let paths = listed;
  for (;;) {
    const fresh = paths.filter((path) => path.endsWith('/') && !tried.has(path));
    if (fresh.length === 0) break;
    onMove();
    const entries = fresh.map((path) => `${path}.probe-${randomUUID()}`);
    const info = entries.map((path) => `100644 ${emptyBlob} 0\t${path}\0`).join('');
    const flags = ['--add', '--replace', '-z', '--index-info'];
    await git(place, ['update-index', ...flags], { stdin: pathBytes(info) });
    for (const path of fresh) tried.add(path);
    probes.push(...entries);
    paths = await untracked(place);
  }
  const closed = paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  return { probes, paths: paths.filter((path) => !path.endsWith('/')), closed };
}

async function classify(
  root: string,
  paths: readonly RawPath[],
  limits: ScanLimits,
  result: Scan,
): Promise<void> {
  for (let at = 0; at < paths.length; at += 256) {
    const some = paths.slice(at, at + 256);
    const stats = await Promise.all(some.map((path) => lstatBelow(root, path)));
    some.forEach((path, n) => {
      place(path, stats[n] ?? null, limits, result);
    });
  }
}

function place(path: RawPath, stats: Stats | null, limits: ScanLimits, result: Scan): void {
  if (stats === null) {
    result.remove.push(path);
  } else if (stats.isFile() && stats.size > limits.maximumFileBytes) {
    result.tooLarge.set(path, stats.size);
    result.remove.push(path);
  } else if (isNameRefused(path, stats.isSymbolicLink())) {
    // Below a `.GIT`: the walk names that directory.
    if (!path.split('/').some(isGitName)) result.refused.push(path);
  } else if (stats.isFile() || stats.isSymbolicLink()) {
    result.add.push(path);
  } else if (stats.isDirectory()) {
    // A file that became a directory since git looked: its content is seen by the next checkpoint.
    result.remove.push(path);
  } else {
    // The walk names special files.
    result.remove.push(path);
  }
}

/** Git takes neither `.git` in any case as a component, nor a link in the place of `.gitmodules`. */
function isNameRefused(path: RawPath, isLink: boolean): boolean {
  const names = path.split('/');
  return names.some(isGitName) || (isLink && names.at(-1)?.toLowerCase() === '.gitmodules');
}

async function lookAtSubmodules(root: string, limits: ScanLimits, result: Scan): Promise<void> {
  for (const path of limits.submodules) {
    const stats = await lstatBelow(root, path);
    if (stats === null || !stats.isDirectory()) place(path, stats, limits, result);
  }
}
