import { expect, it } from 'vitest';
import {
  checkpointsToKeep,
  NEWEST_KEPT,
} from '../../../../src/core/rules/checkpoint/checkpoint-retention.ts';
import type { Checkpoint } from '../../../../src/core/schema/checkpoint.ts';

/** `a1`: tree a under contract version 1. */
const checkpoints = (words: string) =>
  words.split(' ').map(
    (word, n) =>
      ({
        id: `CP-${n + 1}`,
        tree: word[0],
        contractVersion: Number(word.slice(1)),
      }) as Checkpoint,
  );
const kept = (all: Checkpoint[]) => checkpointsToKeep(all).map(({ id }) => Number(id.slice(3)));

it.each<[string, string, number[]]>([
  ['each state', 'a1 b1 c1', [1, 2, 3]],
  ['of equal trees in a row the last', 'a1 a1 b1 b1', [2, 4]],
  ['a tree that comes again', 'a1 b1 a1', [1, 2, 3]],
  ['the last under each contract', 'a1 a2 a2', [1, 3]],
])('keeps %s', (_, words, expected) => expect(kept(checkpoints(words))).toEqual(expected));

it('keeps the newest, and the last under every earlier contract', () => {
  const early = checkpoints('a1 b1 c2');
  const many = Array.from(
    { length: 50 },
    (_, n) => ({ id: `CP-${n + 4}`, tree: `t${n}`, contractVersion: 3 }) as Checkpoint,
  );
  const ids = kept([...early, ...many]);
  expect(ids).toHaveLength(NEWEST_KEPT + 2);
  expect(ids.slice(0, 3)).toEqual([2, 3, 34]);
});
