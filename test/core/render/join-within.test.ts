import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinWithin, type Section } from '../../../src/core/render/join-within.ts';

const rows = (count: number): Section => ({
  head: ['| a |', '|---|'],
  atoms: Array.from({ length: count }, (_, index) => `| row ${index} 😀 |`),
  tail: ['', 'end'],
  whole: 'the ledger',
  spare: 1,
});
const fixed: Section = { head: ['title'], atoms: [], whole: '', spare: 0 };

it('leaves everything in place while it fits', () => {
  expect(joinWithin([fixed, rows(1)])).toBe('title\n\n| a |\n|---|\n| row 0 😀 |\n\nend');
});

it('leaves out whole atoms at the end, closes what is open, and says where the whole is', () => {
  expect(joinWithin([fixed, rows(100)], 120)).toBe(
    [
      'title',
      '',
      '| a |',
      '|---|',
      '| row 0 😀 |',
      '| row 1 😀 |',
      '| row 2 😀 |',
      '',
      '_… 97 more left out here. The whole: the ledger_',
      '',
      'end',
    ].join('\n'),
  );
});

it('cuts what is most to spare first', () => {
  const list: Section = { atoms: ['x'.repeat(50), 'y'.repeat(50)], whole: 'w', spare: 2 };
  const text = joinWithin([list, rows(2)], 140);
  expect(text).toContain('1 more left out here. The whole: w');
  expect(text).toContain('| row 1 😀 |');
});

it.each([65_535, 65_536, 65_537])('keeps to %i characters exactly', (limit) => {
  const room = limit - 'title\n\n'.length;
  const exact: Section = { atoms: ['a'.repeat(room)], whole: 'w', spare: 1 };
  expect(joinWithin([fixed, exact], limit)).toHaveLength(limit);
  const over: Section = { ...exact, atoms: ['a'.repeat(room + 1)] };
  expect(joinWithin([fixed, over], limit)).toBe(
    'title\n\n\n_… 1 more left out here. The whole: w_',
  );
});

it('never exceeds a limit that leaves room for the heads, and never tears an atom', () => {
  const atom = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => `- ${text.replace(/\s/g, '')}`);
  const section = fc.record({
    atoms: fc.array(atom, { maxLength: 40 }),
    spare: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(section, { maxLength: 4 }),
      fc.integer({ min: 300, max: 1000 }),
      (parts, limit) => {
        const sections = parts.map((part) => ({ ...part, whole: 'w' }));
        const text = joinWithin(sections, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
        const known = new Set(sections.flatMap(({ atoms }) => atoms));
        for (const line of text.split('\n').filter((each) => each.startsWith('- '))) {
          expect(known.has(line)).toBe(true);
        }
      },
    ),
  );
});
