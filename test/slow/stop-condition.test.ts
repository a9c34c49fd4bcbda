import { expect, it } from 'vitest';
import {
  done,
  GOOD,
  plan,
  plannedRun,
  step,
  turn,
  WRONG,
} from '../app/work/support/planned-run.ts';

it('B2 the stop condition stands before the first step, is evaluated by the harness, and no word of the agent moves it', async () => {
  const run = await plannedRun([
    turn(plan([step('s1', 'greet by name', 'in_progress')])),
    turn(WRONG(1)),
    turn(done),
    turn(GOOD),
    turn(done),
  ]);
  const at = (type: string) => run.events.findIndex((event) => event.type === type);
  expect(at('contract-drafted')).toBeLessThan(at('turn-taken'));
  expect(at('baseline-recorded')).toBeLessThan(at('turn-taken'));
  const verified = run.of('verification-finished');
  expect(verified.map(({ passed }) => passed)).toEqual([false, true]);
  const hash = run.of('contract-drafted')[0]?.contractHash;
  expect(new Set(verified.map(({ contractHash }) => contractHash))).toEqual(new Set([hash]));
  expect(run.outcome).toBe('delivered');
});
