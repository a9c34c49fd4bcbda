/**
 * Makes the release tag v<version of package.json>: the commit checked out now, plus dist/. The main branch is not
 * touched, nothing is pushed. A dry run unless `--yes` is given.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dry = !process.argv.includes('--yes');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const tag = `v${version}`;

/** An index of its own, so that neither the work tree nor the index of the person at work changes. */
const scratch = mkdtempSync(join(tmpdir(), 'contractor-release-'));
const env = { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') };
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', env }).trim();

try {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed !== '') throw new Error(`Commit or put away these first:\n${changed}`);
  if (git('tag', '--list', tag) !== '') throw new Error(`${tag} exists. Raise the version first.`);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  if (!changelog.includes(version)) throw new Error(`CHANGELOG.md does not mention ${version}.`);

  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  git('read-tree', 'HEAD');
  git('add', '--force', 'dist');
  const tree = git('write-tree');
  const commit = git('commit-tree', tree, '-p', 'HEAD', '-m', `Release ${tag}`);
  console.log(git('diff-tree', '--shortstat', 'HEAD', commit));
  if (dry) {
    console.log(
      `Dry run: would tag ${commit.slice(0, 7)} as ${tag}. Run again with --yes to do it.`,
    );
  } else {
    git('tag', '--annotate', tag, commit, '-m', `Release ${tag}`);
    console.log(`Tagged ${tag}. To publish it: git push origin ${tag}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
