import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { pathBytes, type RawPath } from '../raw-path.ts';

/** A name in a directory, for the file system. Empty: the directory itself. */
export type At = (name: RawPath) => string | Buffer;

/** The directories below a root, reached so that no link is ever followed. */
export interface InnerPlaces {
  /** Runs something in a directory; null when it is not one, or a link is in the way. */
  within<T>(directory: RawPath, act: (at: At) => T): T | null;
  /** The same after making the directory; whatever else is in its place is removed. */
  making<T>(directory: RawPath, act: (at: At) => T): T;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/** A descriptor of our own process stands for its directory even when that is moved, or a link put in its place. */
export const DESCRIPTORS = '/proc/self/fd';

export function createInnerPlaces(root: string): InnerPlaces {
  const step = existsSync(DESCRIPTORS) ? byDescriptor : byName;
  function reach<T>(directory: RawPath, make: boolean, act: (at: At) => T): T | null {
    let place = step(root);
    if (place === null) return null;
    try {
      for (const name of directory === '' ? [] : directory.split('/')) {
        if (make) makeDirectory(place.at(name));
        const next = step(place.at(name));
        place.leave();
        place = next;
        if (place === null) return null;
      }
      return act(place.at);
    } finally {
      place?.leave();
    }
  }
  return {
    within: (directory, act) => reach(directory, false, act),
    making: (directory, act) => {
      const done = reach(directory, true, (at) => ({ value: act(at) }));
      if (done === null) throw new Error('a directory was replaced while it was made');
      return done.value;
    },
  };
}

interface Place {
  at: At;
  leave(): void;
}

function byDescriptor(path: string | Buffer): Place | null {
  try {
    const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    return {
      at: (name) => joined(`${DESCRIPTORS}/${descriptor}`, name),
      leave: () => closeSync(descriptor),
    };
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

/** Where the system has no such paths: looked at first, then used. */
function byName(path: string | Buffer): Place | null {
  if (lookAt(path)?.isDirectory() !== true) return null;
  return { at: (name) => joined(path, name), leave: () => {} };
}

export function joined(directory: string | Buffer, name: RawPath): string | Buffer {
  if (name === '') return directory;
  if (typeof directory === 'string' && isPlain(name)) return `${directory}/${name}`;
  return Buffer.concat([Buffer.from(directory), Buffer.from('/'), pathBytes(name)]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\x00-\x7f]*$/;

/** Whether text and bytes are the same, so that no buffer is needed. */
function isPlain(path: RawPath): boolean {
  return plain.test(path);
}

/** As lstat; null when nothing is there. */
export function lookAt(path: string | Buffer) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

/** Nothing is there, or something else than what was asked for. */
export function isNotThere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENXIO';
}

/** It is there, and its owner, or root, has to allow it first. */
export function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

function makeDirectory(path: string | Buffer): void {
  const stats = lookAt(path);
  if (stats?.isDirectory()) return;
  if (stats !== null) rmSync(path);
  mkdirSync(path);
}
