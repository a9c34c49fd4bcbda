import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import {
  codeSpan,
  cutText,
  fenced,
  inline,
  logSafe,
  plainLine,
  quoted,
} from '../../../../src/core/rules/text/neutralise.ts';

/** As GitHub does it: HTML allowed, bare links linked, tables; then references are looked for in the text. */
const markdown = new MarkdownIt({ html: true, linkify: true });
// GitHub’s mail links take ASCII alone; this library’s would run on over a zero-width space. `@` is looked for below.
markdown.linkify.set({ fuzzyEmail: false, fuzzyLink: true });
const ZW = '\u200b';

/** Pieces that act somewhere on GitHub, mixed with what could free them from an escape. */
const HOSTILE = [
  '@octocat',
  '@org/team',
  'Fixes #1',
  'closes: GH-12',
  'resolves octo/repo#7',
  'fixes https://github.com/o/r/issues/1',
  'www.evil.example',
  'mailto:a@b.example',
  '![x](https://evil.example/p.png)',
  '[x](https://evil.example)',
  '[x]: https://evil.example',
  '<img src=x>',
  '<details><summary>',
  '<!-- contractor:{"task":"x"} -->',
  '&lt;img&gt;',
  '&#64;octocat',
  '/contract approve',
  '/lgtm',
  '\n',
  '\r\n',
  '\u2028',
  '`',
  '``',
  '```',
  '~~~',
  '\\',
  '|',
  '> ',
  '# ',
  '- [x] ',
  '1. ',
  '\u202e',
  '\ud800',
  ' ',
  '::set-output name=x::y',
  '##[command]x',
  '$x$',
  '_',
  '__',
  '*',
  'a_b',
  'word',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

/** Everything people would see outside code, after rendering. */
function liveText(html: string): string {
  return html.replace(/<code[^>]*>[\s\S]*?<\/code>/g, '');
}

function expectNothingLive(html: string): void {
  const live = liveText(html);
  expect(live).not.toMatch(/<(?:a|img|em|strong|details|summary|h\d|ul|ol|input|hr)\b/);
  expect(live).not.toMatch(/@[a-z0-9]/i);
  expect(live).not.toMatch(/(?:#|GH-)\d/i);
  expect(live).not.toMatch(/:\/\//);
  expect(live).not.toContain('<!--');
}

describe('inline', () => {
  it.each([
    ['plain words', 'plain words'],
    ['hello @ana', `hello @${ZW}ana`],
    ['Fixes #12', `Fixes #${ZW}12`],
    ['run `acme users list --json`', 'run `acme users list --json`'],
    ['`@ana` in code stays', '`@ana` in code stays'],
    ['a `b|c` d', 'a b&#124;c d'],
    ['one ` tick', 'one \\` tick'],
    ['/contract approve', '\\/contract approve'],
    ['<b>x</b>', '\\<b\\>x\\</b\\>'],
    ['two\nlines', 'two lines'],
    ['1. item', `${ZW}1. item`],
    ['- item', '\\- item'],
    ['snake_case * _2_', 'snake_case \\* \\_2\\_'],
    ['R&D &amp;', 'R&amp;D &amp;amp;'],
    ['', ''],
  ])('%j', (raw, shown) => {
    expect(inline(raw)).toBe(shown);
  });

  it('row 11: keeps nothing live, at a line start and in a table cell', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = inline(text);
        expect(shown).not.toMatch(/\n|^\//);
        expectNothingLive(markdown.render(shown));
        const table = markdown.render(`| a | b |\n|---|---|\n| ${shown} | end |\n`);
        expectNothingLive(table);
        expect(table.match(/<td>/g)).toHaveLength(2);
        expect(table).toContain('<td>end</td>');
      }),
      { numRuns: 500 },
    );
  });
});

describe('codeSpan', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`a`', '`` `a` ``'],
    ['', '` `'],
    ['a|b', '`a¦b`'],
  ])('%j', (raw, shown) => {
    expect(codeSpan(raw)).toBe(shown);
  });

  it('is one code element, whatever the text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(markdown.renderInline(codeSpan(text))).toMatch(/^<code>[^<]*<\/code>$/);
      }),
    );
  });
});

describe('quoted and fenced', () => {
  it('row 11: a block quote holds every line and nothing live', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = markdown.render(quoted(text).join('\n'));
        expect(html).toMatch(/^<blockquote>[\s\S]*<\/blockquote>\n$/);
        expectNothingLive(html);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['a\n```\nb', '```\n@ana', 'a\n``````\nb', '/lgtm'])(
    '%j stays inside its fence',
    (text) => {
      expect(markdown.render(fenced(text))).toMatch(/^<pre><code>[^<]*<\/code><\/pre>\n$/);
      expect(fenced(text)).not.toMatch(/^\//m);
    },
  );

  it('no line closes the fence, and no marker is found inside', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const block = fenced(text);
        expect(markdown.render(block)).toMatch(/^<pre><code>[^<]*<\/code><\/pre>\n$/);
        expect(block).not.toContain('<!--');
      }),
    );
  });
});

describe('plainLine', () => {
  it.each([
    ['Fixes #1 for @ana', `Fixes #${ZW}1 for @${ZW}ana`],
    ['x [skip ci]', `x [${ZW}skip ci]`],
    ['x\nskip-checks: true', `x skip-checks${ZW}: true`],
    ['see https://github.com/o/r/issues/1', `see https:${ZW}//github.com/o/r/issues/1`],
  ])('%j', (raw, shown) => {
    expect(plainLine(raw)).toBe(shown);
  });
});

describe('logSafe', () => {
  it('row 21: no line is a workflow command', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const log = logSafe(text);
        for (const line of log.split(/\r|\n/)) expect(line.startsWith('| ')).toBe(true);
        expect(log).not.toContain('##[');
      }),
    );
    expect(logSafe('a\r::error::b')).toBe('| a\n| ::error::b');
  });
});

describe('cutText', () => {
  it('never cuts a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
    expect(cutText('ab😀cd', 4)).toBe('ab…');
  });

  it('row 12: 65,536 hostile characters take a moment', () => {
    for (const piece of ['`', '``` ', '[', '<!--', '@a', '\n', '\\', 'www.']) {
      const text = `${piece.repeat(65_536 / piece.length - 1)}x`;
      expect(inline(text, 65_536)).toContain('x');
    }
  });
});
