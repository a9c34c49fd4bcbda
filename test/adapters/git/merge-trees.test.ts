import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeTrees } from '../../../src/adapters/git/merge-trees.ts';
import { type GitPlace, git, gitLine } from '../../../src/adapters/git/trusted-git.ts';

type Files = Record<string, string>;
const BASE: Files = { a: 'a', b: 'b', 'd/x': 'x' };

describe('C14 mergeTrees takes one side’s change over, file by file', () => {
  let place: GitPlace;
  beforeAll(async () => {
    const gitDir = await mkdtemp(join(tmpdir(), 'merge-'));
    place = { gitDir };
    await git(place, ['init', '--bare', '-q', gitDir]);
  });
  afterAll(() => rm(place.gitDir, { recursive: true, force: true }));

  /** A tree of these files; a value that begins with `mode:` is no regular file. */
  async function tree(files: Files): Promise<string> {
    const at = { ...place, index: `${place.gitDir}/index-${Math.random()}` };
    const entries = await Promise.all(
      Object.entries(files).map(async ([path, value]) => {
        const [, mode = '100644', content = ''] = /^(?:(120000|100755):)?(.*)$/s.exec(value) ?? [];
        const sha = await gitLine(place, ['hash-object', '-w', '--stdin'], { stdin: content });
        return Buffer.concat([
          Buffer.from(`${mode} ${sha}\t`),
          Buffer.from(path, 'latin1'),
          Buffer.from([0]),
        ]);
      }),
    );
    const stdin = Buffer.concat(entries);
    await git(at, ['update-index', '--add', '-z', '--index-info'], { stdin });
    return gitLine(at, ['write-tree']);
  }

  const merged = async (ours: Files, theirs: Files) =>
    mergeTrees(place, {
      base: await tree(BASE),
      ours: await tree(ours),
      theirs: await tree(theirs),
    });

  it.each<[string, Files, Files, Files]>([
    ['nothing changed', BASE, BASE, BASE],
    ['only ours', { ...BASE, a: '1' }, BASE, { ...BASE, a: '1' }],
    ['apart', { ...BASE, a: '1' }, { ...BASE, b: '2' }, { ...BASE, a: '1', b: '2' }],
    ['both the same', { ...BASE, a: '1' }, { ...BASE, a: '1' }, { ...BASE, a: '1' }],
    ['both delete', { b: 'b', 'd/x': 'x' }, { b: 'b', 'd/x': 'x' }, { b: 'b', 'd/x': 'x' }],
    [
      'added beside a deletion',
      { b: 'b', 'd/x': 'x' },
      { ...BASE, n: 'n' },
      { b: 'b', 'd/x': 'x', n: 'n' },
    ],
    ['a mode', BASE, { ...BASE, a: '100755:a' }, { ...BASE, a: '100755:a' }],
    ['a link', BASE, { ...BASE, a: '120000:b' }, { ...BASE, a: '120000:b' }],
    ['a file for a directory', BASE, { a: 'a', b: 'b', d: 'd' }, { a: 'a', b: 'b', d: 'd' }],
    [
      'a directory for a file',
      BASE,
      { 'a/y': 'y', b: 'b', 'd/x': 'x' },
      { 'a/y': 'y', b: 'b', 'd/x': 'x' },
    ],
    ['bytes that are no UTF-8', BASE, { ...BASE, 'n\xff': 'n' }, { ...BASE, 'n\xff': 'n' }],
  ])('%s', async (_, ours, theirs, both) =>
    expect(await merged(ours, theirs)).toEqual({ tree: await tree(both) }),
  );

  it.each<[string, Files, Files, string[]]>([
    ['both changed differently', { ...BASE, a: '1' }, { ...BASE, a: '2' }, ['a']],
    ['one deleted what the other changed', { b: 'b', 'd/x': 'x' }, { ...BASE, a: '2' }, ['a']],
    ['one changed what the other deleted', { ...BASE, a: '2' }, { b: 'b', 'd/x': 'x' }, ['a']],
    ['one mode, the other content', { ...BASE, a: '100755:a' }, { ...BASE, a: '2' }, ['a']],
    [
      'a file where the other made a directory',
      { ...BASE, n: 'n' },
      { ...BASE, 'n/m': 'm' },
      ['n/m'],
    ],
    [
      'a directory where the other made a file',
      { ...BASE, 'n/m': 'm' },
      { ...BASE, n: 'n' },
      ['n'],
    ],
    ['bytes that are no UTF-8', { ...BASE, 'n\xff': '1' }, { ...BASE, 'n\xff': '2' }, ['n\\xff']],
  ])('is a conflict where %s', async (_, ours, theirs, conflicts) =>
    expect(await merged(ours, theirs)).toEqual({ conflicts }),
  );
});
