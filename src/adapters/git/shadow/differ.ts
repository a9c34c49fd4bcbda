import type { RawPath } from '../raw-path.ts';
import type { TreeDifference } from '../tree-reading.ts';
import type { KnownDirectory } from './known-tree.ts';
import { type ObjectReader, parseTree, type TreeItem } from './object-reader.ts';

const NOTHING = { mode: '000000', sha: '0'.repeat(40) };

/** How a tree differs from what is recorded now: only trees that differ are read. In git’s order. */
export async function differencesTo(
  objects: ObjectReader,
  root: KnownDirectory,
  tree: string,
): Promise<TreeDifference[]> {
  const found: TreeDifference[] = [];
  const put = (path: RawPath, before: typeof NOTHING, after: typeof NOTHING) => {
    if (before.mode === after.mode && before.sha === after.sha) return;
    const { mode, sha } = after;
    found.push({ path, status: statusOf(before, after), oldMode: before.mode, mode, sha });
  };

  async function compare(known: KnownDirectory | null, path: RawPath, sha: string): Promise<void> {
    if (sha === (known?.tree ?? '')) return;
    const items = sha === '' ? [] : parseTree(await objects.read('tree', sha));
    const wanted = new Map(items.map((item) => [item.name, item]));
    for (const name of namesOf(known, items)) {
      const item = wanted.get(name);
      const isTree = item?.mode === '40000';
      const at = path === '' ? name : `${path}/${name}`;
      put(at, recorded(known, name), item && !isTree ? item : NOTHING);
      await compare(known?.directories.get(name) ?? null, at, isTree ? item.sha : '');
    }
  }

  await compare(root, '', tree);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function namesOf(known: KnownDirectory | null, items: readonly TreeItem[]): Set<RawPath> {
  const names = new Set(items.map(({ name }) => name));
  for (const group of known ? [known.files, known.submodules, known.directories] : [])
    for (const name of group.keys()) names.add(name);
  return names;
}

function recorded(known: KnownDirectory | null, name: RawPath): typeof NOTHING {
  const commit = known?.submodules.get(name);
  if (commit !== undefined) return { mode: '160000', sha: commit };
  return known?.files.get(name) ?? NOTHING;
}

function statusOf(before: typeof NOTHING, after: typeof NOTHING): TreeDifference['status'] {
  if (before === NOTHING) return 'added';
  if (after === NOTHING) return 'deleted';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'modified' : 'type-changed';
}
