import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One way to record and bring back the states of a directory. */
export interface Design {
  name: string;
  /** Whether it still holds everything when the directory’s own repository is destroyed. */
  selfContained: boolean;
  /** Whatever must be there before the first checkpoint; counted as part of it. */
  begin(): unknown;
  checkpoint(): unknown;
  /** Back to the checkpoint before the last. */
  restore(): unknown;
  /** Directories whose growth is its disk use. */
  disk: string[];
}

const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];

function runner(cwd: string, env: Record<string, string>) {
  return (args: string[], input?: Buffer): Buffer =>
    execFileSync('git', [...identity, ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...env },
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 1 << 30,
    });
}

/** gemini-cli’s GitService: `add .`, `status`, `commit`; `restore --source`, `clean -f -d`. */
export function geminiCli(tree: string, shadow: string): Design {
  const git = runner(tree, { GIT_DIR: join(shadow, '.git'), GIT_WORK_TREE: tree });
  const commits: string[] = [];
  return {
    name: 'gemini-cli',
    selfContained: true,
    begin: () => {
      mkdirSync(shadow, { recursive: true });
      git(['init', '-q', '--initial-branch=main']);
      git(['commit', '-q', '--allow-empty', '-m', 'initial']);
    },
    checkpoint: () => {
      git(['add', '.']);
      const isClean = git(['status', '--porcelain', '-z']).length === 0;
      if (!isClean || commits.length === 0)
        git(['commit', '-q', '--no-verify', '--allow-empty', '-m', 'checkpoint']);
      commits.push(git(['rev-parse', 'HEAD']).toString().trim());
    },
    restore: () => {
      git(['restore', '--source', commits.at(-2) ?? 'HEAD', '.']);
      git(['clean', '-f', '-d']);
    },
    disk: [shadow],
  };
}

/** cline’s shadow repository: `add . --ignore-errors`, `commit --allow-empty`; `reset --hard`. */
export function clineShadow(tree: string, shadow: string): Design {
  const git = runner(tree, { GIT_DIR: join(shadow, '.git'), GIT_WORK_TREE: tree });
  const commits: string[] = [];
  return {
    name: 'cline (shadow)',
    selfContained: true,
    begin: () => {
      mkdirSync(shadow, { recursive: true });
      git(['init', '-q']);
      git(['config', 'core.worktree', tree]);
    },
    checkpoint: () => {
      git(['add', '.', '--ignore-errors']);
      git(['commit', '-q', '--allow-empty', '--no-verify', '-m', 'checkpoint']);
      commits.push(git(['rev-parse', 'HEAD']).toString().trim());
    },
    restore: () => git(['reset', '-q', '--hard', commits.at(-2) ?? 'HEAD']),
    disk: [shadow],
  };
}

/** cline’s checkpoints of today: a temporary index, in the directory’s own repository. */
export function clineToday(tree: string, scratch: string): Design {
  const index = join(scratch, 'index');
  const git = runner(tree, { GIT_INDEX_FILE: index });
  const commits: string[] = [];
  return {
    name: 'cline (today)',
    selfContained: false,
    begin: () => mkdirSync(scratch, { recursive: true }),
    checkpoint: () => {
      copyFileSync(join(tree, '.git/index'), index);
      git(['add', '-A']);
      const made = git(['write-tree']).toString().trim();
      const commit = git(['commit-tree', '-m', 'checkpoint', made]).toString().trim();
      git(['update-ref', `refs/cline/${commits.length}`, commit]);
      commits.push(commit);
    },
    restore: () => git(['read-tree', '-u', '--reset', commits.at(-2) ?? 'HEAD']),
    disk: [join(tree, '.git')],
  };
}

/** opencode’s snapshots: they borrow the objects and the index of the directory’s own repository. */
export function opencode(tree: string, shadow: string): Design {
  const git = runner(tree, { GIT_DIR: shadow, GIT_WORK_TREE: tree });
  const trees: string[] = [];
  return {
    name: 'opencode',
    selfContained: false,
    begin: () => {
      git(['init', '-q']);
      mkdirSync(join(shadow, 'objects/info'), { recursive: true });
      writeFileSync(join(shadow, 'objects/info/alternates'), `${tree}/.git/objects\n`);
      if (!existsSync(join(shadow, 'index')))
        copyFileSync(join(tree, '.git/index'), join(shadow, 'index'));
    },
    checkpoint: () => {
      const changed = git(['diff-files', '--name-only', '-z']);
      const untracked = git(['ls-files', '-o', '--exclude-standard', '-z']);
      const paths = Buffer.concat([changed, untracked]);
      if (paths.length > 0)
        git(['add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul'], paths);
      trees.push(git(['write-tree']).toString().trim());
    },
    restore: () => {
      git(['read-tree', trees.at(-2) ?? '']);
      git(['checkout-index', '-a', '-f']);
    },
    disk: [shadow],
  };
}

export const gitStatus = (tree: string) => runner(tree, {})(['status', '--porcelain', '-z']);
