import { describe, expect, it } from 'vitest';
import { inRepositoryToolchain } from '../../../../src/core/rules/discovery/toolchain-of-repository.ts';
import type { Check } from '../../../../src/core/schema/check.ts';
import { assembled, GUARD } from '../contract/assemble-contract-sample.ts';

const own = (...argv: string[]): Check => ({ ...GUARD, argv }) as Check;
const VENV = own('.venv/bin/python', '-m', 'pytest');
const IN_API = { ...VENV, cwd: 'api' } as Check;
const UV = own('uv', 'run', '--no-sync', 'pytest');
const POETRY = own('poetry', 'run', 'python', '-m', 'unittest', 'discover');

describe('a drafted command, where the set-up put Python', () => {
  it.each<[string, Check, string, string]>([
    ['python', VENV, 'python -m pytest a.py', '.venv/bin/python -m pytest a.py'],
    ['python3', VENV, 'python3 -c x', '.venv/bin/python -c x'],
    ['pytest', VENV, 'pytest -q a.py', '.venv/bin/python -m pytest -q a.py'],
    ['pytest, by uv', UV, 'pytest a.py', 'uv run --no-sync pytest a.py'],
    ['python, by poetry', POETRY, 'python -m a', 'poetry run python -m a'],
    ['what is no Python', VENV, 'node a.js', 'node a.js'],
    ['what names its place', VENV, '/usr/bin/python3 a.py', '/usr/bin/python3 a.py'],
    ['Python in a repository of another kind', GUARD, 'python a.py', 'python a.py'],
    ['Python of another directory', IN_API, 'python a.py', 'python a.py'],
  ])('%s', (_, guard, drafted, expected) =>
    expect(inRepositoryToolchain(drafted.split(' '), [guard]).join(' ')).toBe(expected),
  );

  it('is so in the contract', () => {
    const criterion = {
      statement: 'It sorts.',
      quote: 'It must sort.',
      expectation: 'becomes-true' as const,
      checks: [{ kind: 'command' as const, argv: ['pytest', 'acceptance/a.py'], why: 'it does' }],
    };
    const issue = { body: 'It must sort.' };
    const { contract } = assembled({ acceptance: [criterion] }, issue, { guardChecks: [VENV] });
    expect(contract.acceptance[0]?.checks[0]).toMatchObject({
      argv: ['.venv/bin/python', '-m', 'pytest', 'acceptance/a.py'],
      origin: 'model',
    });
  });
});
