import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const CLI = resolve('src/entry/cli.ts');

/** Runs the command line in an empty directory, with no token and no repository. */
async function lint(issue: string | null, ...options: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'contractor-lint-'));
  try {
    if (issue !== null) await writeFile(join(directory, 'issue.md'), issue);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [CLI, 'lint', 'issue.md', ...options],
      { cwd: directory, encoding: 'utf8', env: { PATH: process.env.PATH } },
    );
    return { status, stdout, stderr };
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('contractor lint', () => {
  it('tells what is missing, with rule, line and how to mend it, and exits with 1', async () => {
    const { status, stdout } = await lint('# Speed\n\n## Expected\n\nIt should be faster.\n');
    expect(status).toBe(1);
    expect(stdout).toContain('issue.md:5: asks unverifiable (AC-1)');
    expect(stdout).toContain('Say what one would observe');
    expect(stdout).toContain('blocks open-question (Q-1)');
  });

  it('prints the findings as JSON', async () => {
    const { stdout } = await lint('# Speed\n\nIt is slow.\n', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'open-question', severity: 'blocks', place: 'Q-1' }),
      ]),
    });
  });

  it.each([
    ['a file that is not there', null],
    ['an empty issue', '# Title\n'],
  ])('exits with 2 on %s', async (_, issue) => expect((await lint(issue)).status).toBe(2));

  it('exits with 2 on an issue on GitHub without a token', () => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'lint', 'acme/tools#1'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--token');
  });

  it('exits with 0 when a repository’s own checks guard what can be checked', () => {
    const issue = resolve('test/golden/contracts/01-exit-code-on-partial-failure/issue.md');
    const { status, stdout } = spawnSync(process.execPath, [CLI, 'lint', issue], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    expect(stdout).toContain('0 findings');
    expect(status).toBe(0);
  });
});

describe('a repository that is on no branch', () => {
  it.each([
    ['a detached checkout, as jobs have it', ['checkout', '-q', '--detach'], '.'],
    ['a linked worktree', ['worktree', 'add', '-q', '--detach', 'linked'], 'linked'],
  ])('is previewed at its commit: %s', async (_, command, place) => {
    const directory = await mkdtemp(join(tmpdir(), 'contractor-detached-'));
    const run = (program: string, args: string[]) =>
      spawnSync(program, args, {
        cwd: directory,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      });
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.org'];
    try {
      await writeFile(join(directory, 'issue.md'), '# Greet\n\nThe greeting must name people.\n');
      run('git', ['init', '-q']);
      run('git', [...identity, 'commit', '-q', '--allow-empty', '-m', 'first']);
      run('git', command);
      const sha = run('git', ['rev-parse', 'HEAD']).stdout.trim();
      const args = [CLI, 'preview', 'issue.md', '--repository', place];
      expect(run(process.execPath, args).stdout).toContain(`base_sha: ${sha}`);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
