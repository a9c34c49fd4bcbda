import { encodeTree, storeObject, type TreeEntry } from '../loose-object.ts';
import type { KnownDirectory } from './known-tree.ts';

/**
 * Stores the trees of a directory that changed, innermost first; every blob they name must be there already.
 * @returns its own tree; for a directory other than the root that holds nothing to record, an empty string
 */
export async function writeTrees(objects: string, directory: KnownDirectory): Promise<string> {
  if (directory.tree !== null) return directory.tree;
  const entries: TreeEntry[] = [];
  for (const { name, mode, sha } of directory.files.values()) entries.push({ name, mode, sha });
  for (const [name, sha] of directory.submodules) entries.push({ name, mode: '160000', sha });
  for (const [name, inner] of directory.directories) {
    const sha = inner.tree ?? (await writeTrees(objects, inner));
    if (sha !== '') entries.push({ name, mode: '40000', sha });
  }
  if (entries.length === 0 && directory.parent !== null) {
    directory.tree = '';
    return '';
  }
  const tree = encodeTree(entries);
  await storeObject(objects, tree);
  directory.tree = tree.sha;
  return tree.sha;
}
