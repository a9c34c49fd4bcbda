import { expect, it } from 'vitest';
import { servedCriteria } from '../../../src/core/run/served-criteria.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import type { Evidence } from '../../../src/core/schema/evidence.ts';
import { given } from '../../support/given.ts';
import { evidence, UP_TO_WORK } from '../../support/task.ts';

const found = (change: Partial<Evidence>): Event => ({
  type: 'evidence-recorded',
  evidence: evidence(1, change),
});

// AC-1 is to become true, AC-2 to stay so.
it.each<[string, Event[], string[]]>([
  ['nothing yet', [], []],
  ['a pass on what the task made', [found({ stage: 'work' })], ['AC-1']],
  ['a pass before any work says nothing', [found({ stage: 'baseline' })], []],
  ['nor does a red', [found({ stage: 'work', result: 'fail' })], []],
  ['nor what must only stay true', [found({ stage: 'work', criterionId: 'AC-2' })], []],
])('%s', (_, events, served) => {
  expect([...servedCriteria(given(UP_TO_WORK, events).state)]).toEqual(served);
});
