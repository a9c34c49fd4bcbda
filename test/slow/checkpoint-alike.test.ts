import { it } from 'vitest';
import { recordAlike } from '../adapters/git/support/alike.ts';

it('records the same by watching, by scanning, from nothing, and as git does: 500 random histories', () =>
  recordAlike(500));
