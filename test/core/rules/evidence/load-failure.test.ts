import { describe, expect, it } from 'vitest';
import { askedFor, isToBeMade } from '../../../../src/core/rules/evidence/asked-for.ts';
import { loadFailure } from '../../../../src/core/rules/evidence/load-failure.ts';
import { Check } from '../../../../src/core/schema/check.ts';
import { contract } from '../../../support/task.ts';
import { LOAD_SAMPLES } from './load-failure.samples.ts';

describe('F3 what runners print when no assertion ran', () => {
  it.each(LOAD_SAMPLES)('$what', ({ output, exitCode, failure }) =>
    expect(loadFailure({ result: 'fail', exitCode, logTail: output })).toEqual(failure),
  );

  it('nothing is wrong with what passed', () =>
    expect(
      loadFailure({ result: 'pass', exitCode: 0, logTail: "Cannot find module 'x'" }),
    ).toBeNull());

  it.each(['Cannot find module ', 'error: expected ', '1 a, ', ' '])(
    'reads much of %j in one go',
    (part) => {
      // The ceiling is the test’s own time limit: a quadratic pattern takes minutes here.
      loadFailure({ result: 'fail', exitCode: 1, logTail: part.repeat(20_000) });
      loadFailure({ result: 'fail', exitCode: 1, logTail: `${part.repeat(40)}\n`.repeat(500) });
    },
  );
});

describe('F3 what a contract itself asks for may be missing', () => {
  const check = (oracle: string | null, argv = ['node', '--test', 'test/farewell.test.js']) =>
    Check.parse({
      kind: 'command',
      id: 'CK-1',
      why: 'x',
      origin: 'issue',
      argv,
      oracle:
        oracle === null
          ? []
          : [{ path: 'test/farewell.test.js', content: oracle, digest: '0'.repeat(64) }],
    });
  const ORACLE = "import { farewell } from '../src/farewell.js'; import _ from 'lodash';";
  const asked = askedFor(contract({ goal: 'Say goodbye by the module `adieu`' }), [
    'src/greet.js',
    'greet/__init__.py',
    'test/greet.test.js',
  ]);

  it.each<[string, 'missing-module', string, Check, boolean]>([
    [
      'a module that the oracle calls',
      'missing-module',
      '/repo/src/farewell.js',
      check(ORACLE),
      true,
    ],
    ['the same, relative', 'missing-module', '../src/farewell.js', check(ORACLE), true],
    ['the same, from the top', 'missing-module', 'src/farewell.js', check(ORACLE), true],
    ['below a package of the repository', 'missing-module', 'greet.farewell', check(ORACLE), true],
    ['a module that the contract names', 'missing-module', 'adieu', check(null), true],
    ['a package', 'missing-module', 'lodash', check(ORACLE), false],
    ['what a build makes', 'missing-module', '/repo/dist/farewell.js', check(ORACLE), false],
    ['another file of the repository', 'missing-module', './src/other.js', check(ORACLE), false],
  ])('%s: %s %s', (_, kind, name, of, expected) =>
    expect(isToBeMade({ kind, name }, of, asked)).toBe(expected),
  );

  it.each<[string, Parameters<typeof isToBeMade>[0], Check, boolean]>([
    [
      'a test file that the change brings',
      { kind: 'missing-test-file', name: 'x' },
      check(null),
      true,
    ],
    ['one that was laid there', { kind: 'missing-test-file', name: 'x' }, check(ORACLE), false],
    ['no test, the file being new', { kind: 'no-tests', name: null }, check(null), true],
    [
      'no test in a file of the base',
      { kind: 'no-tests', name: null },
      check(null, ['node', '--test', 'test/greet.test.js']),
      false,
    ],
    ['no test in an oracle', { kind: 'no-tests', name: null }, check(ORACLE), false],
    ['a file that cannot be parsed', { kind: 'syntax-error', name: null }, check(ORACLE), false],
    ['no runner', { kind: 'missing-runner', name: 'adieu' }, check(null), false],
  ])('%s', (_, failure, of, expected) => expect(isToBeMade(failure, of, asked)).toBe(expected));
});
