import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { mayOverlap } from '../../../../../src/core/rules/planning/graph/write-sets.ts';

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
    const name = fc.constantFrom('a', 'b', 'a.ts', 'b.md', 'axb', 'a.spec.ts');
    const path = fc.array(name, { minLength: 1, maxLength: 4 });
    // What a segment can be written as, and still match it.
    const wider = [
      (part: string) => part,
      () => '*',
      (part: string) => `${part[0]}*`,
      (part: string) => `*${part.slice(1)}`,
      (part: string) => `?${part.slice(1)}`,
      (part: string) => `{zz,${part}}`,
      (part: string) => `[${part[0]}]${part.slice(1)}`,
      (part: string) => part.toUpperCase(),
    ];
    const glob = (parts: readonly string[], ways: readonly number[]) => {
      const [end = 0, ...others] = ways;
      const written = parts.map(
        (part, at) => wider[(others[at] ?? 0) % wider.length]?.(part) ?? '',
      );
      // The whole, a directory of it, or everything under one.
      const kept = written.slice(0, 1 + (end % parts.length));
      return kept.length < parts.length && end % 2 === 1
        ? [...kept, '**'].join('/')
        : kept.join('/');
    };
    const ways = fc.array(fc.nat(16), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(path, ways, ways, (parts, one, other) => {
        const [a, b] = [glob(parts, one), glob(parts, other)];
        for (const pattern of [a, b])
          expect(picomatch([pattern, `${pattern}/**`], { nocase: true })(parts.join('/'))).toBe(
            true,
          );
        expect(mayOverlap([a], [b])).toBe(true);
      }),
    );
  });
});
