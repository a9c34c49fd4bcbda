import { Contract } from '../../../../src/core/schema/contract.ts';
import { contract } from '../../../support/task.ts';
import type { Parts, PlayedTurn } from './graph-agent.ts';

const LETTERS = ['a', 'b', 'c', 'd'] as const;
export type Letter = (typeof LETTERS)[number];

const file = (letter: Letter): string => `src/${letter}.js`;

/** Files that say `old`, each of which shall say `new`; a criterion a file, in their order. */
export function partsContract(
  letters: readonly Letter[] = ['a', 'b', 'c'],
  change: Partial<Contract> = {},
): Contract {
  return Contract.parse({
    ...contract(),
    acceptance: letters.map((letter) => ({
      id: `AC-${LETTERS.indexOf(letter) + 1}`,
      statement: `${letter} says new`,
      source: null,
      expectation: 'becomes-true',
      checks: [
        {
          kind: 'command',
          id: `CK-${LETTERS.indexOf(letter) + 1}`,
          why: 'it reads the file',
          origin: 'discovered',
          argv: ['says', file(letter), 'new'],
        },
      ],
      status: 'active',
    })),
    ...change,
  });
}

/** A step of the planner for one of the files. */
export const step = (id: string, letter: Letter, change: Record<string, unknown> = {}) => ({
  id,
  agent: 'coder',
  task: `Let ${letter} say new.`,
  writes: [file(letter)],
  verification: [`AC-${LETTERS.indexOf(letter) + 1}`],
  deps: [],
  ...change,
});

/** Says the word in one turn, after so many rounds. */
export const says = (letter: Letter, word = 'new', ticks = 0): PlayedTurn => ({
  edits: { [file(letter)]: word },
  ticks,
  done: `${letter} says ${word}`,
});

/** Each agent does its part right. */
export const PARTS: Parts = {
  base: Object.fromEntries(LETTERS.map((letter) => [file(letter), 'old'])),
  steps: { A: [[says('a')]], B: [[says('b')]], C: [[says('c')]], D: [[says('d')]] },
};
