import { expect, it } from 'vitest';
import { turnLines } from '../../../src/core/run/turn-lines.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { TurnLine } from '../../../src/core/schema/turn-line.ts';
import { EVERY_EVENT } from '../../support/every-event.ts';
import { entriesOf } from '../../support/given.ts';
import { UP_TO_WORK } from '../../support/task.ts';

const usage = { inputTokens: 100, cachedTokens: 40, outputTokens: 20, usd: 0.25 };
const turn = (n: number, more: object = {}): Event => ({
  type: 'turn-taken',
  turn: n,
  step: `step ${n} of 2`,
  tools: ['edit_file src/a.ts', 'run npm test (red)'],
  usage,
  ...more,
});

it('B6 one line a turn: step k of n, each tool with its result’s digest, cost, and what is spent so far', () => {
  const asked: Event = { type: 'model-asked', purpose: 'review', model: 'm', usage };
  const events = [
    ...UP_TO_WORK,
    turn(1, { digests: ['d1', 'd2'] }),
    asked,
    turn(2, { part: 'E1' }),
  ];
  const lines = turnLines(entriesOf(events));
  expect(lines).toMatchObject([
    {
      turn: 1,
      step: 'step 1 of 2',
      part: null,
      tools: [
        { call: 'edit_file src/a.ts', code: null, digest: 'd1' },
        { call: 'run npm test', code: 'red', digest: 'd2' },
      ],
      usd: 0.25,
      spentUsd: 0.25,
      prefix: null,
      ms: null,
    },
    { turn: 2, part: 'E1', spentUsd: 0.75, tools: [{ digest: null }, { digest: null }] },
  ]);
});

it('every line fits the documented format', () => {
  const lines = turnLines(entriesOf(EVERY_EVENT));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(TurnLine.parse(line)).toEqual(line);
});
