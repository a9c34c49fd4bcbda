import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScenario } from '../../src/simulate/scenario/load-scenario.ts';
import { runScenario } from '../../src/simulate/scenario/run-scenario.ts';
import { failureWords } from '../../src/simulate/scenario/story.ts';
import { naiveGit, scratch } from '../adapters/git/support/repositories.ts';

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;

/** The greeter with a Git LFS pointer and a submodule that nobody can fetch. */
function repositoryWithLfsAndSubmodule(): string {
  const path = scratch();
  cpSync('examples/repositories/greet', path, { recursive: true });
  writeFileSync(join(path, '.gitattributes'), '*.png filter=lfs diff=lfs merge=lfs -text\n');
  writeFileSync(join(path, 'logo.png'), POINTER);
  writeFileSync(
    join(path, '.gitmodules'),
    '[submodule "lib"]\n\tpath = vendor/lib\n\turl = https://example.invalid/lib.git\n',
  );
  naiveGit(path, ['init', '-q', '-b', 'main', '.']);
  naiveGit(path, ['add', '-A']);
  naiveGit(path, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`]);
  naiveGit(path, ['commit', '-q', '-m', 'first']);
  return path;
}

it('D9 a killed run goes on from its last pushed checkpoint in a second clone, told what was done', async () => {
  const file = 'examples/scenarios/crash-fresh-machine.yaml';
  const shipped = await loadScenario(file);
  const [write, lost, readme, done] = shipped.model?.turns ?? [];
  if (!shipped.model || !write || !lost || !readme || !done) throw new Error('other turns');
  const result = await runScenario({
    ...shipped,
    repository: {
      name: 'acme/greet',
      path: repositoryWithLfsAndSubmodule(),
      defaultBranch: 'main',
    },
    model: { ...shipped.model, turns: [write, lost, readme, done] },
    timeline: [{ at: { turn: 2, nth: 1 }, do: { kill: {} } }],
  });
  expect(failureWords(result)).toEqual([]);
  const events = result.events.map(({ event }) => event);
  const [first, second] = result.checkpoints;
  expect(events.find((event) => event.type === 'work-resumed')).toMatchObject({
    checkpoint: 'CP-1',
    tree: first?.tree,
    notUsed: [],
    stale: [],
    discardsEvidence: false,
  });
  for (const each of [first, second])
    expect(each?.exclusions.map(({ path, kind }) => [path, kind])).toEqual([
      ['logo.png', 'lfs-pointer'],
      ['vendor/lib', 'submodule'],
    ]);
  expect(second?.changed).toEqual(['README.md']);
}, 120_000);
