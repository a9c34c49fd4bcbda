import { z } from 'zod';
import { AmendmentDraft, ContractDraft, ReviewVerdict } from '../../core/schema/draft.ts';

/** What the model is asked for: `work` is a turn of the agent, the others are structured questions. */
export type ScriptedPurpose = 'draft' | 'amend' | 'plan' | 'review' | 'work';

const Failure = {
  nonsense: z
    .literal(true)
    .optional()
    .describe('answer with prose that is no JSON and no tool call'),
  error: z
    .enum(['429', '500', '529', '400', '401', '403', 'drop', 'truncated'])
    .optional()
    .describe(
      'HTTP status to fail with; drop: close the connection; truncated: break off in mid-answer',
    ),
};

const FailedAnswer = z
  .strictObject(Failure)
  .refine((f) => (f.nonsense ? 1 : 0) + (f.error ? 1 : 0) === 1, 'give nonsense or error');

/** What a drafting model would answer; lists that are left out are empty. */
const ScriptedDraft = ContractDraft.extend({
  inScope: ContractDraft.shape.inScope.default([]),
  outOfScope: ContractDraft.shape.outOfScope.default([]),
  constraints: ContractDraft.shape.constraints.default([]),
  stopRules: ContractDraft.shape.stopRules.default([]),
  assumptions: ContractDraft.shape.assumptions.default([]),
  openQuestions: ContractDraft.shape.openQuestions.default([]),
});

const ScriptedTool = z.strictObject({
  name: z.string().min(1).describe('tool of the built-in agent, or an unknown name to try that'),
  input: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .default({})
    .describe(
      'arguments; a string is sent as it is, to try arguments that are no JSON. The strings "$checkpoint" and "$evidence" stand for the last CP- and EV-id the model was shown',
    ),
});

/** One answer of the working model. */
export const ScriptedTurn = z
  .strictObject({
    text: z.string().optional().describe('what it says; alone it is a text-only turn'),
    tools: z.array(ScriptedTool).max(50).optional().describe('tools it calls, in order'),
    ...Failure,
  })
  .refine(
    (t) =>
      [t.text ?? t.tools, t.nonsense, t.error].filter((part) => part !== undefined).length === 1,
    'give text and/or tools, or nonsense, or error',
  );
export type ScriptedTurn = z.infer<typeof ScriptedTurn>;
export type ScriptedFailure = z.infer<typeof FailedAnswer>;

/** What the scripted model answers, by what it is asked for. Each list is consumed in order. */
export const ModelScript = z
  .strictObject({
    drafts: z
      .array(z.union([FailedAnswer, ScriptedDraft]))
      .default([])
      .describe('answers to "draft a contract"'),
    amendments: z
      .array(z.union([FailedAnswer, AmendmentDraft]))
      .default([])
      .describe('answers to "does this change of the requirements amend the contract?"'),
    plans: z
      .array(z.union([FailedAnswer, z.record(z.string(), z.unknown())]))
      .default([])
      .describe('answers of a separate planner'),
    reviews: z
      .array(z.union([FailedAnswer, ReviewVerdict]))
      .default([])
      .describe('verdicts of the independent reviewer; the last one is repeated'),
    turns: z.array(ScriptedTurn).default([]).describe('turns of the working model'),
    steps: z
      .record(z.string(), z.array(ScriptedTurn))
      .default({})
      .describe(
        'turns of whoever does one step of a planner’s plan, by the step’s id; `finish` finishes it. They go before `turns`',
      ),
    whenRunsOut: z
      .enum(['done', 'repeat', 'error'])
      .default('done')
      .describe('after the last turn: say done, repeat the last turn, or fail with status 400'),
  })
  .describe('A model that answers from a script, spoken to over HTTP like a real one');
export type ModelScript = z.infer<typeof ModelScript>;
/** As a person writes it: defaults may be left out. */
export type ModelScriptInput = z.input<typeof ModelScript>;
