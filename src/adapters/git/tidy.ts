import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { holdLock, releaseLock } from './process-lock.ts';
import { lastState } from './shadow.ts';
import { type GitPlace, git, gitLine } from './trusted-git.ts';

const dayMs = 24 * 3_600_000;

/** What nothing refers to, and commits that nothing needed, are kept for so long: as git itself does. */
const KEPT_MS = 14 * dayMs;

/** Git packs what is loose when it is more than that: its own measure. */
const MOST_LOOSE = 6700;
const MOST_LOOSE_KB = 500_000;
const MOST_PACKS = 50;

/**
 * Removes from a state directory what the rule in docs/checkpoints.md lets go, at most once a day. Others may work there
 * meanwhile: what they write is too young to go. Nothing depends on it, so what fails is left to a later one.
 * @param now milliseconds since 1970
 */
export async function tidy(stateDirectory: string, now = Date.now()): Promise<void> {
  const clone = `${stateDirectory}/clone.git`;
  const last = await stat(`${clone}/tidied`).catch(() => null);
  if (last !== null && now - last.mtimeMs < dayMs) return;
  try {
    if (!(await holdLock(`${clone}/tidied`, 0))) return;
  } catch {
    return;
  }
  try {
    await writeFile(`${clone}/tidied`, '');
    // A clone that is as young as the process has nothing to let go of.
    if (last !== null) await letGo(stateDirectory, clone, now);
  } catch {
    // There is no clone yet, or the disk is full: another day.
  } finally {
    await releaseLock(`${clone}/tidied`);
  }
}

async function letGo(stateDirectory: string, clone: string, now: number): Promise<void> {
  const isForgotten = async (path: string) => {
    const stats = await stat(path).catch(() => null);
    return stats !== null && now - stats.mtimeMs > KEPT_MS;
  };
  const shadows = `${stateDirectory}/shadows`;
  const ids = await namesIn(shadows);
  const states = `${clone}/refs/contractor/checkpoints`;
  for (const id of (await namesIn(states)).filter((each) => !ids.includes(each)))
    if (await isForgotten(`${states}/${id}/${await lastState(`${states}/${id}`)}`))
      await rm(`${states}/${id}`, { recursive: true, force: true });
  const bases = await Promise.all(ids.map((id) => textOf(`${shadows}/${id}/started-from`)));
  const have = `${clone}/refs/contractor/have`;
  for (const sha of (await namesIn(have)).filter((each) => !bases.includes(each)))
    if (await isForgotten(`${have}/${sha}`)) await rm(`${have}/${sha}`, { force: true });
  await removeUnfinished(`${clone}/objects/pack`, now);
  await collect({ gitDir: clone }, now);
}

/** Packs that a killed git was writing: nobody writes one for a day. */
async function removeUnfinished(directory: string, now: number): Promise<void> {
  for (const name of await namesIn(directory)) {
    const path = `${directory}/${name}`;
    const stats = name.startsWith('tmp_') ? await stat(path).catch(() => null) : null;
    if (stats !== null && now - stats.mtimeMs > dayMs) await rm(path, { force: true });
  }
}

async function collect(clone: GitPlace, now: number): Promise<void> {
  const counted = await gitLine(clone, ['count-objects', '-v']);
  const figure = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)?.[1]);
  const isUntidy =
    figure('count') > MOST_LOOSE || figure('size') > MOST_LOOSE_KB || figure('packs') > MOST_PACKS;
  const until = `@${Math.floor((now - KEPT_MS) / 1000)} +0000`;
  // We read and write refs as files.
  const settings = ['-c', 'gc.packRefs=false', '-c', 'repack.writeBitmaps=false'];
  if (isUntidy) await git(clone, [...settings, 'gc', '--quiet', `--prune=${until}`]);
  else await git(clone, ['prune', `--expire=${until}`]);
}

const namesIn = (directory: string) => readdir(directory).catch(() => [] as string[]);

const textOf = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim();
