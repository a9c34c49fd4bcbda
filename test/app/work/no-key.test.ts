import { expect, it } from 'vitest';
import { GOOD, plannedRun, turn } from './support/planned-run.ts';

it('without the key of its models a task is drafted by rules and handed back, naming the key; nothing fails', async () => {
  const model = 'anthropic/claude-opus-4-6';
  const run = await plannedRun([], {
    configuration: { models: { draft: model, execute: model } },
  });
  expect(run.outcome).toBe('handed-back');
  expect(run.of('contract-drafted')).toMatchObject([{ drafter: 'rules' }]);
  expect(run.of('run-ended').at(-1)?.reason).toContain('pass ANTHROPIC_API_KEY to the job');
  expect(run.comment).toContain('ANTHROPIC');
  expect(run.pulls).toBe(0);
});

it('a key that is refused in the middle of the work hands it back at once, naming the key; what was done is kept', async () => {
  const run = await plannedRun([turn(GOOD), { error: '401' }]);
  expect(run.outcome).toBe('handed-back');
  const handback = run.of('run-ended').at(-1)?.handback;
  expect(handback?.found).toContain('does not accept the key');
  expect(handback?.decision).toContain('Renew CONTRACTOR_MODEL_KEY');
  expect(run.of('model-troubled')).toMatchObject([{ kind: 'key-refused', retries: 0 }]);
  expect(run.state.failures).toBe(0);
  expect(run.state.checkpoints.at(-1)?.changed).toEqual(['src/greet.js']);
});
