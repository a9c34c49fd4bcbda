import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDirectory } from '../../../../src/adapters/git/fill-directory.ts';
import { differencesOf } from '../../../../src/adapters/git/shadow/findings.ts';
import { createIgnoreRules } from '../../../../src/adapters/git/shadow/ignore-rules.ts';
import { knownDirectory } from '../../../../src/adapters/git/shadow/known-tree.ts';
import { createScanner } from '../../../../src/adapters/git/shadow/scanner.ts';
import { createStatusHelper } from '../../../../src/adapters/git/shadow/status-helper.ts';
import { naiveGit, scratch, writeFiles } from '../support/repositories.ts';

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function scannerAt(time: number) {
  const [workTree, home] = [scratch(), scratch()];
  const gitDir = join(home, 'shadow');
  const place = { gitDir, workTree, index: `${gitDir}/index`, objects: `${gitDir}/objects` };
  await fillDirectory(place, EMPTY_TREE);
  const scan = createScanner({
    place,
    rules: createIgnoreRules(place),
    helper: createStatusHelper(workTree),
    maximumFileBytes: 1 << 20,
    clock: () => time,
    enter: () => {},
    share: () => false,
  });
  return { workTree, gitDir, scan };
}

// Another content than the recorded one under the very same marks: as after a second write in one tick of the clock.
it.each([
  ['read again when it was written when the look began, or later', 0, ['a']],
  ['trusted when it is older', Number.POSITIVE_INFINITY, []],
])('a file that looks the same is %s', async (_, time, changed) => {
  const { workTree, scan } = await scannerAt(time);
  writeFileSync(join(workTree, 'a'), 'a');
  const root = knownDirectory(null, '');
  await scan(root, 'everything');
  const known = root.files.get('a');
  if (known) known.sha = '0'.repeat(40);
  const { found } = await scan(root, 'everything');
  expect(differencesOf(found).map(({ path }) => path)).toEqual(changed);
});

it('puts many new files into one pack, and each can be read', async () => {
  const { workTree, gitDir, scan } = await scannerAt(0);
  const names = Array.from({ length: 700 }, (_, n) => `d${n % 7}/f${n}`);
  writeFiles(workTree, Object.fromEntries(names.map((name) => [name, `content of ${name}\n`])));
  const { tree } = await scan(knownDirectory(null, ''), 'everything');
  const git = (...args: string[]) => naiveGit(gitDir, [`--git-dir=${gitDir}`, ...args]);
  expect(git('ls-tree', '-r', '--name-only', tree).split('\n')).toHaveLength(700);
  expect(git('cat-file', 'blob', `${tree}:d6/f699`)).toBe('content of d6/f699');
  expect(git('rev-list', '--objects', tree).split('\n')).toHaveLength(1 + 7 + 700);
  expect(git('count-objects', '-v')).toContain('packs: 1');
});
