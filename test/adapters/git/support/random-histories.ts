import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { adaptersFor, makeRemote, snapshotOf } from './repositories.ts';

/** Names as bytes: ordinary, special to git or a shell, no UTF-8, and such that files and directories collide. */
const names = [
  'a',
  'b',
  'c d',
  '*',
  ':(glob)x',
  '-f',
  'q\'"',
  'n\nl',
  '\xff\xfe',
  '\xc3\xa9',
  'A',
  '.x',
];

const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const content = fc.constantFrom(
  '',
  'one\n',
  'two\n',
  'cr\r\nlf\n',
  '$Id$\n',
  'b\0in\r\n',
  '\ufeffbom',
);
const target = fc.constantFrom('a', '../outside', '/nonexistent', '.', 'b/c d', '\xff');

type Operation =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'link'; path: string; target: string }
  | { kind: 'delete'; path: string }
  | { kind: 'mode'; path: string; executable: boolean }
  | { kind: 'move'; path: string; to: string }
  | { kind: 'attributes'; content: string };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), path, content }) },
  fc.record({ kind: fc.constant('link' as const), path, target }),
  fc.record({ kind: fc.constant('delete' as const), path }),
  fc.record({ kind: fc.constant('mode' as const), path, executable: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), path, to: path }),
  fc.record({
    kind: fc.constant('attributes' as const),
    content: fc.constantFrom(
      '* text=auto eol=crlf\n',
      '* ident\n',
      '* -text\n',
      'a working-tree-encoding=UTF-16\n',
    ),
  }),
);

/** Does what it can: an operation that the tree’s present shape forbids is no operation. */
function perform(root: string, operation: Operation): unknown {
  const at = (name: string) =>
    Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
  const fresh = (name: string): unknown => {
    const parent = dirname(name);
    if (parent === '.') return rmSync(at(name), { recursive: true, force: true });
    const parts = parent.split('/');
    for (let n = 1; n <= parts.length; n++) {
      const step = parts.slice(0, n).join('/');
      if (!lstatSync(at(step), { throwIfNoEntry: false })?.isDirectory()) {
        rmSync(at(step), { force: true });
        mkdirSync(at(step));
      }
    }
    rmSync(at(name), { recursive: true, force: true });
  };
  try {
    if (operation.kind === 'attributes')
      return writeFileSync(at('.gitattributes'), operation.content);
    if (operation.kind === 'delete') return rmSync(at(operation.path), { recursive: true });
    if (operation.kind === 'mode') {
      if (!lstatSync(at(operation.path)).isFile()) return null;
      return chmodSync(at(operation.path), operation.executable ? 0o755 : 0o644);
    }
    if (operation.kind === 'move') return renameSync(at(operation.path), at(operation.to));
    fresh(operation.path);
    if (operation.kind === 'link')
      symlinkSync(Buffer.from(operation.target, 'latin1'), at(operation.path));
    else writeFileSync(at(operation.path), operation.content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return error;
  }
}

/** Restores every checkpoint of random histories, in any order, and compares to the byte. */
export async function restoreRandomHistories(numRuns: number): Promise<void> {
  const remote = makeRemote({ a: 'one\n', 'b/c d': 'two\r\n', 'c d': { link: 'a' } });
  const { workspace } = adaptersFor(remote);
  let run = 0;
  const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (steps, picks) => {
      const worktree = await workspace.openWorktree(`run-${++run}`, remote.head);
      const states: { tree: string; files: object }[] = [];
      for (const operations of steps) {
        for (const each of operations) perform(worktree.path, each);
        const files = snapshotOf(worktree.path);
        const { tree, exclusions } = await worktree.checkpoint();
        expect(exclusions.filter(({ kind }) => kind !== 'empty-directory')).toEqual([]);
        states.push({ tree, files });
      }
      for (let n = 0; n < states.length; n++) {
        const state = states[(picks.next().value ?? 0) % states.length];
        if (state === undefined) continue;
        await worktree.restore(state.tree);
        expect(snapshotOf(worktree.path)).toEqual(state.files);
        expect((await worktree.checkpoint()).tree).toBe(state.tree);
      }
      await worktree.remove();
    }),
    { numRuns },
  );
}
