import { describe, expect, it } from 'vitest';
import {
  consumePlanFlag,
  planCommand,
} from '../../../../../src/core/rules/planning/planner/plan-command.ts';
import { parseCommands } from '../../../../../src/core/rules/request/commands.ts';

const OFF = { armed: false };
const ARMED = { armed: true };

function run(comment: string, flag = OFF, mode: 'off' | 'auto' | 'always' = 'auto') {
  const command = parseCommands(comment)[0];
  if (command?.name !== 'plan') throw new Error('no plan command');
  return planCommand(flag, command, { mode });
}

describe('C8 the six forms, from the comment on', () => {
  it.each([
    ['/contract plan', { type: 'armed' }, true],
    [
      '/contract plan use OAuth',
      { type: 'plan-and-run', agent: 'agent', task: 'use OAuth' },
      false,
    ],
    [
      '/contract plan agent use OAuth',
      { type: 'plan-and-run', agent: 'agent', task: 'use OAuth' },
      false,
    ],
    [
      '/contract plan coder use OAuth',
      { type: 'plan-and-run', agent: 'coder', task: 'use OAuth' },
      false,
    ],
    ['/contract plan preview use OAuth', { type: 'preview', task: 'use OAuth' }, false],
    ['/contract plan dry use OAuth', { type: 'preview', task: 'use OAuth' }, false],
    ['/contract plan coder', { type: 'plan-and-run', agent: 'coder', task: null }, false],
    ['/contract plan preview', { type: 'preview', task: null }, false],
    [
      '/contract plan previews of images',
      { type: 'plan-and-run', agent: 'agent', task: 'previews of images' },
      false,
    ],
  ])('%s', (comment, action, armed) => {
    expect(run(comment)).toMatchObject({ action, flag: { armed } });
  });

  it('the flag is consumed once', () => {
    const first = consumePlanFlag(run('/contract plan').flag);
    expect(first).toEqual({ flag: OFF, planFirst: true });
    expect(consumePlanFlag(first.flag)).toEqual({ flag: OFF, planFirst: false });
  });

  it('arming twice is arming once', () => {
    expect(run('/contract plan', ARMED).flag).toEqual(ARMED);
  });

  it('an inline form does what was armed: nothing is left for the next start', () => {
    expect(run('/contract plan coder x', ARMED).flag).toEqual(OFF);
  });

  it.each(['preview', 'dry'])('%s changes nothing, the flag neither', (form) => {
    expect(run(`/contract plan ${form} x`, ARMED).flag).toEqual(ARMED);
    expect(run(`/contract plan ${form} x`, OFF).flag).toEqual(OFF);
  });

  it.each(['', ' x', ' agent x', ' coder x', ' preview x', ' dry x'])(
    'C7 with planning first off, "/contract plan%s" is refused and changes nothing',
    (rest) => {
      for (const flag of [OFF, ARMED])
        expect(run(`/contract plan${rest}`, flag, 'off')).toMatchObject({
          flag,
          action: { type: 'refused', message: expect.stringContaining('off') },
        });
    },
  );
});
