import { appendFile } from 'node:fs/promises';
import { pathBytes, type RawPath, splitRecords } from './raw-path.ts';
import type { ShadowPlace } from './shadow/shadow-place.ts';
import { git } from './trusted-git.ts';

/**
 * Takes what is untracked now for ignored, here and in the directory’s own repository: its packages, its build output.
 * A directory that holds nothing tracked is left out whole, with what comes into it later.
 */
export async function leaveOutUntracked(place: ShadowPlace): Promise<void> {
  const flags = ['-o', '--exclude-standard', '--directory', '--no-empty-directory', '-z'];
  const patterns = splitRecords(await git(place, ['ls-files', ...flags])).flatMap(patternOf);
  if (patterns.length === 0) return;
  const lines = pathBytes(`${patterns.join('\n')}\n`);
  await appendFile(`${place.gitDir}/info/exclude`, lines);
  await appendFile(`${place.workTree}/.git/info/exclude`, lines);
}

/** An ignore rule for exactly this path. None can name a line break: such a file is recorded like any other. */
function patternOf(path: RawPath): RawPath[] {
  return path.includes('\n') ? [] : [`/${path.replace(/[\\*?[\]!#\s]/g, '\\$&')}`];
}
