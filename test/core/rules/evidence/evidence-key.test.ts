import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestText } from '../../../../src/core/digest.ts';
import {
  carryEvidence,
  type EvidenceKeyInputs,
  evidenceKey,
  stillHolds,
  type TreeFile,
} from '../../../../src/core/rules/evidence/evidence-key.ts';
import type { Check, CommandCheck } from '../../../../src/core/schema/check.ts';
import type { Criterion } from '../../../../src/core/schema/contract.ts';
import { CONTRACT, evidence, HEAD } from '../../render/example.ts';

const file = (path: string, blob = 'b1'): TreeFile => ({ path, mode: '100644', blob });
const FILES = [
  file('src/cli.py'),
  file('src/deep/serializer.py'),
  file('docs/flags.md'),
  file('app/(group)/page+1.tsx'),
  file('requirements.lock'),
];

const criterion = CONTRACT.acceptance[2] as Criterion;
const check = criterion.checks[0] as CommandCheck;
const INPUTS: EvidenceKeyInputs = {
  contract: CONTRACT,
  criterion,
  check,
  files: FILES,
  environmentDigest: digestText('environment'),
  toolchain: 'python 3.12.4',
  harnessVersion: '0.1.0',
};

const withInputs = (inputs: string[], files: readonly TreeFile[] = FILES) =>
  evidenceKey({ ...INPUTS, check: { ...check, inputs } as Check, files });
const touched = (path: string) =>
  FILES.map((each) => (each.path === path ? { ...each, blob: 'b2' } : each));

describe('evidenceKey', () => {
  it.each<[string, string[], string, boolean]>([
    ['F1 an input', ['src/**'], 'src/cli.py', true],
    ['F1 D10 a file that is no input', ['src/**'], 'docs/flags.md', false],
    ['any file, when nothing narrows it', [], 'docs/flags.md', true],
    ['any file, when the globs match nothing', ['lib/**'], 'docs/flags.md', true],
    ['a file below a named directory', ['src'], 'src/deep/serializer.py', true],
    ['a file below a directory with a slash', ['./src/'], 'src/cli.py', true],
    ['a path with regex characters, literally', ['app/(group)/page+1.tsx'], 'src/cli.py', false],
    ['that path itself', ['app/(group)/page+1.tsx'], 'app/(group)/page+1.tsx', true],
    ['the lockfile, though no input', ['src/**'], 'requirements.lock', true],
    ['any file, under a glob too costly to match', ['*a*b*c*d*e*'], 'docs/flags.md', true],
  ])('touching %s', (_name, globs, path, flips) => {
    expect(withInputs(globs, touched(path)) !== withInputs(globs)).toBe(flips);
  });

  it.each<[string, Partial<EvidenceKeyInputs>]>([
    ['the criterion', { criterion: { ...criterion, statement: 'other' } }],
    ['argv', { check: { ...check, argv: ['pytest'] } }],
    ['cwd', { check: { ...check, cwd: 'src' } }],
    ['a constraint', { contract: { ...CONTRACT, constraints: [] } }],
    ['the scope', { contract: { ...CONTRACT, inScope: [] } }],
    ['the set-up', { environmentDigest: digestText('other') }],
    ['the toolchain', { toolchain: 'python 3.13.0' }],
    ['the harness', { harnessVersion: '0.2.0' }],
    [
      'a variable',
      { contract: { ...CONTRACT, environment: { ...CONTRACT.environment, variables: {} } } },
    ],
    ['a file mode', { files: FILES.map((each) => ({ ...each, mode: '100755' })) }],
    ['an added input', { files: [...FILES, file('src/new.py')] }],
    ['a removed input', { files: FILES.slice(1) }],
  ])('changes with %s', (_name, change) => {
    expect(evidenceKey({ ...INPUTS, ...change })).not.toBe(evidenceKey(INPUTS));
  });

  it.each<[string, Partial<EvidenceKeyInputs>]>([
    ['the goal', { contract: { ...CONTRACT, goal: 'other words' } }],
    ['the contract version', { contract: { ...CONTRACT, version: 9 } }],
    [
      'the base, for a check that does not look at it',
      { contract: { ...CONTRACT, baseSha: HEAD } },
    ],
    ['the order of the files', { files: FILES.toReversed() }],
  ])('stays the same over %s', (_name, change) => {
    expect(evidenceKey({ ...INPUTS, ...change })).toBe(evidenceKey(INPUTS));
  });

  it('changes with the base for a check that compares with it', () => {
    const compares: EvidenceKeyInputs = { ...INPUTS, check: criterion.checks[1] as Check };
    const rebased = { ...compares, contract: { ...CONTRACT, baseSha: HEAD } };
    expect(evidenceKey(rebased)).not.toBe(evidenceKey(compares));
  });

  it('F1 flips exactly when a touched file is an input, for any tree', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    const tree = fc.uniqueArray(fc.record({ top: fc.constantFrom('src', 'docs', 'tests'), name }), {
      minLength: 2,
      selector: ({ top, name: base }) => `${top}/${base}`,
    });
    fc.assert(
      fc.property(tree, fc.nat(), (entries, pick) => {
        const files = entries.map(({ top, name: base }) => file(`${top}/${base}`));
        const target = files[pick % files.length] as TreeFile;
        const after = files.map((each) => (each === target ? { ...each, blob: 'b2' } : each));
        const isInput =
          target.path.startsWith('src/') || !files.some(({ path }) => path.startsWith('src/'));
        expect(withInputs(['src/**'], after) !== withInputs(['src/**'], files)).toBe(isInput);
      }),
    );
  });

  it('row 12: a hostile glob costs no time', () => {
    const files = [file(`${'a'.repeat(4000)}!`)];
    const globs = ['(a+)+$', `${'*a'.repeat(200)}`, `${'{a,'.repeat(60)}b${'}'.repeat(60)}`, '[a-'];
    expect(withInputs(globs, files)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('stillHolds', () => {
  const pass = evidence({ id: 'EV-1', checkId: 'CK-3', key: evidenceKey(INPUTS) });

  it('keeps a pass whose key is unchanged, and says why', () => {
    expect(stillHolds(pass, pass.key)).toEqual({
      holds: true,
      reason: 'key unchanged since 7ea1000: nothing this check depends on differs',
    });
    expect(carryEvidence(pass, pass.key, 'f'.repeat(40))).toMatchObject({
      verifiedSha: HEAD,
      validForSha: 'f'.repeat(40),
      reason: expect.stringContaining('key unchanged'),
    });
  });

  it.each([
    ['another key', pass, digestText('other')],
    ['a failure', { ...pass, result: 'fail' as const }, pass.key],
    ['stale evidence', { ...pass, result: 'stale' as const }, pass.key],
    [
      'a tree that changed meanwhile',
      { ...pass, observation: { ...pass.observation, treeChanged: true } },
      pass.key,
    ],
  ])('does not accept %s', (_name, item, key) => {
    expect(stillHolds(item, key)).toMatchObject({ holds: false });
    expect(carryEvidence(item, key, HEAD)).toBeNull();
  });
});
