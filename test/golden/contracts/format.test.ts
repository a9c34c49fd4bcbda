import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = new URL('.', import.meta.url);
const line = z.string().regex(/^[^\n]+$/);
const Expected = z.strictObject({
  kind: z.enum(['bug', 'feature', 'docs', 'refactor', 'question', 'unclear']),
  // Who only asks something has no goal that words could be looked for in.
  goal_words: z.array(line),
  criteria: z.array(
    z.strictObject({
      quote: line,
      expectation: z.enum(['becomes-true', 'stays-true']),
      optional: z.literal(true).optional(),
    }),
  ),
  not_criteria: z.array(line),
  out_of_scope: z.array(line),
  in_scope_paths: z.array(line),
  constraints: z.array(line),
  open_question: z.enum(['none', 'asks']),
  commands: z.array(z.array(z.string()).min(1)),
  hidden: z.array(z.enum(['html-comment', 'zero-width', 'tag-characters', 'bidi', 'collapsed'])),
  why: line,
});

const Label = z.enum([
  'no-effect',
  'amendment',
  'plan-invalidated',
  'evidence-invalidated',
  'handback',
  'question',
  'not-authorised',
]);
const Comment = z.strictObject({
  id: z.string().regex(/^c\d{3}$/),
  contract: z.string().regex(/^[a-p]$/),
  author: z.enum(['writer', 'outsider', 'bot']),
  text: z.string().min(1),
  label: Label,
  acceptable: z.array(Label),
  why: line,
});

const folders = (under: string): string[] =>
  readdirSync(new URL(under, root))
    .filter((name) => /^\d\d-/.test(name))
    .map((name) => `${under}${name}`);
const goldens = folders('./');
const heldOut = ['./held-out/', './held-out-2/', './held-out-3/'].flatMap(folders);
const invisible = /[\u200b-\u200f\u202a-\u202e]|[\u{e0000}-\u{e007f}]/gu;

describe('golden contracts', () => {
  it('are sixty, and as many by other hands', () => {
    expect(goldens.length).toBeGreaterThanOrEqual(58);
    expect(heldOut.length).toBeGreaterThanOrEqual(60);
  });

  it.each([...goldens, ...heldOut])('%s quotes its body, line by line', (folder) => {
    const [title, ...body] = readFileSync(new URL(`${folder}/issue.md`, root), 'utf8')
      .replace(invisible, '')
      .split(/\r?\n/);
    const expected = Expected.parse(
      parse(readFileSync(new URL(`${folder}/expected.yaml`, root), 'utf8')),
    );
    expect(title).toMatch(/^# \S/);
    const quotes = [
      ...expected.criteria.map((criterion) => criterion.quote),
      ...expected.not_criteria,
      ...expected.out_of_scope,
      ...expected.in_scope_paths,
      ...expected.constraints,
    ];
    for (const quote of quotes)
      expect(body.some((text) => text.includes(quote)), quote).toBe(true);
  });
});

describe.each([
  ['comments', 200],
  ['unseen', 220],
  ['third', 160],
])('labelled comments: %s', (name, count) => {
  const file = parse(readFileSync(new URL(`../comments/${name}.yaml`, root), 'utf8'));
  const comments = z.array(Comment).parse(file.comments);

  it(`are ${count}, with ids of their own`, () => {
    expect(new Set(comments.map((comment) => comment.id)).size).toBe(count);
  });

  it('never let a demand pass as without effect', () => {
    const demands = ['amendment', 'plan-invalidated', 'evidence-invalidated', 'handback', 'not-authorised'];
    const unsafe = comments.filter(
      (comment) => demands.includes(comment.label) && comment.acceptable.includes('no-effect'),
    );
    expect(unsafe.map((comment) => comment.id)).toEqual([]);
  });

  it('give outsiders and bots no power over contract or plan', () => {
    const powers = ['amendment', 'plan-invalidated'];
    const obeyed = comments.filter(
      (comment) =>
        comment.author !== 'writer' &&
        [comment.label, ...comment.acceptable].some((label) => powers.includes(label)),
    );
    expect(obeyed.map((comment) => comment.id)).toEqual([]);
  });
});
