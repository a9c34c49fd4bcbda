import { describe, expect, it } from 'vitest';
import { matchGlobs } from '../../../../src/core/rules/text/match-globs.ts';

describe('matchGlobs', () => {
  it.each([
    ['**', 'a\nb', true],
    ['.github/workflows/**', '.github/workflows/a\nb.yml', true],
    ['.github/workflows/**', '.github/work\nflows/a.yml', false],
    ['src/*.js', 'src/a\n.js', true],
    ['src/*.js', 'src/a\n/b.js', false],
    ['**', '.env', true],
    ['!src/**', 'docs/a.md', false],
  ])('%j matches %j: %s', (glob, path, expected) =>
    expect(matchGlobs([glob])(path)).toBe(expected),
  );

  it('tells case apart unless asked not to, line breaks or not', () => {
    expect(matchGlobs(['SRC/**'])('src/a\nb')).toBe(false);
    expect(matchGlobs(['SRC/**'], { nocase: true })('src/a\nb')).toBe(true);
    expect(matchGlobs([])('a')).toBe(false);
  });
});
