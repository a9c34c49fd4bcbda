import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exploration } from './explore.ts';
import { GUARDS, type Guard } from './guards.ts';
import type { Budget } from './node.ts';
import { ALL_REDUCTIONS } from './steps.ts';

const run = promisify(execFile);
const MUTANTS = '.mutants';
const OWN_MACHINES = ['--machines'];
const UNREDUCED = Object.keys(ALL_REDUCTIONS).flatMap((name) => ['--without', name]);

/** What people see may be wrong until somebody looks: no commit, no second pull request, no proof of what was not proved. */
const COSTS_A_LOOK = [
  'another record is shown than the newest',
  'delivered, but the pull request is a draft',
  'ended handed-back though all was right',
  'no success on the head',
  'the record describes another commit than the head',
];

async function explored(
  root: string,
  budget: Partial<Budget>,
  options: string[] = [],
): Promise<Exploration> {
  const script = join(root, 'test/explore/run.ts');
  const args = [script, join(root, 'src'), JSON.stringify(budget), ...options];
  // It exits non-zero where something is wrong; what that is stands in its answer all the same.
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1e8 }).catch(
    (failure: { stdout: string }) => failure,
  );
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

// All of it at once takes minutes and has a command of its own: npm run test:explore:all.
describe('the publish protocol, explored breadth-first', () => {
  afterAll(() => rm(MUTANTS, { recursive: true, force: true }));

  it.each<Partial<Budget>>([
    { crash: 1, humanPush: 1, suggestion: 1 },
    { runs: 1, crash: 1, close: 1 },
    { runs: 1, amendment: 1, crash: 1 },
    { runs: 1, humanPush: 1, amendment: 1 },
    { runs: 1, suggestion: 1, revoke: 1 },
    { amendment: 1, close: 1, humanPush: 1 },
    { amendment: 1, suggestion: 1, crash: 1 },
    { crash: 1, close: 1, humanPush: 1 },
    { runs: 1, crash: 1, revoke: 1 },
  ])('finds no violation with %j', async (budget) => {
    const result = await explored('.', budget);
    expect(result).toMatchObject({ complete: true, kinds: [] });
    expect(result.outcomes).toBeGreaterThan(10);
  });

  it.each<Partial<Budget>>([
    { runs: 1, crash: 1 },
    { runs: 1, amendment: 1 },
    { crash: 1, humanPush: 1, amendment: 1 },
  ])('finds no violation where commits die with their machine, with %j', async (budget) => {
    const result = await explored('.', budget, OWN_MACHINES);
    expect(result).toMatchObject({ complete: true, kinds: [] });
    expect(result.outcomes).toBeGreaterThan(10);
  });

  it.each<[Partial<Budget>, string[]]>([
    [{ runs: 1, crash: 1 }, []],
    [{ runs: 1, amendment: 1 }, OWN_MACHINES],
    [{ amendment: 1, close: 1, humanPush: 1 }, []],
    [{ suggestion: 1, crash: 1, revoke: 1 }, OWN_MACHINES],
  ])('takes no two states for one that go on differently, with %j %j', async (budget, options) => {
    const { unlike } = await explored('.', budget, [...options, '--doubt', '1']);
    expect(unlike).toEqual([]);
  });

  it.each<[Partial<Budget>, string[]]>([
    [{ runs: 1, crash: 1 }, OWN_MACHINES],
    [{ runs: 1, amendment: 1 }, []],
    [{ amendment: 1, close: 1, humanPush: 1 }, []],
    [{ runs: 1, suggestion: 1, close: 1 }, OWN_MACHINES],
  ])('reaches the same outcomes without its reductions, with %j %j', async (budget, options) => {
    const reduced = await explored('.', budget, options);
    const unreduced = await explored('.', budget, [...options, ...UNREDUCED]);
    expect(unreduced.states).toBeGreaterThan(reduced.states);
    expect(reduced).toMatchObject({
      complete: true,
      outcomes: unreduced.outcomes,
      outcomesDigest: unreduced.outcomesDigest,
    });
  });

  // A process asks whether the task is still its own (guard 3), sleeps until another has taken over, and then does it.
  it.each<Partial<Budget>>([
    { runs: 1, nap: 1, amendment: 1 },
    { runs: 1, nap: 1, humanPush: 1 },
    { runs: 1, nap: 1, suggestion: 1 },
    { runs: 1, nap: 1, close: 1, crash: 1 },
  ])('costs at most a wrong look where a request comes far too late, with %j', async (budget) => {
    const { kinds } = await explored('.', budget, ['--all']);
    expect(COSTS_A_LOOK).toEqual(expect.arrayContaining(kinds));
  });

  it.each(GUARDS)('needs guard $number: $name', async (guard) => {
    const root = await without(guard);
    const whole = await explored('.', guard.budget);
    expect(whole).toMatchObject({ complete: true, kinds: [] });
    const reduced = await explored(root, guard.budget, ['--all']);
    expect(reduced.kinds).not.toEqual([]);
    const unreduced = await explored(root, guard.budget, ['--all', ...UNREDUCED]);
    expect(reduced.kinds).toEqual(unreduced.kinds);
  });
});
