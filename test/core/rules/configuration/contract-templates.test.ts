import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/core/digest.ts';
import { parseConfiguration } from '../../../../src/core/rules/configuration/configuration.ts';
import {
  applyTemplates,
  configurationFor,
} from '../../../../src/core/rules/configuration/contract-templates.ts';
import { Contract } from '../../../../src/core/schema/contract.ts';
import { contract } from '../../../support/task.ts';

const CONFIGURATION = parseConfiguration(`
approval: never
templates:
  security:
    constraints: [No new dependency.]
    checks: [[npm, run, audit-offline]]
    outOfScope: [{ text: the public API, globs: ["src/api/**"] }]
    stopRules: [{ text: STOP at the lockfile., globs: [package-lock.json] }]
    approval: required
  docs:
    constraints: [Plain words.]
`);

describe('contract templates by label', () => {
  it('adds what the label asks for, once, and takes nothing away', () => {
    const before = contract();
    const after = applyTemplates(before, CONFIGURATION, ['bug', 'Security']);
    expect(Contract.parse(after)).toEqual(after);
    expect(after.acceptance.slice(0, before.acceptance.length)).toEqual(before.acceptance);
    expect(after.acceptance.at(-1)).toMatchObject({
      guard: true,
      expectation: 'stays-true',
      checks: [{ argv: ['npm', 'run', 'audit-offline'], origin: 'configuration' }],
    });
    expect(after.constraints).toContain('No new dependency.');
    expect(after.outOfScope.at(-1)).toEqual({ text: 'the public API', globs: ['src/api/**'] });
    expect(after.stopRules.at(-1)?.detector).toEqual({
      kind: 'path-touched',
      globs: ['package-lock.json'],
    });
    const ids = after.acceptance.flatMap(({ checks }) => checks.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(applyTemplates(after, CONFIGURATION, ['security'])).toEqual(after);
  });

  it('leaves other issues alone', () =>
    expect(digestOf(applyTemplates(contract(), CONFIGURATION, ['bug']))).toBe(
      digestOf(contract()),
    ));

  it('takes every template of several labels', () =>
    expect(applyTemplates(contract(), CONFIGURATION, ['docs', 'security']).constraints).toEqual(
      expect.arrayContaining(['No new dependency.', 'Plain words.']),
    ));

  it.each([
    [['security'], 'required'],
    [['docs'], 'never'],
    [[], 'never'],
  ])('approval of %j is %s: labels can only make it stricter', (labels, approval) =>
    expect(configurationFor(CONFIGURATION, labels).approval).toBe(approval),
  );

  it('a wrong key is named with its line', () =>
    expect(() => parseConfiguration('templates:\n  bug:\n    constraint: [x]\n')).toThrow(
      expect.objectContaining({ place: expect.objectContaining({ line: 3 }) }),
    ));
});
