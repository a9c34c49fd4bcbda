import { it } from 'vitest';
import { restoreRandomHistories } from '../adapters/git/support/random-histories.ts';

it('restores every checkpoint of 500 random histories to the byte, in any order', () =>
  restoreRandomHistories(500));
