import { encodeTree, type TreeEntry, writeObjectNow } from './loose-object.ts';
import { type RawPath, splitRecords } from './raw-path.ts';
import type { TreeDifference } from './tree-reading.ts';
import { type GitPlace, git } from './trusted-git.ts';

interface Leaf {
  mode: string;
  sha: string;
}

interface Branch {
  /** Null while it is to be computed again. */
  sha: string | null;
  children: Map<RawPath, Leaf | Branch>;
}

/** A tree held in memory, so that another can be made of it without a process, along the changed directories only. */
export interface KnownTree {
  get(path: RawPath): Leaf | null;
  submodules(): RawPath[];
  apply(differences: readonly Pick<TreeDifference, 'path' | 'status' | 'mode' | 'sha'>[]): void;
  /** Its id. Trees that are new are written to the object directory. */
  id(objects: string): string;
}

/** Reads a tree with all below it; one process. */
export async function knowTree(place: GitPlace, tree: string): Promise<KnownTree> {
  const root: Branch = { sha: tree, children: new Map() };
  const listed = await git(place, ['ls-tree', '-r', '-t', '-z', '--full-tree', tree]);
  for (const record of splitRecords(listed)) {
    const tab = record.indexOf('\t');
    const [mode = '', type, sha = ''] = record.slice(0, tab).split(' ');
    const path = record.slice(tab + 1);
    const { parent, name } = locate(root, path, true);
    parent?.children.set(name, type === 'tree' ? { sha, children: new Map() } : { mode, sha });
  }
  return known(root);
}

function known(root: Branch): KnownTree {
  return {
    get: (path) => {
      const { parent, name } = locate(root, path, false);
      const found = parent?.children.get(name);
      return found === undefined || isBranch(found) ? null : found;
    },
    submodules: () =>
      [...leaves(root, '')].filter(([, { mode }]) => mode === '160000').map(([path]) => path),
    apply: (differences) => {
      // What goes makes room first: a file may take the place of a directory.
      for (const { path } of differences.filter(({ status }) => status === 'deleted'))
        remove(root, path.split('/'));
      for (const { path, mode, sha, status } of differences) {
        if (status === 'deleted') continue;
        const { parent, name } = locate(root, path, true);
        if (parent) parent.children.set(name, { mode, sha });
        forget(root, path);
      }
    },
    id: (objects) => idOf(root, objects),
  };
}

function isBranch(node: Leaf | Branch): node is Branch {
  return 'children' in node;
}

function locate(root: Branch, path: RawPath, make: boolean): { parent?: Branch; name: RawPath } {
  let parent = root;
  let at = 0;
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', at)) {
    const name = path.slice(at, end);
    const child = parent.children.get(name);
    if (child !== undefined && isBranch(child)) parent = child;
    else if (make) {
      const made: Branch = { sha: null, children: new Map() };
      parent.children.set(name, made);
      parent = made;
    } else return { name: '' };
    at = end + 1;
  }
  return { parent, name: path.slice(at) };
}

function forget(root: Branch, path: RawPath): void {
  let branch: Leaf | Branch | undefined = root;
  for (const name of path.split('/')) {
    if (branch === undefined || !isBranch(branch)) return;
    branch.sha = null;
    branch = branch.children.get(name);
  }
}

/** Removes a leaf, and the directories that are empty without it: git knows none. */
function remove(branch: Branch, [name = '', ...below]: RawPath[]): void {
  branch.sha = null;
  const child = branch.children.get(name);
  if (child === undefined) return;
  if (below.length === 0) {
    branch.children.delete(name);
  } else if (isBranch(child)) {
    remove(child, below);
    if (child.children.size === 0) branch.children.delete(name);
  }
}

function idOf(branch: Branch, objects: string): string {
  if (branch.sha !== null) return branch.sha;
  const entries: TreeEntry[] = [...branch.children].map(([name, child]) =>
    isBranch(child)
      ? { mode: '40000', name, sha: idOf(child, objects) }
      : { mode: child.mode, name, sha: child.sha },
  );
  const content = encodeTree(entries);
  branch.sha = writeObjectNow(objects, 'tree', content);
  return branch.sha;
}

function* leaves(branch: Branch, prefix: string): Generator<[RawPath, Leaf]> {
  for (const [name, child] of branch.children)
    if (isBranch(child)) yield* leaves(child, `${prefix}${name}/`);
    else yield [prefix + name, child];
}
