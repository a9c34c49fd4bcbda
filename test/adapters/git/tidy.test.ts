import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskUse } from '../../../src/adapters/git/disk-use.ts';
import { tidy } from '../../../src/adapters/git/tidy.ts';
import { adaptersFor, makeRemote, naiveGit, writeFiles } from './support/repositories.ts';

const later = (days: number) => Date.now() + days * 24 * 3_600_000;

/** A state directory with a worktree that is in use, and one that is gone; each recorded something. */
async function used() {
  const remote = makeRemote({ 'a.txt': 'a\n' });
  const { workspace, stateDirectory } = adaptersFor(remote);
  const open = await workspace.openWorktree('open', remote.head);
  writeFiles(open.path, { 'new.txt': 'kept\n' });
  const kept = await open.checkpoint();
  const gone = await workspace.openWorktree('gone', remote.head);
  writeFiles(gone.path, { 'new.txt': 'let go\n' });
  const old = await gone.checkpoint();
  await gone.remove();
  const clone = join(stateDirectory, 'clone.git');
  const has = (name: string) => {
    try {
      naiveGit(clone, ['cat-file', '-e', name]);
      return true;
    } catch {
      return false;
    }
  };
  return { remote, workspace, stateDirectory, clone, open, kept, old, has };
}

it('lets go of the states of a worktree that is gone for two weeks, and of nothing else', async () => {
  const { stateDirectory, clone, open, kept, old, has, remote } = await used();
  await tidy(stateDirectory, later(13));
  expect(has(`${old.tree}:new.txt`)).toBe(true);
  await tidy(stateDirectory, later(15));
  expect(has(old.tree)).toBe(false);
  expect(readdirSync(join(clone, 'refs/contractor/checkpoints'))).toEqual(['open']);
  expect(has(`${kept.tree}:new.txt`)).toBe(true);
  // What the worktree was made from is needed as long as that is there.
  expect(has(remote.head)).toBe(true);
  naiveGit(clone, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']);
  expect((await open.restore(kept.tree)).length).toBe(0);
  expect(await open.checkpoint()).toMatchObject({ tree: kept.tree, changed: [] });
});

it('lets go of commits that were not used for two weeks, which are brought again when they are', async () => {
  const { workspace, stateDirectory, remote, has, open } = await used();
  const next = remote.commit('main', { 'b.txt': 'b\n' });
  await workspace.fetch('main');
  await tidy(stateDirectory, later(15));
  expect(has(next)).toBe(false);
  const { workspace: another } = adaptersFor(remote, { stateDirectory });
  expect(await another.read(next, 'b.txt')).toBe('b\n');
  await open.release();
});

it('packs what is loose, and goes on reading it', async () => {
  const { stateDirectory, clone, open, kept } = await used();
  const big = Array.from({ length: 60 }, (_, n) => [`d/${n}`, `${n} ${'x'.repeat(n)}`]);
  writeFiles(open.path, Object.fromEntries(big));
  const more = await open.checkpoint();
  // More packs than git leaves alone.
  for (let n = 0; n < 51; n++) {
    const blob = naiveGit(clone, ['hash-object', '-w', '--stdin'], `${n}`);
    naiveGit(clone, ['pack-objects', '-q', 'objects/pack/pack'], `${blob}\n`);
  }
  await tidy(stateDirectory, later(1.5));
  expect(naiveGit(clone, ['count-objects', '-v'])).toMatch(/^packs: 1$/m);
  expect(existsSync(join(clone, 'packed-refs'))).toBe(false);
  await open.restore(kept.tree);
  await open.restore(more.tree);
  expect((await open.checkpoint()).tree).toBe(more.tree);
});

it('removes what a killed git was writing, a day later', async () => {
  const { stateDirectory, clone, open } = await used();
  const packs = join(clone, 'objects/pack');
  for (const name of ['tmp_pack_old', 'tmp_pack_new']) writeFileSync(join(packs, name), 'half');
  utimesSync(join(packs, 'tmp_pack_new'), new Date(), new Date(later(1)));
  await tidy(stateDirectory, later(1.5));
  expect(readdirSync(packs).filter((name) => name.startsWith('tmp_'))).toEqual(['tmp_pack_new']);
  await open.release();
});

it('looks once a day, and never where there is no clone', async () => {
  const { stateDirectory, clone, open } = await used();
  const marker = join(clone, 'tidied');
  const { mtimeMs } = statSync(marker);
  await tidy(stateDirectory, later(0.9));
  expect(statSync(marker).mtimeMs).toBe(mtimeMs);
  await open.release();
  rmSync(clone, { recursive: true });
  await tidy(stateDirectory);
  expect(existsSync(clone)).toBe(false);
});

it('keeps the newest thousand states of a worktree', async () => {
  const { workspace, clone, open, remote, kept } = await used();
  const refs = join(clone, 'refs/contractor/checkpoints/open');
  await open.release();
  for (let n = 2; n <= 1000; n++) writeFileSync(join(refs, `${n}`), `${kept.tree}\n`);
  const again = await workspace.openWorktree('open', remote.head);
  await again.restore(await workspace.treeOf(remote.head));
  writeFiles(again.path, { 'x.txt': 'x' });
  await again.checkpoint();
  const numbers = readdirSync(refs).map(Number);
  expect([Math.min(...numbers), numbers.length]).toEqual([3, 1000]);
});

it('tells what a state directory takes on the disk', async () => {
  const { stateDirectory, open } = await used();
  const before = await diskUse(stateDirectory);
  mkdirSync(join(open.path, 'd'));
  writeFileSync(join(open.path, 'd', 'big'), Buffer.alloc(1 << 20, 'x'));
  const after = await diskUse(stateDirectory);
  expect(after.worktrees - before.worktrees).toBeGreaterThanOrEqual(1 << 20);
  expect([after.objects, after.other]).toEqual([before.objects, before.other]);
  await open.release();
});
