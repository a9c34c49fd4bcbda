import { expect, it } from 'vitest';
import { createSpacing } from '../../../src/adapters/github/write-spacing.ts';

it('the first write passes at once, the others in their order', async () => {
  const passed: number[] = [];
  const spacing = createSpacing(20);
  const turns = [1, 2, 3].map((n) => spacing.turn().then(() => passed.push(n)));
  await turns[0];
  expect(passed).toEqual([1]);
  await Promise.all(turns);
  expect(passed).toEqual([1, 2, 3]);
});

it('without a gap nobody waits', async () => {
  const spacing = createSpacing(0);
  await Promise.all(Array.from({ length: 100 }, () => spacing.turn()));
});
