import { expect, it } from 'vitest';
import { isolationLine } from '../../../src/core/render/isolation-line.ts';
import type { SandboxPolicy } from '../../../src/core/schema/checkpoint.ts';

const STRONG: SandboxPolicy = {
  ...{ asked: 'S3', reached: 'S3', mechanism: 'bubblewrap', network: 'none' },
  probes: { 'no network but granted hosts': true },
};

it.each<[string, Partial<SandboxPolicy>, string]>([
  ['all of it', {}, 'isolation: S3 (bubblewrap; no network)'],
  [
    'granted hosts',
    { network: 'allow-list', hosts: ['a.test', 'b.test', '*.c.test'] },
    'isolation: S3 (bubblewrap; no network but 3 granted hosts)',
  ],
  [
    'one granted host',
    { network: 'allow-list', hosts: ['a.test'] },
    'isolation: S3 (bubblewrap; no network but 1 granted host)',
  ],
  [
    'what is not limited',
    { probes: { 'limit on processes': false, 'limit on memory': false, 'no sudo': true } },
    'isolation: S3 (bubblewrap; no network; does not hold: limit on processes, limit on memory)',
  ],
  [
    'a level that is lower than what the machine gives',
    { asked: 'S0' },
    'isolation: S3 (bubblewrap; no network; asked for S0)',
  ],
  [
    'none',
    { asked: 'S0', reached: 'S0', mechanism: 'none', network: 'open', probes: {} },
    'isolation: S0 (no bubblewrap; open network)',
  ],
])('says %s', (_, change, expected) =>
  expect(isolationLine({ ...STRONG, ...change })).toEqual([expected]),
);

it('says nothing before anything ran', () => expect(isolationLine(null)).toEqual([]));
