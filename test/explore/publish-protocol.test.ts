import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Budget, Exploration } from './explore.ts';
import { GUARDS, type Guard } from './guards.ts';

const run = promisify(execFile);
const MUTANTS = '.mutants';

async function explored(root: string, budget: Partial<Budget>): Promise<Exploration> {
  const script = join(root, 'test/explore/run.ts');
  const args = [script, join(root, 'src'), JSON.stringify(budget)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1e8 });
  return JSON.parse(stdout) as Exploration;
}

/** A copy of the production code with one guard taken out. */
async function without(guard: Guard): Promise<string> {
  const root = join(
    MUTANTS,
    `${guard.number}-${guard.file.replaceAll(/\W/g, '-')}-${Object.keys(guard.budget).join('-')}`,
  );
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  for (const part of ['src/core', 'src/app', 'src/ports.ts', 'test/explore'])
    await cp(part, join(root, part), { recursive: true });
  const file = join(root, guard.file);
  const text = await readFile(file, 'utf8');
  expect(text.split(guard.from)).toHaveLength(2);
  await writeFile(
    file,
    text.replace(guard.from, () => guard.to),
  );
  return root;
}

describe('the publish protocol, explored breadth-first', () => {
  afterAll(() => rm(MUTANTS, { recursive: true, force: true }));

  it.each<Partial<Budget>>([
    { crash: 1, humanPush: 1, suggestion: 1 },
    { runs: 1, crash: 1 },
    { amendment: 1, close: 1, humanPush: 1 },
    { amendment: 1, suggestion: 1, crash: 1 },
    { revoke: 1, crash: 1 },
    { crash: 1, close: 1, humanPush: 1 },
    { runs: 1, amendment: 1 },
    { runs: 1, suggestion: 1 },
    { runs: 1, humanPush: 1 },
    { runs: 1, close: 1 },
  ])('finds no violation with %j', async (budget) => {
    const result = await explored('.', budget);
    expect(result.violations).toEqual([]);
    expect(result.quiescent).toBeGreaterThan(10);
  });

  it.each(GUARDS)('needs guard $number: $name', async (guard) => {
    const root = await without(guard);
    const [whole, mutated] = [
      await explored('.', guard.budget),
      await explored(root, guard.budget),
    ];
    expect(whole.violations).toEqual([]);
    expect(mutated.violations).not.toEqual([]);
  });
});
