import { it } from 'vitest';
import { restoreRandomHistories } from './support/random-histories.ts';

it(
  'restores every checkpoint of 40 random histories to the byte, in any order',
  () => restoreRandomHistories(40),
  300_000,
);
