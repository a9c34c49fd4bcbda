import { expect, it } from 'vitest';
import { digestText } from '../../../../../src/core/digest.ts';
import { writeNotes } from '../../../../../src/core/rules/planning/graph/write-notes.ts';
import { untouchedGlobs } from '../../../../../src/core/rules/planning/graph/write-sets.ts';
import { definition, GraphStory } from './graph-story.ts';

it.each<[string[], string[], string[]]>([
  [['src/**'], ['src/a.ts'], []],
  [['src/**', 'docs/a.md'], ['src/a.ts'], ['docs/a.md']],
  [['src'], ['src/a.ts'], []],
  [['**'], [], ['**']],
  [[], ['a'], []],
])('F5 of %j, %j leaves %j untouched', (writes, paths, untouched) =>
  expect(untouchedGlobs(writes, paths)).toEqual(untouched),
);

it('F5 tells who shared a file and who left alone what was declared', () => {
  const story = new GraphStory([
    definition({ id: 'A' }),
    definition({ id: 'B', preconditions: ['A'] }),
  ]);
  const outputHash = digestText('x');
  for (const [id, untouched] of [
    ['A', []],
    ['B', ['docs/**']],
  ] as const) {
    story.schedule();
    story.give({ type: 'executed', id, attempt: 1 });
    story.give({
      type: 'judged',
      id,
      attempt: 1,
      verdict: {
        passed: true,
        evidence: ['EV-1'],
        outputHash,
        changed: ['a.ts'],
        untouched: [...untouched],
      },
    });
  }
  expect(writeNotes(story.graph)).toEqual([
    'a.ts was changed by A and B, one after the other',
    'B changed nothing of docs/**, which it declared',
  ]);
});
