import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  adaptersFor,
  makeRemote,
  naiveGit,
  scratch,
  snapshotOf,
  writeFiles,
} from './support/repositories.ts';

interface Attack {
  /** What an agent does in its tree. `canary` is a program that leaves a trace. */
  plant(tree: string, canary: string): void;
  /** What a careless harness would run there; one of the commands fires the canary. */
  naive: string[][];
}

const config = (tree: string, ...pairs: string[][]) => {
  for (const [key = '', value = ''] of pairs) naiveGit(tree, ['config', key, value]);
};
const filter =
  (kind: string): Attack['plant'] =>
  (tree, canary) => {
    writeFileSync(join(tree, '.gitattributes'), '* filter=x\n');
    config(tree, [`filter.x.${kind}`, canary], ['filter.x.required', 'false']);
  };
const hook =
  (name: string): Attack['plant'] =>
  (tree, canary) => {
    writeFiles(tree, { [`.git/hooks/${name}`]: { run: `#!/bin/sh\n${canary}\n` } });
  };
const evilRepository = (path: string, canary: string) => {
  naiveGit('/', ['init', '-q', path]);
  naiveGit(path, ['commit', '-q', '--allow-empty', '-m', 'x']);
  config(path, ['core.fsmonitor', canary]);
};

const attacks: Record<string, Attack> = {
  'a pre-commit hook': {
    plant: hook('pre-commit'),
    naive: [
      ['add', '-A'],
      ['commit', '-m', 'x'],
    ],
  },
  'a post-checkout hook': { plant: hook('post-checkout'), naive: [['checkout', '-q', 'HEAD']] },
  'a post-index-change hook': {
    plant: hook('post-index-change'),
    naive: [
      ['add', '-A'],
      ['read-tree', '-u', '--reset', 'HEAD'],
    ],
  },
  'core.hooksPath': {
    plant: (tree, canary) => {
      writeFiles(tree, { 'tools/pre-commit': { run: `#!/bin/sh\n${canary}\n` } });
      config(tree, ['core.hooksPath', join(tree, 'tools')]);
    },
    naive: [
      ['add', '-A'],
      ['commit', '-m', 'x'],
    ],
  },
  'core.fsmonitor': {
    plant: (tree, canary) => config(tree, ['core.fsmonitor', canary]),
    naive: [['status']],
  },
  'a clean filter': { plant: filter('clean'), naive: [['add', '-A']] },
  'a smudge filter': {
    plant: filter('smudge'),
    naive: [['checkout', '-f', 'HEAD', '--', 'b.txt']],
  },
  'a filter process': { plant: filter('process'), naive: [['add', '-A']] },
  textconv: {
    plant: (tree, canary) => {
      writeFileSync(join(tree, '.gitattributes'), '* diff=x\n');
      config(tree, ['diff.x.textconv', canary]);
    },
    naive: [['diff']],
  },
  'a diff driver': {
    plant: (tree, canary) => {
      writeFileSync(join(tree, '.gitattributes'), '* diff=x\n');
      config(tree, ['diff.x.command', canary]);
    },
    naive: [['diff']],
  },
  'an external diff': {
    plant: (tree, canary) => config(tree, ['diff.external', canary]),
    naive: [['diff']],
  },
  'a signing program': {
    plant: (tree, canary) => config(tree, ['commit.gpgSign', 'true'], ['gpg.program', canary]),
    naive: [['commit', '--allow-empty', '-m', 'x']],
  },
  'an editor': {
    plant: (tree, canary) => config(tree, ['core.editor', canary]),
    naive: [['commit', '--allow-empty']],
  },
  'an included configuration': {
    plant: (tree, canary) => {
      writeFileSync(join(tree, 'more.config'), `[core]\n\tfsmonitor = ${canary}\n`);
      config(tree, ['include.path', join(tree, 'more.config')]);
    },
    naive: [['status']],
  },
  'a worktree configuration': {
    plant: (tree, canary) => {
      config(tree, ['core.repositoryFormatVersion', '1'], ['extensions.worktreeConfig', 'true']);
      naiveGit(tree, ['config', '--worktree', 'core.fsmonitor', canary]);
    },
    naive: [['status']],
  },
  'a .git file that points elsewhere': {
    plant: (tree, canary) => {
      renameSync(join(tree, '.git'), join(tree, 'moved'));
      naiveGit(tree, ['--git-dir=moved', 'config', 'core.fsmonitor', canary]);
      writeFileSync(join(tree, '.git'), 'gitdir: moved\n');
    },
    naive: [['status']],
  },
  'a nested repository': {
    plant: (tree, canary) => {
      evilRepository(join(tree, 'lib'), canary);
      writeFileSync(join(tree, 'lib/file'), 'x');
    },
    naive: [['add', '-A'], ['status']],
  },
  'a bare repository in a directory': {
    plant: (tree, canary) => {
      evilRepository(join(tree, 'scratch'), canary);
      renameSync(join(tree, 'scratch/.git'), join(tree, 'bare'));
      naiveGit('/', [`--git-dir=${tree}/bare`, 'config', 'core.bare', 'false']);
      naiveGit('/', [`--git-dir=${tree}/bare`, 'config', 'core.worktree', '..']);
    },
    naive: [['-C', 'bare', 'status']],
  },
  'a rewritten address': {
    plant: (tree, canary) =>
      config(
        tree,
        ['protocol.ext.allow', 'always'],
        [`url.ext::${canary} %S .insteadOf`, 'file://'],
      ),
    naive: [['ls-remote', 'file:///tmp']],
  },
  'a merge driver': {
    plant: (tree, canary) => {
      writeFiles(tree, { '.gitattributes': '*.txt merge=x\n' });
      config(tree, ['merge.x.driver', canary]);
      naiveGit(tree, ['add', '-A']);
      naiveGit(tree, ['commit', '-q', '-m', 'side']);
      naiveGit(tree, ['branch', 'side']);
      naiveGit(tree, ['reset', '-q', '--hard', 'HEAD~1']);
      writeFiles(tree, {
        'a.txt': 'other\n',
        'b.txt': 'other\n',
        '.gitattributes': '*.txt merge=x\n',
      });
      naiveGit(tree, ['add', '-A']);
      naiveGit(tree, ['commit', '-q', '-m', 'ours']);
    },
    naive: [['merge', '-q', 'side']],
  },
  'an alias': {
    plant: (tree, canary) => config(tree, ['alias.st', `!${canary}`]),
    naive: [['st']],
  },
  'a credential helper': {
    plant: (tree, canary) => config(tree, ['credential.helper', canary]),
    naive: [['-c', 'alias.ask=!echo url=https://host | git credential fill', 'ask']],
  },
  'a conditional include': {
    plant: (tree, canary) => {
      writeFiles(tree, { 'more.config': `[core]\n\tfsmonitor = ${canary}\n` });
      config(tree, ['includeIf.gitdir:**.path', join(tree, 'more.config')]);
    },
    naive: [['status']],
  },
  'a command for alternates': {
    plant: (tree, canary) => {
      const other = scratch();
      naiveGit('/', ['clone', '-q', '--bare', tree, join(other, 'o.git')]);
      writeFileSync(join(tree, '.git/objects/info/alternates'), `${other}/o.git/objects\n`);
      config(tree, ['core.alternateRefsCommand', canary]);
    },
    naive: [['fetch', '-q', '.', 'HEAD']],
  },
  'an update command of a submodule': {
    plant: (tree, canary) => {
      const head = naiveGit(tree, ['rev-parse', 'HEAD']).trim();
      naiveGit('/', ['clone', '-q', tree, join(tree, 'sub')]);
      naiveGit(join(tree, 'sub'), ['commit', '-q', '--allow-empty', '-m', 'x']);
      naiveGit(tree, ['update-index', '--add', '--cacheinfo', `160000,${head},sub`]);
      writeFiles(tree, { '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n' });
      config(tree, ['submodule.sub.url', './sub'], ['submodule.sub.update', `!${canary}`]);
    },
    naive: [['submodule', 'update']],
  },
  'a repository of theirs as the common directory': {
    plant: (tree, canary) => {
      const other = join(scratch(), 'theirs');
      evilRepository(other, canary);
      writeFileSync(join(tree, '.git/objects/info/alternates'), `${other}/.git/objects\n`);
      writeFileSync(join(tree, '.git/commondir'), `${other}/.git\n`);
    },
    naive: [['status']],
  },
  'an ssh command': {
    plant: (tree, canary) =>
      config(tree, ['core.sshCommand', canary], ['url.ssh://host/.insteadOf', 'file://']),
    naive: [['ls-remote', 'file:///tmp']],
  },
};

function makeCanary() {
  const home = scratch();
  const trace = join(home, 'fired');
  const program = join(home, 'canary');
  writeFileSync(program, `#!/bin/sh\ntouch ${trace}\n`);
  chmodSync(program, 0o755);
  const fired = () => {
    const did = existsSync(trace);
    rmSync(trace, { force: true });
    return did;
  };
  return { program, fired };
}

/** Everything the harness ever does with a tree. */
async function everything(stateDirectory: string, remote: ReturnType<typeof makeRemote>) {
  const { workspace } = adaptersFor(remote, { stateDirectory });
  const worktree = await workspace.openWorktree('run-1', remote.head);
  const recorded = await worktree.checkpoint();
  await workspace.patch(remote.head, recorded.tree);
  await workspace.changes(remote.head, recorded.tree);
  await workspace.list(recorded.tree);
  await using checkout = await workspace.checkout(recorded.tree);
  const files = snapshotOf(worktree.path);
  const parent = remote.head;
  const sha = await workspace.commit({
    tree: recorded.tree,
    parent,
    message: 'm',
    at: '2024-01-01T00:00:00Z',
  });
  const push = await workspace.push({ branch: 'out', sha, lease: null });
  await worktree.restore(await workspace.treeOf(remote.head));
  await worktree.restore(recorded.tree);
  return {
    recorded,
    push,
    files,
    after: snapshotOf(worktree.path),
    checked: snapshotOf(checkout.path),
  };
}

function runNaive(tree: string, commands: string[][]) {
  for (const args of commands) {
    try {
      naiveGit(tree, args);
    } catch {
      // A canary is no good filter, editor or transport: that git fails then does not matter.
    }
  }
}

describe('trusted git', () => {
  it.each(Object.entries(attacks))('is not moved by %s', async (_, { plant, naive }) => {
    const canary = makeCanary();
    const remote = makeRemote({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const { workspace, stateDirectory } = adaptersFor(remote);
    const { path } = await workspace.openWorktree('run-1', remote.head);
    writeFileSync(join(path, 'a.txt'), 'changed\n');
    writeFileSync(join(path, 'b.txt'), 'changed\n');
    // The raw-bytes attributes that we gave its repository: an agent can take them away.
    rmSync(join(path, '.git/info/attributes'));
    plant(path, canary.program);
    canary.fired();

    const victim = join(scratch(), 'copy');
    execFileSync('cp', ['-a', path, victim]);
    runNaive(victim, naive);
    expect(canary.fired(), 'the naive call must fire').toBe(true);

    const { recorded, push, files, after, checked } = await everything(stateDirectory, remote);
    expect(canary.fired(), 'ours must not').toBe(false);
    expect(recorded.changed).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
    expect(push).toEqual({ pushed: true });
    expect(after).toEqual(files);
    expect(checked).toMatchObject({ 'a.txt': files['a.txt'], 'b.txt': files['b.txt'] });
  });

  it('takes nothing from the environment or home of its caller', async () => {
    const canary = makeCanary();
    const home = scratch();
    writeFileSync(join(home, '.gitconfig'), `[core]\n\tfsmonitor = ${canary.program}\n`);
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const { workspace, stateDirectory } = adaptersFor(remote);
    const { path } = await workspace.openWorktree('run-1', remote.head);
    writeFileSync(join(path, 'a.txt'), 'changed\n');
    const hostile = {
      HOME: home,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: canary.program,
      GIT_EXTERNAL_DIFF: canary.program,
      GIT_DIR: join(path, '.git'),
    };
    for (const [name, value] of Object.entries(hostile)) vi.stubEnv(name, value);
    try {
      execFileSync('git', ['status'], { cwd: path });
      expect(canary.fired()).toBe(true);
      const { recorded } = await everything(stateDirectory, remote);
      expect(recorded.changed).toEqual(['a.txt']);
      expect(canary.fired()).toBe(false);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('keeps what it recorded when an agent’s alternates vanish, where naive git loses it', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const { workspace } = adaptersFor(remote);
    const worktree = await workspace.openWorktree('run-1', remote.head);
    const hoard = scratch();
    naiveGit(hoard, ['init', '-q', '--bare', '.']);
    naiveGit(hoard, ['hash-object', '-w', '--stdin'], 'work\n');
    writeFileSync(join(worktree.path, '.git/objects/info/alternates'), `${hoard}/objects\n`);
    writeFileSync(join(worktree.path, 'a.txt'), 'work\n');

    naiveGit(worktree.path, ['add', '-A']);
    const naiveTree = naiveGit(worktree.path, ['write-tree']);
    const { tree } = await worktree.checkpoint();
    expect(tree).toBe(naiveTree);
    rmSync(join(hoard, 'objects'), { recursive: true });
    mkdirSync(join(hoard, 'objects'));

    expect(() => naiveGit(worktree.path, ['cat-file', 'blob', `${naiveTree}:a.txt`])).toThrow();
    expect(await workspace.read(tree, 'a.txt')).toBe('work\n');
  });

  it('restores though the agent destroyed its own repository, where naive git cannot', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const { workspace } = adaptersFor(remote);
    const worktree = await workspace.openWorktree('run-1', remote.head);
    const { tree } = await worktree.checkpoint();
    writeFileSync(join(worktree.path, 'a.txt'), 'changed\n');
    rmSync(join(worktree.path, '.git/objects'), { recursive: true });
    expect(() => naiveGit(worktree.path, ['checkout', '-f', 'HEAD', '--', '.'])).toThrow();
    await worktree.restore(tree);
    expect(readFileSync(join(worktree.path, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('writes nothing where the agent’s core.worktree points to', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const { workspace } = adaptersFor(remote);
    const worktree = await workspace.openWorktree('run-1', remote.head);
    const { tree } = await worktree.checkpoint();
    const outside = scratch();
    config(worktree.path, ['core.worktree', outside]);
    naiveGit(worktree.path, ['checkout', '-f', 'HEAD']);
    expect(Object.keys(snapshotOf(outside))).toEqual(['a.txt']);
    rmSync(join(outside, 'a.txt'));
    rmSync(join(worktree.path, 'a.txt'));
    await worktree.restore(tree);
    expect([snapshotOf(outside), Object.keys(snapshotOf(worktree.path))]).toEqual([{}, ['a.txt']]);
  });
});
