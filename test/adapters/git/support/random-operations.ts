import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';

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

/** Something that programs do to the files of a directory. */
export type Operation =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'link'; path: string; target: string }
  | { kind: 'delete'; path: string }
  | { kind: 'mode'; path: string; executable: boolean }
  | { kind: 'move'; path: string; to: string }
  | { kind: 'attributes'; content: string };

/** The same, and what moves the line between recorded and ignored, or escapes a watcher. */
export type WilderOperation =
  | Operation
  | { kind: 'rules'; path: string; content: string }
  | { kind: 'append'; path: string }
  | { kind: 'directory'; path: string }
  | { kind: 'write-by-second-name'; path: string; to: string }
  | { kind: 'arrive'; path: string }
  | { kind: 'became-link'; path: string; to: string };

export const operation: fc.Arbitrary<Operation> = fc.oneof(
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
export function perform(root: string, operation: Operation): unknown {
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

const rules = fc.constantFrom(
  'a\n',
  'b/\n',
  '/c d\n',
  '*\n!a\n',
  '.x\n!.x\n',
  '.gitignore\n',
  '\n',
);
const anyDirectory = fc.oneof(
  fc.constant(''),
  path.map((each) => `${each}/`),
);

export const wilderOperation: fc.Arbitrary<WilderOperation> = fc.oneof(
  { weight: 6, arbitrary: operation },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyDirectory, rules)
      .map(([at, content]) => ({ kind: 'rules' as const, path: `${at}.gitignore`, content })),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('append' as const), path }) },
  fc.record({ kind: fc.constant('directory' as const), path }),
  // A name that nothing else touches: what was written through one that is gone again, nobody hears of.
  fc.constantFrom('a', 'b/c d', '.x/A').map((each) => ({
    kind: 'write-by-second-name' as const,
    path: each,
    to: `second-name-of-${each.replace('/', '-')}`,
  })),
  fc.record({ kind: fc.constant('arrive' as const), path }),
  fc.record({
    kind: fc.constant('became-link' as const),
    path: fc.constantFrom('b', '.x', 'a'),
    to: path,
  }),
);

export function performWilder(root: string, each: WilderOperation): unknown {
  const at = (name: string) => Buffer.from(`${root}/${name}`, 'latin1');
  try {
    if (each.kind === 'rules')
      return perform(root, { kind: 'write', path: each.path, content: each.content });
    if (each.kind === 'append')
      return lstatSync(at(each.path)).isFile() ? appendFileSync(at(each.path), '+') : null;
    if (each.kind === 'directory') return mkdirSync(at(each.path));
    if (each.kind === 'write-by-second-name') {
      if (!lstatSync(at(each.path)).isFile()) return null;
      linkSync(at(each.path), at(each.to));
      return appendFileSync(at(each.to), '+');
    }
    if (each.kind === 'arrive') {
      // A whole directory from elsewhere, and something that happens in it at once.
      const elsewhere = mkdtempSync(`${root}.elsewhere-`);
      mkdirSync(`${elsewhere}/a/b`, { recursive: true });
      for (const name of ['a/b/c', 'a/A']) writeFileSync(`${elsewhere}/${name}`, name);
      renameSync(elsewhere, at(each.path));
      return appendFileSync(at(`${each.path}/a/A`), '+');
    }
    if (each.kind === 'became-link') {
      renameSync(at(each.path), at(each.to));
      return symlinkSync(Buffer.from(`${root}/${each.to}`, 'latin1'), at(each.path));
    }
    return perform(root, each);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return error;
  }
}
