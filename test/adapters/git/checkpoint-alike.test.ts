import { it } from 'vitest';
import { recordAlike } from './support/alike.ts';

it(
  'records the same by watching, by scanning, from nothing, and as git does: 25 random histories',
  () => recordAlike(25),
  300_000,
);
