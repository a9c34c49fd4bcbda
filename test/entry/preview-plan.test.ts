import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startScriptedModel } from '../../src/simulate/model/scripted-model.ts';
import { makeRemote } from '../adapters/git/support/repositories.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'preview-plan-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The plan of an issue in a file, by a planner that answers this. */
async function previewOf(plans: object[], planner = true) {
  await using model = await startScriptedModel({ plans });
  const models = planner
    ? { plan: 'openai-compatible/scripted', baseUrl: model.baseUrl }
    : { draft: 'openai-compatible/scripted', baseUrl: model.baseUrl };
  const remote = makeRemote({ 'a.js': 'a\n', '.github/contractor.yml': stringify({ models }) });
  const issue = join(directory, 'issue.md');
  await writeFile(
    issue,
    '# Say it\n\n### Acceptance criteria\n\n- `node a.js` exits with code 0\n',
  );
  const args = ['src/entry/cli.ts', 'preview', issue, '--plan', '--repository', remote.path];
  const run = promisify(execFile)(process.execPath, args).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const { stdout, stderr } = await run;
  return { stdout, stderr, asked: model.requests.map(({ purpose }) => purpose) };
}

describe('contractor preview --plan', () => {
  it('C8 shows the planner’s plan in its documented form, and executes nothing', async () => {
    const steps = [
      { id: 'E1', agent: 'search', task: 'Find it.' },
      { id: 'E2', agent: 'coder', task: 'Say what #E1 found.', writes: ['a.js'] },
    ];
    const { stdout, asked } = await previewOf([{ task_summary: 'say it', steps }]);
    expect(stdout).toContain('Generated plan (dry-run — nothing will be executed)');
    expect(stdout).toContain('2. [E2] agent=coder');
    expect(stdout).toContain('deps: E1');
    expect(stdout).toContain('a.js');
    expect(asked).toEqual(['plan']);
  });

  it('C1 shows raw what is no plan, with a warning', async () => {
    const { stdout, asked } = await previewOf([
      { advice: 'look around' },
      { advice: 'look around' },
    ]);
    expect(stdout).toContain('Warning:');
    expect(stdout).toContain('look around');
    expect(asked).toEqual(['plan', 'plan']);
  });

  it('says what to configure where nobody can plan', async () => {
    const { stderr, asked } = await previewOf([], false);
    expect(stderr).toContain('no-model');
    expect(asked).toEqual([]);
  });
});
