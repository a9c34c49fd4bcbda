import { closeSync, lstatSync, openSync, utimesSync } from 'node:fs';

/** A file system whose times may be as coarse as this, when it is not the one the clock stands on. */
const coarsestMs = 2100;

/**
 * Tells moments by the clock that a directory’s file system stamps its files with: whatever changes after such a moment
 * bears that time or a later one.
 * @param file a file of our own for it, made when missing
 */
export function fileSystemClock(file: string, directory: string): () => number {
  closeSync(openSync(file, 'a'));
  const isSame = lstatSync(file).dev === lstatSync(directory).dev;
  return () => {
    utimesSync(file, 0, 0);
    const { ctimeMs } = lstatSync(file);
    return isSame ? ctimeMs : ctimeMs - coarsestMs;
  };
}
