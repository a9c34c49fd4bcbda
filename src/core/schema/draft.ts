import { z } from 'zod';

/** What a drafting model answers. Every criterion needs a quote that occurs in the snapshot; ids are given by us. */
export const DraftedCheck = z.object({
  kind: z.enum(['command', 'named-test', 'same-output', 'unchanged-paths', 'review']),
  argv: z.array(z.string()).optional().describe('for command, named-test, same-output'),
  cwd: z.string().optional(),
  test: z.string().optional().describe('for named-test'),
  what: z.string().optional().describe('for same-output'),
  globs: z.array(z.string()).optional().describe('for unchanged-paths'),
  question: z.string().optional().describe('for review'),
  inputs: z.array(z.string()).optional(),
  minimumTests: z.int().nonnegative().optional(),
  oracle: z.array(z.object({ path: z.string(), content: z.string() })).optional(),
  why: z.string(),
});
export type DraftedCheck = z.infer<typeof DraftedCheck>;

export const DraftedCriterion = z.object({
  statement: z.string(),
  quote: z.string().describe('verbatim from the request'),
  expectation: z.enum(['becomes-true', 'stays-true']),
  checks: z.array(DraftedCheck),
});
export type DraftedCriterion = z.infer<typeof DraftedCriterion>;

const DraftedScope = z.object({ text: z.string(), globs: z.array(z.string()) });

export const ContractDraft = z.object({
  goal: z.string(),
  inScope: z.array(DraftedScope),
  outOfScope: z.array(DraftedScope),
  constraints: z.array(z.string()),
  acceptance: z.array(DraftedCriterion),
  stopRules: z.array(z.object({ text: z.string(), globs: z.array(z.string()).optional() })),
  assumptions: z.array(z.string()),
  openQuestions: z.array(
    z.object({ text: z.string(), alternatives: z.array(z.string()), blocking: z.boolean() }),
  ),
});
export type ContractDraft = z.infer<typeof ContractDraft>;

/** What a model may propose for a changed source; rules decide whether it may stand (design §4). */
export const AmendmentDraft = z.object({
  outcome: z.enum([
    'no-effect',
    'amendment',
    'plan-invalidated',
    'evidence-invalidated',
    'handback',
    'question',
  ]),
  reason: z.string(),
  quote: z.string().describe('verbatim from the comment'),
  add: z.array(DraftedCriterion).default([]),
  replace: z.array(z.object({ criterionId: z.string(), by: DraftedCriterion })).default([]),
  retire: z.array(z.string()).default([]).describe('criterion ids'),
  constraints: z.array(z.string()).default([]).describe('constraints to add'),
});
export type AmendmentDraft = z.infer<typeof AmendmentDraft>;

/** An independent reviewer’s answer: structured, so that a text "FAIL, does not pass" can never read as a pass. */
export const ReviewVerdict = z.object({
  verdict: z.enum(['pass', 'fail']),
  reasons: z.array(z.string()).min(1),
});
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;
