import { constants } from 'node:fs';
import { cp, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownDirectory } from './own-directory.ts';

/**
 * Caches of package managers that cannot be pointed at a read-only one. A copy of the caller’s is given to a set-up
 * that uses them, so that one that was filled beforehand serves where there is no network; the caller’s own is never written.
 */
const CACHES: readonly { programs: readonly string[]; place: string }[] = [
  { programs: ['mvn', 'mvnw'], place: '.m2/repository' },
  { programs: ['gradle', 'gradlew'], place: '.gradle/caches' },
  { programs: ['cargo'], place: '.cargo/registry' },
  { programs: ['go'], place: 'go/pkg/mod/cache/download' },
];
/** Larger ones would cost more time than they save. */
const COPY_AT_MOST = 2 ** 30;

/** Copies what the programs of a set-up can use from one home directory into another. */
export async function copyPackageCaches(
  from: string,
  to: string,
  programs: readonly string[],
): Promise<void> {
  const names = new Set(programs.map((program) => basename(program)));
  for (const cache of CACHES) {
    const source = join(from, cache.place);
    const isUsed = cache.programs.some((program) => names.has(program));
    if (!isUsed || (await sizeUpTo(source, COPY_AT_MOST)) > COPY_AT_MOST) continue;
    // A HOME that is set up again has its copy, or what programs made of it.
    const parent = await ownDirectory(to, dirname(cache.place));
    const place = join(parent, basename(cache.place));
    if (await lstat(place).catch(() => null)) continue;
    await cp(source, place, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      force: false,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Bytes below a directory; stops counting past the limit. Zero when there is none. */
async function sizeUpTo(path: string, limit: number): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) size += await sizeUpTo(full, limit - size);
    else size += (await lstat(full)).size;
    if (size > limit) break;
  }
  return size;
}
