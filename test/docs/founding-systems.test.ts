import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageText } from './documents.ts';

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);

/** What the founding documents ask of planning: every one of these has a row, code, and a test that is named for it. */
const ASKED = [
  ...numbered('A', 15),
  ...numbered('B', 7),
  ...numbered('C', 16),
  ...numbered('E', 9),
  'F5',
  'F10',
];

interface Row {
  ids: string[];
  code: string[];
  tests: string[];
}

const PAGE = pageText('docs/founding-systems.md');
const cellsOf = (line: string) => line.split('|').slice(1, -1);
const pathsIn = (cell = '') =>
  [...cell.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, path]) => path ?? '');
const LINES = PAGE.split('\n').filter((line) => /^\| (?!---|the agent|id )/.test(line));
const ROWS: Row[] = LINES.flatMap((line) => {
  const [ids = '', , code, tests] = cellsOf(line);
  return /^ ?[A-F]\d/.test(ids)
    ? [{ ids: ids.match(/[A-F]\d+/g) ?? [], code: pathsIn(code), tests: pathsIn(tests) }]
    : [];
});

it('every behaviour that is asked for has exactly one row', () => {
  const known = ROWS.flatMap(({ ids }) => ids);
  expect(ASKED.filter((id) => !known.includes(id))).toEqual([]);
  expect(known.filter((id, n) => known.indexOf(id) !== n)).toEqual([]);
});

describe.each(ROWS.map((row) => [row.ids.join(' '), row] as const))('%s', (_, row) => {
  it('names code and tests that exist', () => {
    expect(row.tests.length).toBeGreaterThan(0);
    expect([...row.code, ...row.tests].filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(row.ids)('%s is the name of a test in a file that the row names', (id) => {
    const named = row.tests.filter((path) => isNamedIn(path, id));
    expect(named, `no test for ${id} in ${row.tests.join(', ')}`).not.toEqual([]);
  });

  it('each of its test files is there for one of its behaviours', () => {
    const idle = row.tests.filter((path) => !row.ids.some((id) => isNamedIn(path, id)));
    expect(idle).toEqual([]);
  });
});

/** In the title of a test or of the group it is in; of a scenario, in what it says of itself. */
function isNamedIn(path: string, id: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  const titles = path.endsWith('.yaml')
    ? [text.slice(0, text.indexOf('\nrepository:'))]
    : [
        ...text.matchAll(
          /\b(?:it|describe)(?:\.each\b[\s\S]{0,4000}?\)\(|\(\s*)\s*(['"`])([\s\S]*?)\1/g,
        ),
      ].map(([, , title]) => title ?? '');
  return titles.some((title) => new RegExp(`\\b${id}\\b`).test(title));
}

it('every story of an agent that misbehaves has a test that exists', () => {
  const stories = LINES.filter((line) => !/^\| [A-F]\d/.test(line)).map(cellsOf);
  expect(stories.length).toBeGreaterThanOrEqual(14);
  for (const [story = '', , tests] of stories) {
    const paths = pathsIn(tests);
    expect(paths.length, story).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  }
});
