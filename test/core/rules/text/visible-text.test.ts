import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText, visibleTitle } from '../../../../src/core/rules/text/visible-text.ts';

const shown = (raw: string) => visibleText(raw).text;
const kinds = (raw: string) => visibleText(raw).hidden.map((span) => span.kind);

describe('what people see stays as it is', () => {
  it.each([
    ['plain words', 'The exit code must be 2.'],
    ['lists and check boxes', '- [ ] one\n- [x] two\n  1. three'],
    ['comparison signs', 'if a < b && c > d, then x<1'],
    ['a fence with markup', '```html\n<!-- shown --><b>x</b>\n```'],
    ['an indented fence in a list', '1. Run\n   ```\n   a <b>c</b>\n   ```\n2. Look'],
    ['inline code with markup', 'Use `List<String>` and ``a ` <b>``.'],
    ['an autolink', 'See <https://example.org/a?b=c>.'],
    ['a label that is no link definition', '[Bug]: the thing must work'],
    ['a footnote', 'Text[^1]\n\n[^1]: It must stay.'],
    ['a link', 'See [the guide](docs/guide.md).'],
    ['an escaped comment', '\\<!-- shown -->'],
    ['an unclosed comment in running text', 'Close <!-- in templates.'],
    ['a table', '| a | b |\n|---|:-:|\n| x \\| y | z |\n\na | b | c'],
    ['bars that make no table', 'a | b | c\n|---|\nx | y | z'],
    ['a fence deep in a list', '- a\n  - b\n\n    ```\n    <!-- shown -->\n    ```'],
    ['code indented in a list', '1. Run\n\n       a <b>c</b>\n\n2. Look'],
    ['a code span over two lines', 'Use `a\n<b>c` here.'],
    ['a fence that interrupts what looks like a tag', "<a title='\n```\n<!-- shown -->\n```"],
    ['other scripts', 'Привет, 世界, مرحبا, עולם, 🙂'],
  ])('%s', (_, text) => expect(visibleText(text)).toEqual({ text, hidden: [] }));

  it('is given LF line endings', () => expect(shown('a\r\nb\rc')).toBe('a\nb\nc'));
});

describe('what nobody sees is left out and reported (threat 9)', () => {
  it.each([
    ['a comment', 'a <!-- SECRET --> b', 'html-comment'],
    ['a comment over lines', '<!--\nSECRET\n\nSECRET\n-->\nb', 'html-comment'],
    ['an unclosed comment that starts a line', 'a\n<!-- SECRET\n\nSECRET', 'html-comment'],
    ['a declaration', '<!DOCTYPE SECRET>', 'html-comment'],
    ['a processing instruction', '<? SECRET ?>', 'html-comment'],
    ['a link definition', '[//]: # (SECRET)', 'html-comment'],
    ['a link definition with its title on the next line', '[a]: b\n"SECRET"', 'html-comment'],
    ['a link definition over three lines', '[a]:\nhttp://x\n(SECRET)', 'html-comment'],
    ['a link definition whose label wraps', '[a\nSECRET]: http://x "SECRET"', 'html-comment'],
    ['collapsed details', '<details>\n<summary>Log</summary>\n\nSECRET\n\n</details>', 'collapsed'],
    ['nested details', '<details><details>a</details>SECRET</details>', 'collapsed'],
    ['details that are never closed', '<details>\n\nSECRET\n\n# SECRET', 'collapsed'],
    [
      'a second summary',
      '<details><summary>a</summary><summary>SECRET</summary></details>',
      'collapsed',
    ],
    ['cells that their table has no column for', '| a |\n|---|\n| x | SECRET |', 'collapsed'],
    ['such cells in a quote', '> a\n> :-:\n> x | SECRET', 'collapsed'],
    ['a script', '<script>SECRET</script>', 'collapsed'],
    ['a link’s title', '[a](b "SECRET")', 'collapsed'],
    ['a link’s title over lines', '[a](b\n"SECRET")', 'collapsed'],
    ['an image’s description', '![SECRET words that say much](x.png)', 'collapsed'],
    ['an image’s nested description', '![SECRET [SECRET](y) SECRET SECRET](x.png)', 'collapsed'],
  ] as const)('%s', (_, raw, kind) => {
    expect(shown(raw)).not.toContain('SECRET');
    expect(kinds(raw)).toContain(kind);
  });

  it.each([
    ['tag characters', 'a\u{E0041}\u{E0042}b', 'tag-characters'],
    ['zero-width characters', 'a\u200b\u2060\ufeffb', 'zero-width'],
    ['bidirectional controls', 'a\u202e\u2066b', 'bidi-control'],
    ['variation selectors', 'a\ufe0f\u{E0100}b', 'variation-selector'],
    ['control characters', 'a\u0000\u001b\u009bb', 'control-character'],
    ['half a surrogate pair', 'a\ud800b', 'control-character'],
  ] as const)('%s', (_, raw, kind) => {
    expect(shown(raw)).toBe('ab');
    expect(kinds(raw)).toEqual([kind]);
  });

  it.each(['&#8203;', '&#x200B;', '&#xE0041;', '&zwnj;', '&ZeroWidthSpace;', '&rlm;', '&shy;'])(
    'the entity %s',
    (entity) => expect(shown(`a${entity}b`)).toBe('a b'),
  );

  it('the attributes of tags, while their content stays', () =>
    expect(shown('<a title="SECRET"\n href="x">shown</a>').trim()).toBe('shown'));

  it('what lies beyond the cap, without cutting a pair in two', () => {
    const seen = visibleText(`${'a'.repeat(9)}😀b`, 10);
    expect(seen).toEqual({ text: 'a'.repeat(9), hidden: [{ kind: 'truncated', count: 3 }] });
  });

  it('but the summary and open details are seen', () => {
    expect(shown('<details><summary>Log</summary>x</details>')).toBe('Log');
    expect(shown('<details open>\n\nshown\n\n</details>')).toContain('shown');
    expect(shown('<details>\n\n```\nx\n```\n\n</details>\n\nafter')).toContain('after');
  });
});

describe('hidden text does not pass as code', () => {
  it.each([
    ['backticks inside raw HTML', '<div>\n`<!-- SECRET -->`\n</div>'],
    ['backticks behind a block comment', '<!-- a --> `<!-- SECRET -->`'],
    ['an escaped backtick', '\\`<!-- SECRET -->`'],
    ['backticks that pair across lines', 'a ` b\nc ` <!-- SECRET --> `'],
    ['backticks in different blocks', '# a `\n<!-- SECRET -->\n` b'],
    ['backticks in different table cells', '| a | b |\n|---|---|\n| ` | <!-- SECRET --> ` |'],
    ['a backtick inside a tag', '<a href="`">`<!-- SECRET --></a>'],
    ['a fence that its quote ends', '> ```\n<!-- SECRET -->\n```'],
    ['a fence that its list ends', '- ```\n<!-- SECRET -->\n```'],
    ['a fence after lazy text in a list', '- a\nlazy\n  ```\n<!-- SECRET -->\n  ```'],
    ['a fence whose content is indented less', ' ```\nx\n ```\n <!-- SECRET -->\n'],
    [
      'details closed inside code that is no longer certain',
      ' ```\nx\n ```\n\n<details>\n\n```\n</details>\n```\n\nSECRET\n\n</details>',
    ],
    ['a fence indented too far', 'para\n    ```\n    <!-- SECRET -->\n'],
    ['a fence with backticks in its info', '``` a`b\n<!-- SECRET -->\n```'],
    ['a fence inside raw HTML', '<div>\n```\n<!-- SECRET -->\n```\n</div>'],
    ['a fence hidden in a comment', '<!--\n```\n-->\n<!-- SECRET -->\n```'],
    ['a closing fence that is none', '```\nx\n    ```\n```\n<!-- SECRET -->\n```'],
    ['a shorter closing fence', '````\nx\n````\n<!-- SECRET -->\n```'],
    ['other characters than the fence’s', '~~~\nx\n~~~\n<!-- SECRET -->\n```'],
    ['details closed inside code', '<details>\n\n```\n</details>\n```\n\nSECRET\n\n</details>'],
  ])('%s', (_, raw) => expect(shown(raw)).not.toContain('SECRET'));
});

/** Fragments that start, end, or disguise something in Markdown. */
const fragment = fc.constantFrom(
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '```',
    '~~~',
    '`',
    '``',
    '<!--',
    '-->',
    '<b>',
    '</b>',
    '<div>',
    '<a b="',
    '">',
    '<',
  ],
  ...[
    '>',
    '> ',
    '- ',
    '1. ',
    '    ',
    '\t',
    '[x]: y',
    '[',
    ']',
    '](',
    ')',
    '![',
    '"',
    '(',
    "'",
    '\\',
    '&#82',
    '03;',
  ],
  ...[
    '&#8203;',
    '<details>',
    '</details>',
    '<summary>',
    '</summary>',
    '<script>',
    '|',
    '---',
    '# ',
    '\u200b',
  ],
  ...[
    '<?',
    '?>',
    '<![CDATA[',
    ']]>',
    '<!x',
    'must',
    '\u{E0041}',
    '\r\n',
    '<https://x.y>',
    ':',
    '=',
    '\ud83d',
  ],
);
const markdown = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

describe('properties', () => {
  it('a second reading changes nothing', () =>
    fc.assert(
      fc.property(markdown, (raw) => {
        const once = shown(raw);
        expect(visibleText(once)).toEqual({ text: once, hidden: [] });
      }),
      { numRuns: 3000 },
    ));

  it('adds nothing that was not there', () =>
    fc.assert(
      fc.property(markdown, (raw) => {
        expect(shown(raw).length).toBeLessThanOrEqual(raw.length);
      }),
      { numRuns: 1000 },
    ));

  it('keeps no invisible character', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (raw) => {
        expect(shown(raw)).not.toMatch(/[\p{Default_Ignorable_Code_Point}\0]/u);
      }),
    ));
});

describe('hostile text of the greatest length is read in linear time (threat 12)', () => {
  const hostile = [
    '<',
    '<!--',
    '<a b="',
    '<a ',
    '`',
    '`` ` ',
    '[',
    '![',
    '](',
    '](a "',
    '> ',
    '- ',
    '<details>',
    '[a]: (',
    '    ```\n',
    '```\n',
    '\\`',
    '&#8203;',
    '<!--\n-->',
    '<script>',
    '<div>\n<a',
    '|-\n|`',
    '<!--\n\n',
    '<a\n',
    '](                ',
    '<<b>b>',
    '&#82<b>03;',
    '"\'<a b=\'<c d="',
    '[x\n',
    '![a](b)',
    '<b>',
    '</details>',
    '<details></details>',
    '* [ ] ',
    '[a]: b "    ',
    '- a\n  - b\n',
    'a|b\n-|-\n',
    '- - - a\n',
    'a\n===\n',
    '- \n',
    '1. ',
    'a\n:-:\n',
    '||\n|-\n',
    'x\n> ',
  ];
  it.each(hostile)('%j', (part) => {
    const raw = part.repeat(Math.ceil(65_536 / part.length)).slice(0, 65_536);
    expect(shown(shown(raw))).toBe(shown(raw));
  });
});

describe('the visible text of a title', () => {
  it.each([
    ['[Bug]: Crash', '[Bug]: Crash'],
    ['[FR]: 导出', '[FR]: 导出'],
    ['# not a heading <b>x</b>', '# not a heading <b>x</b>'],
    ['  two\n lines ', 'two lines'],
    ['hid\u200bden', 'hidden'],
  ])('%j is %j', (raw, text) => {
    expect(visibleTitle(raw).text).toBe(text);
  });

  it('reports what it left out, and bounds a megabyte', () => {
    expect(visibleTitle('a\u{e0041}b').hidden).toEqual([{ kind: 'tag-characters', count: 1 }]);
    expect(visibleTitle('x'.repeat(1_000_000))).toMatchObject({ text: 'x'.repeat(1024) });
  });
});
