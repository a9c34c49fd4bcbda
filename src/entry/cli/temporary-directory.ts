import { rm } from 'node:fs/promises';
import { makeTemporaryDirectory } from '../../adapters/temporary-directory.ts';

/** A directory that is gone when it is disposed of. */
export function temporaryDirectory(): AsyncDisposable & { path: string } {
  const path = makeTemporaryDirectory('cli');
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
