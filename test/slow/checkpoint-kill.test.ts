import { expect, it } from 'vitest';
import { killAtRandom } from '../adapters/git/support/kill-at-random.ts';

it('loses no checkpoint and breaks nothing when it is killed at 180 random moments', async () => {
  expect(await killAtRandom(180)).toBeGreaterThan(180);
});
