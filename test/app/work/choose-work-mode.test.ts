import { describe, expect, it } from 'vitest';
import { GREET_MODEL } from '../../e2e/support/greet-task.ts';
import { done, GOOD, plan, plannedRun, step, told, turn } from './support/planned-run.ts';

const WORK = [turn(GOOD), turn(done)];

describe('A9 A11 the mode a contract is worked in', () => {
  it.each([
    {
      how: 'A11 a single step by itself',
      mode: 'auto',
      labels: [],
      chosen: 'reactive',
      why: /single step/,
    },
    {
      how: 'by configuration',
      mode: 'interleaved',
      labels: [],
      chosen: 'interleaved',
      why: /configuration asks/,
    },
    {
      how: 'by label, before the configuration',
      mode: 'interleaved',
      labels: ['contractor:reactive'],
      chosen: 'reactive',
      why: /label asks/,
    },
  ])('is chosen $how, and logged with its reasons', async ({ mode, labels, chosen, why }) => {
    const run = await plannedRun(WORK, { configuration: { mode }, labels });
    expect(run.outcome).toBe('delivered');
    expect(run.of('mode-chosen')).toHaveLength(1);
    const [event] = run.of('mode-chosen');
    expect(event?.choice.mode).toBe(chosen);
    expect(event?.choice.reasons.join('; ')).toMatch(why);
    expect(event?.choice.reasons.join('; ')).toMatch(/complexity \d+ by wording, \d+ by reach/);
    expect(run.comment).toContain(`planning: ${chosen} (`);
    const sent = run.requests[0]?.body ?? '';
    expect(sent.includes('"write_plan"')).toBe(chosen !== 'reactive');
    expect(sent.includes('Exactly one step is in_progress')).toBe(chosen !== 'reactive');
  });

  it('A10 without a plan nothing is done that cannot be taken back, and that plan waits for a person', async () => {
    const [draft] = GREET_MODEL.drafts ?? [];
    const run = await plannedRun(
      {
        ...GREET_MODEL,
        drafts: [
          { ...(draft as object), goal: 'Delete the old database tables, then greet by name' },
        ],
        turns: [
          turn(GOOD),
          turn(
            plan([
              step('s1', 'Delete the old database tables', 'in_progress'),
              step('s2', 'greet by name'),
            ]),
          ),
          turn(GOOD),
          turn(done),
        ],
      } as typeof GREET_MODEL,
      { configuration: { mode: 'reactive' } },
    );
    expect(run.outcome).toBe('awaiting-approval');
    expect(run.of('mode-chosen')[0]?.choice).toMatchObject({
      mode: 'interleaved',
      needsApproval: true,
    });
    expect(run.state.refusals).toMatchObject({ 'plan-first': 1 });
    expect(told(run, 2)).toContain('nothing is done without a plan');
    expect(run.of('plan-approval-requested')).toHaveLength(1);
    expect(run.state.checkpoints.every(({ changed }) => changed.length === 0)).toBe(true);
  });
});
