import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReminder } from '../../../src/core/render/reminder.ts';
import { Plan, type PlanItem } from '../../../src/core/schema/plan.ts';

const plan = (items: Partial<PlanItem>[]): Plan =>
  Plan.parse({ version: 3, contractVersion: 1, items });
const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('renderReminder', () => {
  it('E5 says nothing without plan and findings', () => {
    expect(renderReminder(null)).toBeNull();
    expect(renderReminder(plan([]), [])).toBeNull();
  });

  it('A6 B1 shows step k of n, each status, substeps, and what is red', () => {
    const text = renderReminder(
      plan([
        { id: 'a', content: 'Read the log', status: 'completed', evidence: 'EV-1' },
        { id: 'b', content: 'Mend rounding', status: 'pending' },
        { id: 'b1', content: 'Edit money.py', status: 'in_progress', parent: 'b' },
        { id: 'c', content: 'Rewrite it all', status: 'cancelled' },
      ]),
      [{ criterionId: 'AC-1', summary: '1 of 3 failed\ntest_total' }],
    );
    expect(text).toMatchInlineSnapshot(`
      "[harness reminder]
      Plan v3, step 2 of 2: Edit money.py
      [x] a Read the log
      [ ] b Mend rounding
        [>] b1 Edit money.py
      [-] c Rewrite it all
      Red now:
      - AC-1: 1 of 3 failed test_total"
    `);
  });

  it('shows findings alone when there is no plan', () => {
    const text = renderReminder(null, [{ criterionId: 'AC-2', summary: 'red' }]);
    expect(text).toBe('[harness reminder]\nRed now:\n- AC-2: red');
  });

  it('stays below 400 tokens, counted at three bytes each, for any plan and any findings', () => {
    const item = (n: number) =>
      fc.record({
        id: fc.constant(`step-with-quite-a-long-id-${n}`),
        content: fc.string({ unit: 'binary', minLength: 1, maxLength: 250, size: 'max' }),
        status: fc.constantFrom<PlanItem['status']>('pending', 'in_progress', 'cancelled'),
      });
    const items = fc
      .integer({ min: 1, max: 60 })
      .chain((size) => fc.tuple(...Array.from({ length: size }, (_, n) => item(n))));
    const findings = fc.array(
      fc.record({
        criterionId: fc.constant('AC-100'),
        summary: fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(items, findings, (list, red) => {
        expect(bytes(renderReminder(plan(list), red) ?? '')).toBeLessThanOrEqual(1200);
      }),
      { numRuns: 300 },
    );
  });

  it('shows the words of all of twelve ordinary steps', () => {
    const twelve = Array.from({ length: 12 }, (_, n) => ({
      id: `s${n + 1}`,
      content: `Teach the list command of part ${n + 1} the new flag`,
      status: n === 4 ? ('in_progress' as const) : ('pending' as const),
    }));
    const text = renderReminder(plan(twelve)) ?? '';
    expect(text).toContain('step 5 of 12');
    for (const { content } of twelve) expect(text).toContain(content);
  });

  it('shows the steps around the current one of a long plan', () => {
    const forty = Array.from({ length: 40 }, (_, n) => ({
      id: `s${n}`,
      content: `Step ${n}`,
      status: n < 20 ? ('completed' as const) : ('pending' as const),
      evidence: n < 20 ? 'EV-1' : null,
    }));
    const text = renderReminder(plan(forty)) ?? '';
    expect(text).toContain('step 21 of 40');
    expect(text).toContain('[ ] s20 Step 20');
    expect(text).toContain('… 16 earlier steps');
  });
});
