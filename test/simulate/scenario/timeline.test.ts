import { describe, expect, it } from 'vitest';
import { Moment, momentName, momentWords } from '../../../src/simulate/scenario/moment.ts';
import { Timeline } from '../../../src/simulate/scenario/timeline.ts';

const kill = { kill: {} };
const entry = (at: unknown) => ({ at: Moment.parse(at), do: kill });

describe('moments have names', () => {
  it.each([
    ['start', 'start'],
    [{ checkpoint: 3 }, 'checkpoint:3'],
    [{ before: 'verify' }, 'before:verify'],
    [{ before: 'publish' }, 'before:push'],
    [{ after: 'publish' }, 'after:publish-record'],
    [{ event: 'branch-pushed' }, 'event:branch-pushed'],
    [{ turn: 2 }, 'turn:2'],
  ])('%j is %s', (moment, name) => {
    expect(momentName(Moment.parse(moment))).toBe(name);
  });
});

describe('what is due at a moment', () => {
  it('happens once', () => {
    const timeline = new Timeline([entry({ before: 'push' })]);
    expect(timeline.take('after:push')).toHaveLength(0);
    expect(timeline.take('before:push')).toHaveLength(1);
    expect(timeline.take('before:push')).toHaveLength(0);
  });

  it('waits for the nth time', () => {
    const timeline = new Timeline([entry({ event: 'turn-taken', nth: 3 })]);
    const due = [1, 2, 3, 4].map(() => timeline.take('event:turn-taken').length);
    expect(due).toEqual([0, 0, 1, 0]);
  });

  it('is one entry a rest at the end, for each lets the product come to rest anew', () => {
    const timeline = new Timeline([entry('end'), entry('end')]);
    expect([1, 2, 3].map(() => timeline.take('end').length)).toEqual([1, 1, 0]);
  });

  it('is told when it never came', () => {
    const timeline = new Timeline([entry({ checkpoint: 9 }), entry('end')]);
    timeline.take('end');
    expect(timeline.unheard).toEqual([momentWords(Moment.parse({ checkpoint: 9 }))]);
  });
});
