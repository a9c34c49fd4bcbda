import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../scripts/live-smoke/assumptions.ts';
import {
  type EmbeddedGitHub,
  startEmbeddedGitHub,
} from '../../src/simulate/github/embedded-github.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

function smoke(args: string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/live-smoke.ts', ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

const verdicts = ({ stdout }: Ran): Map<string, string> =>
  new Map(
    [...stdout.matchAll(/^(PASS|SKIP|FAIL) {2}(\S+)/gm)].map(([, verdict = '', id = '']) => [
      id,
      verdict,
    ]),
  );

describe('live-smoke against the embedded GitHub', () => {
  let github: EmbeddedGitHub;
  beforeAll(async () => {
    github = await startEmbeddedGitHub({
      repository: { owner: 'acme', name: 'scratch' },
      files: { 'README.md': 'scratch\n' },
      people: [{ login: 'ada', permission: 'admin' }],
    });
  });
  afterAll(() => github[Symbol.asyncDispose]());

  const run = (token: string, ...more: string[]) =>
    smoke(['--repository', 'acme/scratch', '--yes', '--api-url', github.apiUrl, ...more], {
      GITHUB_TOKEN: token,
    });

  it('holds every assumption, by a person’s token or by a job’s, and cleans up', async () => {
    const before = await github.refs('refs/');
    const [person, job] = [await run(github.token({ actor: 'ada' })), await run(github.token())];
    expect(`${person.stdout}${job.stdout}`).not.toContain('FAIL');
    expect([person.code, job.code, person.stderr, job.stderr]).toEqual([0, 0, '', '']);
    for (const { id } of ASSUMPTIONS)
      expect([verdicts(person).get(id), verdicts(job).get(id)], id).toContain('PASS');
    const own = [...(await github.refs('refs/')).keys()].filter(
      (ref) => !/^refs\/pull\//.test(ref),
    );
    expect(own).toEqual([...before.keys()]);
    expect(github.issues().filter((issue) => issue.state === 'open')).toEqual([]);
  });

  it('fails where an assumption does not hold', async () => {
    const { code, stdout } = await run(github.token({ permissions: { contents: 'read' } }));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}GH-1 {2}/m);
  });

  it.each([
    ['without --yes', ['--repository', 'acme/scratch'], { GITHUB_TOKEN: 'x' }],
    ['without a repository', ['--yes'], { GITHUB_TOKEN: 'x' }],
    ['without a token', ['--repository', 'acme/scratch', '--yes'], {}],
  ])('refuses to run %s', async (_, args, env) => {
    const { code, stderr } = await smoke(args, env);
    expect(code).toBe(2);
    expect(stderr).toContain('Usage');
  });
});

it('tries exactly the assumptions that docs/assumptions.md calls live', () => {
  const page = readFileSync('docs/assumptions.md', 'utf8');
  const live = [...page.matchAll(/^\| (GH-\d+) \|.*\| live\b[^|]*\|$/gm)].map(([, id]) => id);
  expect(ASSUMPTIONS.map(({ id }) => id)).toEqual(live);
});
