import { expect, it } from 'vitest';
import { costLine } from '../../../src/core/render/evidence-table.ts';
import { fold } from '../../../src/core/run/evolve.ts';
import { Conversation } from '../../../src/core/schema/conversation.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { entriesOf } from '../../support/given.ts';
import { UP_TO_WORK } from '../../support/task.ts';

const usage = { inputTokens: 10, cachedTokens: 5, outputTokens: 1, usd: 0 };
const turn = (overheadMs: number): Event => ({
  type: 'turn-taken',
  turn: 1,
  step: 'no plan',
  tools: [],
  usage,
  timing: { lookMs: 0, modelMs: 9000, toolsMs: 0, overheadMs },
});

it('F10 what the harness itself took is summed over the turns of a run and of the task, and shown', () => {
  const first = [...UP_TO_WORK, turn(0.1), turn(0.2)];
  const before = fold(entriesOf(first));
  expect(before.conversation).toMatchObject({ overheadMs: 0.3, overheadInRunMs: 0.3 });
  expect(costLine(before.usage, 2, before.conversation)).toContain('harness 0.3 ms');
  const claim = UP_TO_WORK.find((event) => event.type === 'run-claimed');
  const again = claim?.type === 'run-claimed' ? [{ ...claim, epoch: 2 }] : [];
  const { conversation } = fold(entriesOf([...first, ...again, turn(1500)]));
  expect(conversation).toMatchObject({ overheadMs: 1500.3, overheadInRunMs: 1500 });
  expect(costLine(usage, 3, conversation)).toContain(
    'harness 1.50 s, 1.50 s of it in the last run',
  );
});

it('records of before it was summed are read as nothing', () => {
  const { overheadMs: _, overheadInRunMs: __, ...old } = fold([]).conversation;
  expect(Conversation.parse(old)).toMatchObject({ overheadMs: 0, overheadInRunMs: 0 });
});
