import { describe, expect, it } from 'vitest';
import { planCommand } from '../../../../../src/core/rules/planning/planner/plan-command.ts';
import { parseCommands } from '../../../../../src/core/rules/request/commands.ts';

function run(comment: string, mode: 'off' | 'auto' | 'always' = 'auto') {
  const command = parseCommands(comment)[0];
  if (command?.name !== 'plan') throw new Error('no plan command');
  return planCommand(command, { mode });
}

describe('C8 the six forms, from the comment on', () => {
  it.each([
    ['/contract plan', { type: 'armed' }],
    ['/contract plan use OAuth', { type: 'plan-and-run', agent: 'agent', task: 'use OAuth' }],
    ['/contract plan agent use OAuth', { type: 'plan-and-run', agent: 'agent', task: 'use OAuth' }],
    ['/contract plan coder use OAuth', { type: 'plan-and-run', agent: 'coder', task: 'use OAuth' }],
    ['/contract plan preview use OAuth', { type: 'preview', task: 'use OAuth' }],
    ['/contract plan dry use OAuth', { type: 'preview', task: 'use OAuth' }],
    ['/contract plan coder', { type: 'plan-and-run', agent: 'coder', task: null }],
    ['/contract plan preview', { type: 'preview', task: null }],
    [
      '/contract plan previews of images',
      { type: 'plan-and-run', agent: 'agent', task: 'previews of images' },
    ],
  ])('%s', (comment, action) => {
    expect(run(comment)).toMatchObject(action);
  });

  it.each(['', ' x', ' agent x', ' coder x', ' preview x', ' dry x'])(
    'C7 with planning first off, "/contract plan%s" is refused and changes nothing',
    (rest) => {
      expect(run(`/contract plan${rest}`, 'off')).toEqual({
        type: 'refused',
        message: expect.stringContaining('off'),
      });
    },
  );
});
