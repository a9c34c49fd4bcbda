import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readPlaceholders,
  resolvePlaceholders,
} from '../../../../../src/core/rules/planning/planner/placeholders.ts';

const OUTPUTS = new Map([
  ['E1', '\n  first line  \nsecond line\n'],
  ['E2', 'see #E1 and $& and #E10'],
  ['E10', 'ten'],
  ['E3', '👩🏽‍🚀🇧🇷é'],
  ['E4', ''],
]);

function text(task: string): string {
  const resolved = resolvePlaceholders(task, OUTPUTS);
  return 'text' in resolved ? resolved.text : resolved.problems.map(({ code }) => code).join();
}

describe('C3 placeholders take the output of earlier steps', () => {
  it.each([
    ['the whole output, trimmed', '<#E1>', '<first line  \nsecond line>'],
    ['the first line that is not empty', '<#E1.summary>', '<first line>'],
    ['the first code points, with … when cut', '#E1.head=5', 'first…'],
    ['all of a short output, without …', '#E10.head=3', 'ten'],
    ['the last code points, with a leading …', '#E1.last=4', '…line'],
    ['all of a short output', '#E10.last=200', 'ten'],
    ['code points, not UTF-16 halves', '#E3.head=1', '👩…'],
    ['code points from the end', '#E3.last=2', '…🇷é'],
    ['#E1 never touches #E10', '#E10', 'ten'],
    ['two in one task', '#E10, #E10.', 'ten, ten.'],
    ['what an output holds is not substituted again', '#E2', 'see #E1 and $& and #E10'],
    ['a full stop ends the sentence', 'Read #E10. Then go', 'Read ten. Then go'],
    ['a full stop behind a count', '#E1.head=5.', 'first….'],
    ['a comma behind a count', 'log #E1.head=5, diagnose', 'log first…, diagnose'],
    ['an empty output', '<#E4.summary>', '<>'],
    ['a colour is none', 'paint it #E1E1E1', 'paint it #E1E1E1'],
    ['a word is none', '#E1abc #Elephant #e1', '#E1abc #Elephant #e1'],
  ])('%s', (_, task, expected) => {
    expect(text(task)).toBe(expected);
  });

  it.each([
    ['an unknown modifier', '#E1.tail=3', 'unknown-modifier'],
    ['a modifier in another case', '#E1.Head=3', 'unknown-modifier'],
    ['a file name behind it', '#E1.md', 'unknown-modifier'],
    ['head without a count', '#E1.head', 'unknown-modifier'],
    ['head of nothing', '#E1.head=0', 'unknown-modifier'],
    ['a negative count', '#E1.head=-1', 'unknown-modifier'],
    ['a fraction', '#E1.head=1.5', 'unknown-modifier'],
    ['a count with letters', '#E1.last=20x', 'unknown-modifier'],
    ['a count in odd digits', '#E1.head=２', 'unknown-modifier'],
    ['a count beyond reason', '#E1.head=99999999', 'unknown-modifier'],
    ['a summary with a count', '#E1.summary=3', 'unknown-modifier'],
    ['two modifiers', '#E1.summary.head=3', 'unknown-modifier'],
    ['a step that has no output', '#E9', 'no-output'],
    ['full-width digits', '#E１', 'odd-placeholder'],
    ['Arabic digits', '#E١', 'odd-placeholder'],
    ['a full-width digit behind an ASCII one', '#E1０', 'odd-placeholder'],
    ['a Cyrillic letter', '#Е1', 'odd-placeholder'],
    ['a full-width sign', '＃E1', 'odd-placeholder'],
  ])('%s is an error', (_, task, code) => {
    expect(text(task)).toBe(code);
  });

  it('outputs that are too long for any prompt are refused, not built', () => {
    const outputs = new Map([['E1', 'x'.repeat(300_000)]]);
    const resolved = resolvePlaceholders('#E1 '.repeat(1000), outputs);
    expect('problems' in resolved && resolved.problems[0]?.code).toBe('too-long');
  });

  it('reads a long hostile task in linear time', () => {
    const task = '#E1.head='.repeat(50_000) + '#E1'.repeat(50_000) + '.a'.repeat(100_000);
    expect(readPlaceholders(task).problems.length).toBeGreaterThan(0);
  });
});

describe('C3 over any text', () => {
  it('head and last count code points and lose none between them', () => {
    const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 40 }), (output, count) => {
        const outputs = new Map([['E1', output]]);
        const points = [...output.trim()];
        const head = resolvePlaceholders(`#E1.head=${count}`, outputs);
        const last = resolvePlaceholders(`#E1.last=${count}`, outputs);
        const cut = points.length > count;
        expect(head).toEqual({ text: points.slice(0, count).join('') + (cut ? '…' : '') });
        expect(last).toEqual({ text: (cut ? '…' : '') + points.slice(-count).join('') });
      }),
    );
  });

  it('whatever an output holds, it stands in the result as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('#E2', '$1', '$&', '#E1.head=2', ''), (a, b) => {
        const output = `${a}${b}`;
        const outputs = new Map([
          ['E1', output],
          ['E2', 'WRONG'],
        ]);
        expect(resolvePlaceholders('[#E1]', outputs)).toEqual({ text: `[${output.trim()}]` });
      }),
    );
  });
});
