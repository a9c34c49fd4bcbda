import { expect, it } from 'vitest';
import { failsAsItMust } from '../../../../src/core/rules/evidence/fails-as-it-must.ts';
import type { CheckObservation } from '../../../../src/core/schema/evidence.ts';

const SEEN: CheckObservation = {
  checkId: 'CK-1',
  result: 'fail',
  summary: 'Exit 1.',
  exitCode: 1,
  testsExecuted: 1,
  durationMs: 1,
  logDigest: '0'.repeat(64),
  logTail: '',
  toolchain: '',
  treeChanged: false,
};

it.each<[string, Partial<CheckObservation>, 'pass' | 'fail']>([
  ['it failed', {}, 'pass'],
  ['what it imports is gone', { logTail: 'ERR_MODULE_NOT_FOUND', testsExecuted: 0 }, 'pass'],
  ['its runner is not installed', { logTail: '/usr/bin/python3: No module named pytest' }, 'fail'],
  ['its test is gone', { logTail: "Could not find 'test/a.test.js'" }, 'fail'],
  ['its test cannot be parsed', { logTail: 'SyntaxError: Unexpected end of input' }, 'fail'],
  ['no test was collected', { logTail: 'no tests ran in 1.73s' }, 'fail'],
  ['it passes still', { result: 'pass', exitCode: 0 }, 'fail'],
  ['it ended well, with too few tests', { exitCode: 0, testsExecuted: 0 }, 'fail'],
  ['its time was over', { exitCode: null }, 'fail'],
  ['it is not executable', { exitCode: 126 }, 'fail'],
  ['its program is not there', { exitCode: 127 }, 'fail'],
  ['a signal ended it', { exitCode: 139 }, 'fail'],
  ['it changed the tree', { treeChanged: true }, 'fail'],
])('a check that must fail, and %s', (_, change, result) =>
  expect(failsAsItMust({ ...SEEN, ...change }).result).toBe(result),
);
