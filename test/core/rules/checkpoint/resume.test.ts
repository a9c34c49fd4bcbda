import { describe, expect, it } from 'vitest';
import {
  noLongerProven,
  type Present,
  resumeCandidates,
} from '../../../../src/core/rules/checkpoint/resume.ts';
import type { TaskState } from '../../../../src/core/run/state.ts';
import type { Checkpoint, SandboxPolicy } from '../../../../src/core/schema/checkpoint.ts';

const STRONG: SandboxPolicy = {
  asked: 'S3',
  reached: 'S3',
  mechanism: 'bubblewrap',
  network: 'none',
  probes: {},
};
const HEAD = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const present: Present = { headSha: HEAD, sandbox: STRONG };

const checkpoint = (n: number, change: Partial<Checkpoint> = {}) =>
  ({
    id: `CP-${n}`,
    headSha: HEAD,
    baseSha: HEAD,
    tree: `tree-${n}`,
    contractVersion: 1,
    sandbox: STRONG,
    verification: [],
    ...change,
  }) as Checkpoint;

describe('D9 what work may go on from', () => {
  it('is the newest state on the present head, under every number it has', () => {
    const checkpoints = [checkpoint(1), checkpoint(2), checkpoint(3, { tree: 'tree-1' })];
    const { candidates, notUsed } = resumeCandidates({ checkpoints }, present);
    expect(candidates.map(({ checkpoint: { id }, numbers }) => [id, numbers])).toEqual([
      ['CP-3', [3, 1]],
      ['CP-2', [2]],
    ]);
    expect(notUsed).toEqual([]);
  });

  it('is no state that stands on another head, and says so', () => {
    const checkpoints = [checkpoint(1), checkpoint(2, { headSha: OTHER })];
    const { candidates, notUsed } = resumeCandidates({ checkpoints }, present);
    expect(candidates.map(({ checkpoint: { id } }) => id)).toEqual(['CP-1']);
    expect(notUsed).toEqual([
      { id: 'CP-2', reason: 'stands on bbbbbbbbbbbb, which is no longer the head' },
    ]);
  });
});

describe('D9 what no longer proves anything', () => {
  const verification = [{ evidenceId: 'EV-1', result: 'pass', sha: null }];
  const state = {
    contract: { version: 1, baseSha: HEAD },
    contractHash: 'hash',
    evidence: [{ id: 'EV-1', contractHash: 'hash', tree: 'tree-1' }],
  } as unknown as TaskState;

  it.each<[string, Partial<Checkpoint>, Partial<Present>, string[], boolean]>([
    ['nothing when all holds', {}, {}, [], false],
    ['results under another contract', { contractVersion: 2 }, {}, ['contract v2'], false],
    ['another base', { baseSha: OTHER }, {}, ['the base was'], false],
    [
      'everything under another sandbox policy',
      {},
      { sandbox: { ...STRONG, reached: 'S1' } },
      ['sandbox S3/S3', 'EV-1'],
      true,
    ],
    ['results on another tree', { tree: 'tree-9' }, {}, ['EV-1'], false],
    [
      'results that were stale already',
      { verification: [{ evidenceId: 'EV-1', result: 'stale', sha: null }] },
      {},
      ['EV-1'],
      false,
    ],
    [
      'results that are in no ledger',
      { verification: [{ evidenceId: 'EV-7', result: 'pass', sha: null }] },
      {},
      ['EV-7'],
      false,
    ],
  ])('is %s', (_, change, now, expected, discardsEvidence) => {
    const found = noLongerProven(checkpoint(1, { verification, ...change }), state, {
      ...present,
      ...now,
    });
    expect(found.stale.map((line, n) => line.startsWith(expected[n] ?? '?'))).toEqual(
      expected.map(() => true),
    );
    expect(found.discardsEvidence).toBe(discardsEvidence);
  });
});
