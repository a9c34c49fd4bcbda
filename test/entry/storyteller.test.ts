import { expect, it } from 'vitest';
import { storyteller } from '../../src/entry/cli/storyteller.ts';

const usage = { inputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, usd: 0 };
const turn = (number: number) => ({
  type: 'turn-taken',
  turn: number,
  step: 'no plan',
  tools: [],
  usage,
});
const checkpoint = (id: string, workspaceId = 'w') => ({
  type: 'checkpoint-recorded',
  checkpoint: { id, workspaceId, cause: 'edit', changed: [], exclusions: [] },
});
const settled = { type: 'task-settled', how: 'merged' };
const comment = {
  at: '2026-01-01T10:00:00Z',
  moment: 'checkpoint 1',
  what: 'maya · comment',
  refused: null,
};

it.each([
  ['a turn before its checkpoints', [checkpoint('CP-1'), turn(1)], ['Turn 1', 'CP-1']],
  ['what no turn came for', [checkpoint('CP-1')], ['CP-1']],
  [
    'all else where it happened',
    [checkpoint('CP-1'), settled, turn(1)],
    ['CP-1', 'Settled', 'Turn 1'],
  ],
  ['what another node did before', [checkpoint('CP-1', 'w.node-A-1'), turn(1)], ['CP-1', 'Turn 1']],
  [
    'a person’s comment at once',
    [checkpoint('CP-1'), comment, turn(1)],
    ['CP-1', 'maya', 'Turn 1'],
  ],
])('tells %s', (_, noted, told) => {
  const lines: string[] = [];
  const story = storyteller((line) => lines.push(line));
  for (const each of noted)
    if ('type' in each) story.note({ what: each.type, event: each });
    else story.happened(each);
  story.end();
  expect(lines.map((line) => /Turn \d|CP-\d|Settled|maya/.exec(line)?.[0])).toEqual(told);
});
