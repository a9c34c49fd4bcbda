import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RawPath } from '../raw-path.ts';
import { joined } from './inner-places.ts';
import { directoriesFrom, type KnownDirectory, type KnownFile } from './known-tree.ts';

/** Looks at half of a large tree's files in a thread of its own, while the caller looks at the rest. */
export interface StatusHelper {
  /** Begins to look; null when it has nothing to do. */
  begin(root: KnownDirectory): Helping | null;
  close(): void;
}

export interface Helping {
  /** Whether it looks at the files of this directory, each as it is known now. */
  covers(directory: KnownDirectory): boolean;
  /** Those that are not surely the same; null when it failed and somebody else must look. */
  changed(): Promise<{ directory: KnownDirectory; file: KnownFile }[] | null>;
}

/** With fewer files, passing messages takes longer than looking. */
const WORTHWHILE = 4000;

/** With less of its share as it was told, it is told anew. */
const MOSTLY = 0.95;

/** A source of its own, since a bundle has no second file: told names and marks once, it answers which differ. */
const SOURCE = `
const { parentPort } = require('node:worker_threads');
const { lstatSync } = require('node:fs');
const quietly = { throwIfNoEntry: false };
let groups = [];
let marks = new Float64Array();
function isSame(path, at) {
  try {
    const stats = lstatSync(path, quietly);
    return stats !== undefined && stats.nlink === 1 && stats.ctimeMs === marks[at] &&
      stats.mtimeMs === marks[at + 1] && stats.size === marks[at + 2] && stats.ino >>> 0 === marks[at + 3];
  } catch {
    return false;
  }
}
parentPort.on('message', (told) => {
  if (told !== null) return void ({ groups, marks } = told);
  const differing = [];
  let row = 0;
  for (const { place, names } of groups)
    for (const name of names) {
      if (!isSame(place + name, row * 4)) differing.push(row);
      row += 1;
    }
  parentPort.postMessage(differing);
});
`;

interface Share {
  directory: KnownDirectory;
  files: KnownFile[];
}

export function createStatusHelper(root: string): StatusHelper {
  let worker: Worker | null = null;
  let shares: Share[] = [];
  let isHopeless = availableParallelism() < 2;
  let scans = 0;

  function prepare(top: KnownDirectory): void {
    const directories = [...directoriesFrom(top)].filter(({ path }) => isPlain(path));
    const total = directories.reduce((sum, { files }) => sum + files.size, 0);
    shares = [];
    if (total < WORTHWHILE) return;
    let assigned = 0;
    for (const directory of directories) {
      if (assigned >= total / 2) break;
      const files = [...directory.files.values()];
      if (files.length === 0 || !files.every((file) => file.isSure && isPlain(file.name))) continue;
      shares.push({ directory, files });
      assigned += files.length;
    }
    const marks = new Float64Array(assigned * 4);
    let row = 0;
    for (const { ctimeMs, mtimeMs, size, inode } of shares.flatMap(({ files }) => files)) {
      marks.set([ctimeMs, mtimeMs, size, inode], row * 4);
      row += 1;
    }
    const groups = shares.map(({ directory, files }) => ({
      place: `${joined(root, directory.path)}/`,
      names: files.map(({ name }) => name),
    }));
    worker ??= start();
    worker.postMessage({ groups, marks }, [marks.buffer]);
  }

  function start(): Worker {
    const started = new Worker(SOURCE, { eval: true, env: {}, stdin: false });
    started.on('error', () => {
      isHopeless = true;
      worker = null;
    });
    started.unref();
    return started;
  }

  return {
    begin: (top) => {
      // The first look is all that many ever take.
      scans += 1;
      if (isHopeless || scans < 2) return null;
      let covered = shares.filter(isUnmoved);
      if (covered.length === 0 || covered.length < shares.length * MOSTLY) {
        prepare(top);
        covered = shares;
      }
      if (covered.length === 0 || worker === null) return null;
      return ask(worker, shares, new Set(covered.map(({ directory }) => directory)));
    },
    close: () => {
      void worker?.terminate();
      worker = null;
      shares = [];
    },
  };
}

/** Whether it can be told as text. */
function isPlain(path: RawPath): boolean {
  return /^[ -~]*$/.test(path);
}

/** Whether exactly these files are known there still, and surely. */
function isUnmoved({ directory, files }: Share): boolean {
  if (files.length !== directory.files.size) return false;
  return files.every((file) => file.isSure && directory.files.get(file.name) === file);
}

function ask(
  worker: Worker,
  shares: readonly Share[],
  covered: ReadonlySet<KnownDirectory>,
): Helping {
  const answer = new Promise<number[] | null>((resolve) => {
    const settle = (rows: number[] | null) => {
      worker.off('message', settle);
      worker.off('exit', onExit);
      worker.unref();
      resolve(rows);
    };
    const onExit = () => settle(null);
    worker.on('message', settle);
    worker.on('exit', onExit);
    worker.ref();
    worker.postMessage(null);
  });
  return {
    covers: (directory) => covered.has(directory),
    changed: async () => {
      const rows = await answer;
      if (rows === null) return null;
      const wanted = new Set(rows);
      const found: { directory: KnownDirectory; file: KnownFile }[] = [];
      let row = 0;
      for (const { directory, files } of shares)
        for (const file of files) {
          if (wanted.has(row) && covered.has(directory)) found.push({ directory, file });
          row += 1;
        }
      return found;
    },
  };
}
