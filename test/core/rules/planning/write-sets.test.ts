import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { mayOverlap } from '../../../../src/core/rules/planning/write-sets.ts';

describe('C14 write sets', () => {
  it.each([
    ['one path', 'src/a.ts', 'src/a.ts', true],
    ['two files', 'src/a.ts', 'src/b.ts', false],
    ['two directories', 'src/**', 'docs/**', false],
    ['a directory and what is in it', 'src', 'src/a.ts', true],
    ['a prefix that is no directory', 'src', 'src2/a.ts', false],
    ['everything', '**', 'x', true],
    ['endings that differ', 'docs/*.md', 'docs/*.txt', false],
    ['endings that may both fit', 'docs/a*', 'docs/*.md', true],
    ['an ending within the other', 'docs/a*.spec.ts', 'docs/*.ts', true],
    ['beginnings that differ', 'docs/a*', 'docs/b*', false],
    ['behind ** nothing is told apart', 'src/**/*.ts', 'src/**/*.md', true],
    ['braces are not looked into', 'src/{a,b}.ts', 'src/c.ts', true],
    ['but what stands before them is', 'src/{a,b}.ts', 'lib/c.ts', false],
    ['case', 'src/A.ts', 'src/a.ts', true],
    ['a leading dot', './src/a.ts', 'src/a.ts', true],
    ['a way out is anywhere', '../x', 'src/a.ts', true],
    ['a negation is anything', '!src/**', 'src/a.ts', true],
    ['two ways to write é', 'caf\u00e9', 'cafe\u0301', true],
    ['a question mark', 'a?c', 'abc', true],
    ['a literal that the glob cannot be', 'a?c', 'abd', false],
  ])('%s: %s and %s', (_, a, b, expected) => {
    expect(mayOverlap([a], [b])).toBe(expected);
    expect(mayOverlap([b], [a])).toBe(expected);
  });

  it('nothing overlaps with nothing', () => {
    expect(mayOverlap([], ['**'])).toBe(false);
    expect(mayOverlap(['a', 'b'], ['c', 'b'])).toBe(true);
  });

  it('two globs that match one path are never told apart', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      'ab',
      'a.ts',
      'b.md',
      '*',
      '*.ts',
      'a*',
      '?',
      '**',
      '{a,b}',
      '[ab]',
      'a*b',
    );
    const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const name = fc.constantFrom('a', 'b', 'ab', 'a.ts', 'b.md', 'axb', 'c');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const matches = (pattern: string, file: string) =>
      picomatch([pattern, `${pattern}/**`], { dot: true })(file);
    let met = 0;
    fc.assert(
      fc.property(glob, glob, path, (a, b, file) => {
        fc.pre(matches(a, file) && matches(b, file));
        met += 1;
        expect(mayOverlap([a], [b])).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(met).toBeGreaterThan(0);
  });
});
