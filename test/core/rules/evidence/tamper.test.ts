import { expect, it } from 'vitest';
import { tamperSignals } from '../../../../src/core/rules/evidence/tamper.ts';

const ORACLES = new Set(['acceptance/greet.test.js']);

it.each([
  ['test/greet.test.js', 'deleted', 'deleted a test file'],
  ['test/greet.test.js', 'modified', 'changed an existing test file'],
  ['test/greet.test.js', 'added', null],
  ['package.json', 'modified', 'changed how tests are run'],
  ['acceptance/greet.test.js', 'added', 'where the contract lays its own test'],
  ['acceptance/greet.test.js', 'deleted', 'deleted the file where the contract lays its own test'],
  ['acceptance/greet.test.js', 'modified', 'where the contract lays its own test'],
  ['src/greet.js', 'modified', null],
])('%s %s: %s', (path, status, signal) => {
  const found = tamperSignals([{ path, status }], ORACLES);
  if (signal === null) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringContaining(signal)]);
});
