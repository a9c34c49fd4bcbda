import { lstatSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import type { KnownTree } from './known-tree.ts';
import { placeOf } from './look.ts';
import { readLooseBlob } from './loose-object.ts';
import type { RawPath } from './raw-path.ts';
import type { ShadowPlace } from './scan.ts';
import { isRuleFile } from './since-look.ts';
import { readBlobs, type TreeDifference } from './tree-reading.ts';

/**
 * What a restore has to change, when that is no more than content and mode of files that are there.
 * @returns null when it is more: then git does it
 */
export function editsBack(
  way: ReadonlyMap<RawPath, { mode: string; sha: string }>,
  tree: KnownTree,
): TreeDifference[] | null {
  const edits: TreeDifference[] = [];
  for (const [path, { mode, sha }] of way) {
    const leaf = tree.get(path);
    if (leaf?.mode === mode && leaf.sha === sha) continue;
    if (leaf === null && mode === '000000') continue;
    if (!leaf?.mode.startsWith('100') || !mode.startsWith('100') || isRuleFile(path)) return null;
    edits.push({ path, status: 'modified', oldMode: leaf.mode, mode, oldSha: leaf.sha, sha });
  }
  return edits;
}

/** The contents of blobs; a process only for those that lie in a pack. */
export async function contentsOf(
  place: ShadowPlace,
  shas: readonly string[],
): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const packed: string[] = [];
  for (const sha of new Set(shas)) {
    const content = readLooseBlob(place.objects, sha);
    if (content === null) packed.push(sha);
    else contents.set(sha, content);
  }
  const rest = await readBlobs(place, packed);
  packed.forEach((sha, n) => {
    const content = rest[n];
    if (content !== undefined) contents.set(sha, content);
  });
  return contents;
}

/**
 * Puts each file in the place of the one that is there, whole, without writing through it.
 * @returns what each looks like then
 */
export function replaceFiles(
  place: ShadowPlace,
  edits: readonly TreeDifference[],
  contents: ReadonlyMap<string, Buffer>,
): Map<RawPath, Stats> {
  const fresh = `${place.gitDir}/fresh-file`;
  const seen = new Map<RawPath, Stats>();
  for (const { path, mode, sha } of edits) {
    const content = contents.get(sha);
    if (content === undefined) throw new Error(`No blob ${sha}`);
    const target = placeOf(place.workTree, path);
    rmSync(fresh, { force: true });
    writeFileSync(fresh, content, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
    renameSync(fresh, target);
    seen.set(path, lstatSync(target));
  }
  return seen;
}
