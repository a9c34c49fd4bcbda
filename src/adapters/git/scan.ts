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

/** Finds what changed since the index was written. Reads the directory, writes nothing but probe entries of the index. */
export async function scan(place: ShadowPlace, limits: ScanLimits): Promise<Scan> {
  const [tracked, listed] = await Promise.all([
    git(place, ['diff-files', '--raw', '-z', '--ignore-submodules=all']),
    untracked(place),
  ]);
  const result: Scan = { remove: [], add: [], tooLarge: new Map(), refused: [], closed: [] };
  const differences = parseRawDiff(tracked).filter(({ oldMode }) => oldMode !== '160000');
  // Git has looked already: below a directory that became a link, our own look would go to the link's target.
  const gone = differences.filter(({ status }) => status === 'deleted').map(({ path }) => path);
  const present = differences.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const opened = await openNested(place, listed);
  result.remove.push(...gone, ...opened.probes);
  result.closed.push(...opened.closed);
  await classify(place.workTree, [...present, ...opened.paths], limits, result);
  await lookAtSubmodules(place.workTree, limits, result);
  return result;
}

/** Makes the index say what the scan found. @throws CatalogueError `git-failed`: then the index may be half written, and no tree may be made of it */
export async function applyScan(place: ShadowPlace, found: Scan): Promise<boolean> {
  const { remove, add } = found;
  // Not plain --remove: it fails below a directory that became a link.
  if (remove.length > 0) await updateIndex(place, ['--force-remove'], joinRecords(remove));
  if (add.length > 0)
    await updateIndex(place, ['--add', '--remove', '--replace'], joinRecords(add));
  return remove.length + add.length > 0;
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
async function openNested(place: ShadowPlace, listed: RawPath[]) {
  const probes: RawPath[] = [];
  const tried = new Set<RawPath>();
  let paths = listed;
  for (;;) {
    const fresh = paths.filter((path) => path.endsWith('/') && !tried.has(path));
    if (fresh.length === 0) break;
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
