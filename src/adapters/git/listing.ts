import { type RawPath, splitRecords } from './raw-path.ts';
import { applyScan, type Scan, type ShadowPlace, scan } from './scan.ts';
import { git } from './trusted-git.ts';

/** A scan is tried again when a file changed while it was read. */
const attempts = 3;

/** Nothing was taken out of the index that is still there, and no nested repository was opened: the rest is listed the same. */
export function canListEarly({ nested, tooLarge, refused, remove }: Scan): boolean {
  return !nested && tooLarge.size + refused.length + remove.length === 0;
}

/** Brings the index up to what is there. */
export async function scanAndApply(
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

/** Ignored files, and ignored directories with a slash at their end. */
export async function listIgnored(place: ShadowPlace): Promise<RawPath[]> {
  const flags = ['-o', '-i', '--exclude-standard', '--directory', '-z'];
  return splitRecords(await git(place, ['ls-files', ...flags]));
}

/** What no look has to go into. */
export function directoriesAmong(ignored: readonly RawPath[], submodules: ReadonlySet<RawPath>) {
  const directories = ignored.filter((path) => path.endsWith('/')).map((p) => p.slice(0, -1));
  return new Set([...directories, ...submodules]);
}
