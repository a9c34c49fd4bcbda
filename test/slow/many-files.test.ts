import { it } from 'vitest';
import { recordMany } from '../adapters/git/support/record-many.ts';

it('records 200,000 tiny files, finds single changes among them, and brings back what was there before', () =>
  recordMany(200_000));
