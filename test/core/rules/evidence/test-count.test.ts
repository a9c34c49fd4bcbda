import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTests } from '../../../../src/core/rules/evidence/test-count.ts';
import { passedByName } from '../../../../src/core/rules/evidence/test-report/names.ts';
import { SAMPLES } from './test-count.samples.ts';

describe('countTests', () => {
  it.each(SAMPLES)('counts what $what reports', (sample) => {
    const count = countTests(sample.output);
    expect(count).toMatchObject({
      runners: [sample.runner],
      executed: sample.executed,
      passed: sample.passed,
      failed: sample.failed,
      skipped: sample.skipped,
    });
  });

  it.each(SAMPLES.filter(({ zero }) => zero !== undefined))(
    'sees that no test ran in $what',
    ({ zero = '' }) => {
      expect(countTests(zero)?.executed).toBe(0);
    },
  );

  it.each(SAMPLES.filter(({ named }) => named !== undefined))(
    'finds a passed test by its name in $what',
    ({ output, named = '' }) => {
      expect(passedByName(countTests(output)?.names ?? { passed: [], failed: [] }, named)).toBe(
        true,
      );
    },
  );

  it.each(SAMPLES.filter(({ broken }) => broken !== undefined))(
    'does not take a failed test for passed in $what',
    ({ output, broken = '' }) => {
      const names = countTests(output)?.names ?? { passed: [], failed: [] };
      expect(names.failed.some((name) => name.includes(broken))).toBe(true);
      expect(passedByName(names, broken)).toBe(false);
    },
  );

  it.each(['', 'all good\n', 'Build finished in 3s\n3 files written\n', 'OK\n'])(
    'knows nothing about %j, which is not zero',
    (output) => {
      expect(countTests(output)).toBeNull();
    },
  );

  it('does not take node’s heading above the failures for a test', () => {
    const report = '✖ breaks (0.4ms)\nℹ tests 1\nℹ pass 0\nℹ fail 1\n\n✖ failing tests:\n';
    expect(countTests(report)?.names.failed).toEqual(['breaks']);
  });

  it('adds up the reports of several packages', () => {
    const report = 'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n';
    expect(countTests(`${report}${report}`)).toMatchObject({ executed: 4, skipped: 2 });
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const count = countTests(text);
        expect(count === null || count.executed === count.passed + count.failed).toBe(true);
      }),
    );
  });

  it.each([
    ['spaces', ' '.repeat(990)],
    ['digits', '1'.repeat(990)],
    ['colons', 'a::'.repeat(330)],
    ['arrows', ' > '.repeat(330)],
    ['letters after a summary', `Files=1, Tests=1,${'a'.repeat(970)}`],
    ['counts', `Tests:  ${'1 a, '.repeat(190)}`],
    ['escapes', `${String.fromCharCode(27)}[1`.repeat(300)],
    ['brackets', '['.repeat(990)],
  ])('is linear for a megabyte of %s', (_what, line) => {
    // The ceiling is the test’s own time limit: a quadratic pattern takes minutes here.
    countTests(`${line}\n`.repeat(1000));
  });
});

describe('passedByName', () => {
  it.each([
    ['adds', ['a.test.ts > sum > adds'], [], true],
    ['adds', ['badly adds'], [], false],
    ['adds', ['adds more'], [], false],
    ['test_x', ['test_a.py::test_x[1]', 'test_a.py::test_x[2]'], [], true],
    ['test_x', ['test_a.py::test_x[1]'], ['test_a.py::test_x[2]'], false],
    ['test_ok', ['test_ok (test_a.T.test_ok)'], [], true],
    ['sum > adds', ['a.test.ts > sum > adds'], [], true],
    ['', ['anything'], [], false],
  ])('%j in passed %j, failed %j: %s', (wanted, passed, failed, expected) => {
    expect(passedByName({ passed, failed }, wanted)).toBe(expected);
  });
});
