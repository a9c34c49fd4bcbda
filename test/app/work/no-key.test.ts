import { expect, it } from 'vitest';
import { plannedRun } from './support/planned-run.ts';

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
