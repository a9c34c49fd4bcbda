import { expect, it } from 'vitest';
import {
  createBudget,
  MAXIMUM_CHARACTERS,
  MAXIMUM_COMMENTS,
} from '../../../src/adapters/github/comment-budget.ts';

const LIMITS = { comments: MAXIMUM_COMMENTS, characters: MAXIMUM_CHARACTERS };

function readAll(count: number, text: string): string {
  const account = createBudget(LIMITS);
  try {
    for (let n = 0; n < count; n += 1) account(text);
    return 'read';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it.each([
  [10_000, 'a comment', 'read'],
  [10_001, 'a comment', 'too-many-comments'],
  [512, 'x'.repeat(65_536), 'read'],
  [513, 'x'.repeat(65_536), 'too-many-comments'],
])('%i comments of that length: %#', (count, text, becomes) =>
  expect(readAll(count, text)).toBe(becomes),
);
