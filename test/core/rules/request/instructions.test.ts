import { describe, expect, it } from 'vitest';
import {
  instructionFiles,
  renderInstructions,
} from '../../../../src/core/rules/request/instructions.ts';

const PATHS = [
  'packages/b/AGENTS.md',
  'a/deep/AGENTS.md',
  'src/a.ts',
  '.github/copilot-instructions.md',
  'CLAUDE.md',
  'packages/GEMINI.md',
  'AGENTS.md',
  'packages/a/AGENTS.md',
  'docs/copilot-instructions.md',
  'packages/a/MY-AGENTS.md',
];

describe('D14: the nearest directory has the last word', () => {
  it('orders all of them, farthest first', () =>
    expect(instructionFiles(PATHS)).toEqual([
      'AGENTS.md',
      'CLAUDE.md',
      '.github/copilot-instructions.md',
      'packages/GEMINI.md',
      'a/deep/AGENTS.md',
      'packages/a/AGENTS.md',
      'packages/b/AGENTS.md',
    ]));

  it.each([
    [['src/a.ts'], 3],
    [['packages/x/y.ts'], 4],
    [['packages/a/y.ts'], 5],
    [['packages/ab/y.ts'], 4],
    [['packages/a/y.ts', 'packages/b/y.ts'], 6],
    [[], 0],
  ])('for %j', (touched, count) => expect(instructionFiles(PATHS, touched)).toHaveLength(count));
});

describe('renderInstructions', () => {
  it('names each file and what it governs, once per text', () => {
    const text = renderInstructions([
      { path: 'AGENTS.md', text: 'Use pnpm.\n' },
      { path: 'CLAUDE.md', text: 'Use pnpm.' },
      { path: 'a/AGENTS.md', text: 'Use make.' },
      { path: 'b/AGENTS.md', text: ' ' },
    ]);
    expect(text).toBe(
      '# AGENTS.md (the whole repository)\n\nUse pnpm.\n\n# a/AGENTS.md (everything under a/)\n\nUse make.',
    );
  });

  it('cuts a long file, and lets the farthest go when all are too much', () => {
    const files = ['a', 'b', 'c', 'd'].map((d) => ({
      path: `${d}/AGENTS.md`,
      text: d.repeat(30_000),
    }));
    const text = renderInstructions(files);
    expect(text.length).toBeLessThan(65_000);
    expect(text).toContain('2 instruction files left out');
    expect(text).toContain('d/AGENTS.md');
    expect(text).toContain('(cut: too long)');
  });
});
