import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBlob, writeTree } from '../../../src/adapters/git/loose-object.ts';
import { askGit, type GitPlace, git, gitLine } from '../../../src/adapters/git/trusted-git.ts';
import { naiveGit, scratch } from './support/repositories.ts';

function repository(): GitPlace & { gitDir: string; objects: string } {
  const gitDir = scratch();
  naiveGit('/', ['init', '-q', '--bare', gitDir]);
  return { gitDir, objects: `${gitDir}/objects` };
}

describe('a local git call', () => {
  it('knows only the repository’s own settings and ours, and ours win', async () => {
    const place = repository();
    writeFileSync(join(place.gitDir, 'config'), '[core]\n\tbare = true\n\tfsmonitor = /bin/evil\n');
    const listed = (await git(place, ['config', '--list', '--show-scope'])).toString();
    const scopes = new Set(
      listed
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    );
    expect([...scopes].sort()).toEqual(['command', 'local']);
    expect(await gitLine(place, ['config', 'core.fsmonitor'])).toBe('false');
  });

  it('fails with what git said as the cause', async () => {
    await expect(git(repository(), ['cat-file', '-e', 'nothing'])).rejects.toMatchObject({
      code: 'git-failed',
      message: 'A git command failed. git cat-file ended with 128.',
      cause: { message: expect.stringContaining('Not a valid object name nothing') },
    });
  });

  it('takes an exit code for an answer where it is one', async () => {
    const args = ['config', '--get', 'no.such'];
    expect((await askGit(repository(), args, { accept: [0, 1] })).exitCode).toBe(1);
  });

  it.each(['https://127.0.0.1:1/a.git', 'ssh://127.0.0.1/a', 'ext::true', 'file:///tmp'])(
    'reaches no remote: %s',
    async (url) => {
      await expect(git(repository(), ['ls-remote', url])).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/transport '.*' not allowed/) },
      });
    },
  );

  it('ends when it is told to', async () => {
    const call = { signal: AbortSignal.abort() };
    await expect(git(repository(), ['rev-list', '--all'], call)).rejects.toMatchObject({
      message: 'A git command failed. git rev-list was ended.',
    });
  });

  it('uses the named repository, not the one around it', async () => {
    const outer = scratch();
    naiveGit(outer, ['init', '-q', '.']);
    mkdirSync(join(outer, 'inner'));
    const missing = git({ gitDir: join(outer, 'inner') }, ['rev-parse', '--git-dir']);
    await expect(missing).rejects.toMatchObject({ code: 'git-failed' });
  });
});

describe('objects written without git', () => {
  it('are what git would have written, trees in git’s order', async () => {
    const place = repository();
    const blob = await writeBlob(place.objects, 'héllo\n');
    const inner = await writeTree(place.objects, [{ mode: '100644', name: 'x', sha: blob }]);
    const tree = await writeTree(place.objects, [
      { mode: '100644', name: 'a0', sha: blob },
      { mode: '40000', name: 'a', sha: inner },
      { mode: '100755', name: 'a-b', sha: blob },
    ]);
    expect(blob).toBe(await gitLine(place, ['hash-object', '--stdin'], { stdin: 'héllo\n' }));
    const lines = ['a-b', 'a', 'a0'].map(
      (name) =>
        ({
          'a-b': `100755 blob ${blob}\ta-b`,
          a: `040000 tree ${inner}\ta`,
          a0: `100644 blob ${blob}\ta0`,
        })[name],
    );
    expect(await gitLine(place, ['mktree'], { stdin: `${lines.join('\n')}\n` })).toBe(tree);
    expect(await gitLine(place, ['fsck', '--strict', '--no-dangling'])).toBe('');
    expect(await writeBlob(place.objects, 'héllo\n')).toBe(blob);
  });
});
