import { expect, it } from 'vitest';
import { killAtRandom } from './support/kill-at-random.ts';

it('loses no checkpoint and breaks nothing when it is killed at 20 random moments', async () => {
  expect(await killAtRandom(20)).toBeGreaterThan(20);
}, 300_000);
