import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BareRepository } from './bare-repository.ts';
import { commitFiles, type FileChanges } from './commit-files.ts';
import { updateHook } from './update-hook.ts';

/** What the repository starts from: files, a local repository or directory, or nothing at all. */
export type RepositoryContent =
  | { readonly files: FileChanges }
  | { readonly from: string }
  | { readonly empty: true };

const settings: readonly (readonly [string, string])[] = [
  ['http.receivepack', 'true'],
  ['uploadpack.allowAnySHA1InWant', 'true'],
  ['uploadpack.allowFilter', 'true'],
  // GitHub owns these refs: "deny updating a hidden ref".
  ['receive.hideRefs', 'refs/pull'],
  ['gc.auto', '0'],
  ['receive.autogc', 'false'],
];

/** Makes the bare repository at `dir`, with GitHub's settings and hook. */
export async function createRepository(
  dir: string,
  branch: string,
  content: RepositoryContent,
  at: Date,
): Promise<BareRepository> {
  await mkdir(dir, { recursive: true });
  const git = new BareRepository(dir);
  await git.run(['init', '--quiet', '--bare', `--initial-branch=${branch}`]);
  const config = settings.map(([key, value]) => {
    const [section, name] = key.split('.');
    return `[${section}]\n\t${name} = ${value}\n`;
  });
  await writeFile(join(dir, 'config'), config.join(''), { flag: 'a' });
  await mkdir(join(dir, 'hooks'), { recursive: true });
  await writeFile(join(dir, 'hooks', 'update'), updateHook, { mode: 0o755 });
  if ('from' in content) await copyFrom(git, branch, content.from, at);
  if ('files' in content) await firstCommit(git, branch, content.files, at);
  return git;
}

async function firstCommit(git: BareRepository, branch: string, files: FileChanges, at: Date) {
  const author = { name: 'GitHub', email: 'noreply@github.com' };
  await commitFiles(git, {
    ref: `refs/heads/${branch}`,
    message: 'Initial commit\n',
    author,
    at,
    files,
  });
}

/** A git repository gives its branches and tags; any other directory its files, as one commit. */
async function copyFrom(git: BareRepository, branch: string, from: string, at: Date) {
  if (await isRepository(from)) {
    const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    // HEAD last: a checkout of another branch, or of none, still becomes the default branch.
    await git.run(['fetch', '--quiet', '--update-shallow', from, ...refspecs]);
    if (!(await git.resolve(`refs/heads/${branch}`))) {
      await git.run(['fetch', '--quiet', from, `+HEAD:refs/heads/${branch}`]);
    }
    return;
  }
  const copy = join(dirname(git.dir), `.${branch.replaceAll('/', '-')}-import`);
  await cp(from, copy, {
    recursive: true,
    filter: (path) => !/(^|\/)(\.git|node_modules)$/.test(path),
  });
  const inCopy = {
    env: { GIT_DIR: git.dir, GIT_WORK_TREE: copy, GIT_INDEX_FILE: `${copy}.index` },
  };
  await git.run(['-c', 'core.bare=false', 'add', '--all', '--force', '.'], inCopy);
  const tree = (await git.run(['write-tree'], inCopy)).trim();
  const when = `${Math.floor(at.getTime() / 1000)} +0000`;
  const identity = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'GitHub'],
    [`GIT_${role}_EMAIL`, 'noreply@github.com'],
    [`GIT_${role}_DATE`, when],
  ]);
  const env = Object.fromEntries(identity) as Record<string, string>;
  const commit = await git.run(['commit-tree', '-m', 'Initial commit', tree], { env });
  await git.run(['update-ref', `refs/heads/${branch}`, commit.trim()]);
}

async function isRepository(path: string): Promise<boolean> {
  for (const marker of ['.git', 'HEAD']) {
    try {
      await stat(join(path, marker));
      return true;
    } catch {
      // Not this kind; the next one is tried, then it counts as a plain directory.
    }
  }
  return false;
}
