import { describe, expect, it } from 'vitest';
import { levelReached, probe } from '../../../src/adapters/sandbox/probes.ts';
import type { SandboxResult } from '../../../src/ports.ts';

const ALL = [
  'environment cleared',
  'worktree writable',
  'only own processes visible',
  'no environment of others visible',
  'files outside not visible',
  'system not writable',
  '.git not writable',
  'no sudo',
  'no container daemon',
  'no network but granted hosts',
  'no new user namespace',
  'limit on file size',
  'system calls filtered',
  'limit on processes',
  'limit on memory',
];

describe('levelReached', () => {
  it.each([
    [[], 'S3'],
    [['limit on file size'], 'S2'],
    [['limit on processes', 'limit on memory', 'system calls filtered'], 'S3'],
    [['no new user namespace'], 'S2'],
    [['no network but granted hosts'], 'S1'],
    [['no network but granted hosts', 'no new user namespace'], 'S1'],
    [['no sudo'], 'S0'],
    [['no container daemon'], 'S0'],
    [['only own processes visible'], 'S0'],
    [['no environment of others visible'], 'S0'],
    [['files outside not visible', 'no network but granted hosts'], 'S0'],
    [['system not writable'], 'S0'],
    [['.git not writable'], 'S0'],
    [['environment cleared'], null],
    [['worktree writable'], null],
  ])('without %j it is %s', (broken: string[], expected) => {
    const probes = Object.fromEntries(ALL.map((name) => [name, !broken.includes(name)]));
    expect(levelReached(probes)).toBe(expected);
  });

  it('takes a probe that did not run for one that did not hold', () => {
    expect(levelReached({})).toBeNull();
  });
});

describe('probe', () => {
  const answer = (output: string, exitCode: number | null = 0): Promise<SandboxResult> =>
    Promise.resolve({ exitCode, timedOut: false, output, outputDigest: '', durationMs: 0 });

  it.each([
    ['fails', () => answer('cannot start', 1)],
    ['says nothing', () => answer('')],
    ['says something else', () => answer('{"hostNetwork":false}')],
    ['is killed', () => answer('', null)],
  ])('does not believe a sandbox in which it %s', async (_what, run) => {
    await expect(probe(run, { allowed: [], groups: {} })).rejects.toThrow();
  });
});
