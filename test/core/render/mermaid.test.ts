import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMermaid } from '../../../src/core/render/mermaid.ts';
import { A_TO_F, definition, GraphStory } from '../rules/planning/graph/graph-story.ts';

describe('C10 the live picture of the graph', () => {
  it('has these bytes: every node with its state, every edge', () => {
    const story = new GraphStory(A_TO_F.slice(0, 4), 2, 1);
    story.schedule();
    story.pass('A');
    story.schedule();
    story.fail('B');
    expect(renderMermaid(story.graph)).toBe(
      [
        'flowchart TD',
        '  n0["A#58; do A<br/>passed"]:::passed',
        '  n1["B#58; do B<br/>blocked"]:::blocked',
        '  n2["C#58; do C<br/>running"]:::running',
        '  n3["D#58; do D<br/>blocked"]:::blocked',
        '  n0 --> n1',
        '  n0 --> n2',
        '  n1 --> n3',
        '  n2 --> n3',
        '  classDef blocked fill:#fde0dc,stroke:#b3261e,color:#222222,stroke-width:3px',
        '  classDef passed fill:#d3f2d3,stroke:#2f7d32,color:#222222',
        '  classDef running fill:#fff3bf,stroke:#b58900,color:#222222,stroke-width:3px',
      ]
        .join('\n')
        .replaceAll('#58;', ':'),
    );
  });

  it('a second attempt is shown', () => {
    const story = new GraphStory([definition({ id: 'A' })]);
    story.schedule();
    story.fail('A');
    story.schedule();
    expect(renderMermaid(story.graph)).toContain('running, attempt 2');
  });

  it('an empty graph is a picture of nothing', () => {
    expect(renderMermaid({ ...new GraphStory().graph, nodes: [] })).toBe('flowchart TD');
  });

  it('a large graph is cut, and says so', () => {
    const many = Array.from({ length: 100 }, (_, at) => definition({ id: `E${at + 1}` }));
    const picture = renderMermaid(new GraphStory(many).graph);
    expect(picture.match(/^ {2}n\d+\[/gm)?.length).toBe(60);
    expect(picture).toContain('more["and 40 more"]');
  });
});

describe('untrusted words in labels are no syntax', () => {
  const shapeOf = (purpose: string): string[] =>
    renderMermaid(new GraphStory([definition({ id: 'A', purpose })]).graph).split('\n');

  it.each([
    ['a quote that ends the label', 'x"] --> evil["y'],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['a directive', '%%{init: {"theme":"dark"}}%%'],
    ['a click handler', '"\n  click n0 href "javascript:alert(1)"'],
    ['a mention and a keyword', '@octocat Fixes #1'],
    ['a fence', '```\n@octocat\n```'],
    ['a Markdown string', '`**bold**`'],
    ['an entity of its own', '#quot; &lt; #9829;'],
    ['bidi and zero-width', 'a\u202eb\u200bc'],
    ['a class', ':::passed'],
  ])('%s', (_, purpose) => {
    const lines = shapeOf(purpose);
    expect(lines.length).toBe(3);
    expect(lines[1]).toMatch(/^ {2}n0\["A: [\p{L}\p{M}\p{N} .,…_#;-]*<br\/>ready"\]:::ready$/u);
    // A # only ever begins a number that ends in a semicolon.
    expect(lines[1]?.replace(/#\d+;/g, '')).not.toMatch(/#|;/);
  });

  it('whatever they are', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('"]', '%%{', '`', '<b>', '\n', 'end', '-->', '😀'.repeat(60)),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
        const lines = shapeOf(pieces.join('').slice(0, 8000) || 'x');
        expect(lines.length).toBe(3);
        expect(lines[1]).toMatch(/^ {2}n0\["A: [\p{L}\p{M}\p{N} .,…_#;-]*<br\/>ready"\]:::ready$/u);
        expect(lines[1]?.isWellFormed()).toBe(true);
      }),
    );
  });
});
