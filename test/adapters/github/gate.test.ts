import { expect, it } from 'vitest';
import { createGate } from '../../../src/adapters/github/gate.ts';

it('never runs more than its width, in order, and goes on after a failure', async () => {
  const gate = createGate(3);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    started.push(n);
    running += 1;
    most = Math.max(most, running);
    await new Promise((later) => setImmediate(later));
    running -= 1;
    if (n % 4 === 0) throw new Error('no');
    return n;
  };
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const ends = await Promise.allSettled(numbers.map((n) => gate(work(n))));
  expect(most).toBe(3);
  expect(started).toEqual(numbers);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
});
