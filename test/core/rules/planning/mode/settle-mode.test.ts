import { describe, expect, it } from 'vitest';
import { modeFactsOf } from '../../../../../src/core/rules/planning/mode/mode-facts-of.ts';
import {
  labelledMode,
  settleMode,
} from '../../../../../src/core/rules/planning/mode/settle-mode.ts';
import { stuckHandback } from '../../../../../src/core/rules/planning/plan/stuck-handback.ts';
import type { PlanningMode } from '../../../../../src/core/schema/mode-choice.ts';
import { contract } from '../../../../support/task.ts';

const NEW = { turns: 0, handOver: false };
const inScope = (...globs: string[]) => ({ inScope: [{ text: 'scope', globs }] });

describe('what a contract tells of its size', () => {
  it.each([
    [['src/**', 'test/**', 'README.md', 'docs/**'], 1],
    [['packages/a/**', 'packages/b/**'], 2],
    [['packages/*/package.json'], 1],
    [['server/**', 'client/**', 'shared/x.ts'], 3],
    [['**'], 1],
    [[], 1],
  ] as const)('C6 %j are %i components', (globs, components) => {
    expect(modeFactsOf(contract(inScope(...globs)), NEW)).toMatchObject({
      components,
      paths: globs.length,
    });
  });

  it.each([
    ['Investigate why the nightly run is red', true],
    ['Mend the investigation page', false],
  ])('A11 %s: exploring is %s', (goal, exploratory) => {
    expect(modeFactsOf(contract({ goal }), NEW).exploratory).toBe(exploratory);
  });

  it('A10 many turns are a long run', () => {
    expect(modeFactsOf(contract(), { turns: 13, handOver: false }).longRun).toBe(true);
    expect(modeFactsOf(contract(), { turns: 12, handOver: true })).toMatchObject({
      longRun: false,
      handOver: true,
    });
  });
});

describe('A9 the mode that is followed', () => {
  it.each([
    [['bug', 'contractor:reactive'], 'reactive'],
    [['Contractor:Task-Graph'], 'task-graph'],
    [['contractor:interleaved', 'contractor:reactive'], 'reactive'],
    [['contractor', 'reactive', 'contractor:fast'], null],
  ] as const)('labels %j ask for %s', (labels, mode) => {
    expect(labelledMode(labels, 'contractor')).toBe(mode);
  });

  it.each<[PlanningMode, string | null, boolean, PlanningMode]>([
    ['reactive', 'none', false, 'reactive'],
    ['reactive', null, true, 'interleaved'],
    ['interleaved', null, true, 'interleaved'],
    ['plan-and-execute', 'none', false, 'interleaved'],
    ['plan-and-execute', null, false, 'plan-and-execute'],
    ['task-graph', null, true, 'interleaved'],
  ])(
    '%s (planner missing: %s, a plan stands: %s) is worked as %s',
    (mode, noPlanner, planStands, followed) => {
      const settled = settleMode({ mode, reasons: ['why'] }, { noPlanner, planStands });
      expect(settled.mode).toBe(followed);
      expect(settled.reasons.length).toBe(followed === mode ? 1 : 2);
    },
  );
});

describe('B3 the handback of work that goes nowhere', () => {
  const brief = (version: number) => ({
    version,
    replan: version > 1,
    reason: version > 1 ? 'x'.repeat(1000) : null,
    step: `step 1 of 2: ${'y'.repeat(500)}`,
    finished: version > 2 ? ['s1'] : [],
  });

  it('tells the last plans within its limits, and counts the others', () => {
    const all = Array.from({ length: 40 }, (_, n) => brief(n + 1));
    const { found } = stuckHandback('Three replans.', all, []);
    expect(found.length).toBeLessThanOrEqual(4000);
    expect(found).toContain('28 earlier plans');
    expect(found).toContain('v40, replanned (');
    expect(found).toContain('finished s1');
  });

  it('says what is blocked', () => {
    expect(stuckHandback('R.', [], [])).toMatchObject({
      found: 'R.',
      blocked: 'the contract as a whole',
    });
    expect(stuckHandback('R.', [], ['AC-1: x'])).toMatchObject({ blocked: 'AC-1: x' });
  });
});
