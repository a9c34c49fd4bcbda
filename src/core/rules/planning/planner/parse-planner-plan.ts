import type { z } from 'zod';
import { PlannerPlan } from '../../../schema/planner-plan.ts';
import { duplicateKey, jsonObjects } from './find-json-object.ts';
import type { PlannerProblem } from './planner-problem.ts';

/** A plan that was read, or the raw answer with a warning: never silence (seeds/2). */
export type ParsedPlannerPlan =
  | { plan: PlannerPlan }
  | { raw: string; warning: string; problems: PlannerProblem[] };

/** Longer answers are not searched. UTF-16 units. */
const LONGEST = 4_000_000;
/** More steps than this are no plan that anyone can follow. */
const MOST_STEPS = 200;

/**
 * Reads a planner's answer (C1): the documented JSON, in a code fence or not, with prose before and after, braces in that
 * prose included. Reads only its shape; checkPlannerPlan judges what it says.
 */
export function parsePlannerPlan(answer: string): ParsedPlannerPlan {
  if (answer.length > LONGEST) {
    const message = `The answer has ${answer.length} characters. Answer with the plan alone.`;
    return unusable(answer, { code: 'too-long', step: null, message });
  }
  for (const { value, source } of jsonObjects(answer)) {
    const plan = [value, (value as { plan?: unknown }).plan].find(hasSteps);
    if (plan) return readPlan(answer, plan, source);
  }
  const message = 'There is no JSON object with `steps` in the answer.';
  return unusable(answer, { code: 'unreadable', step: null, message });
}

function hasSteps(value: unknown): value is { steps: unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'steps');
}

function readPlan(answer: string, value: { steps: unknown }, source: string): ParsedPlannerPlan {
  if (Array.isArray(value.steps) && value.steps.length > MOST_STEPS) {
    const message = `${value.steps.length} steps are too many to follow; write at most ${MOST_STEPS}.`;
    return unusable(answer, { code: 'too-many-steps', step: null, message });
  }
  const twice = duplicateKey(source);
  if (twice !== null) {
    const message = `The key ${JSON.stringify(twice.slice(0, 60))} stands twice in one object: which one counts?`;
    return unusable(answer, { code: 'duplicate-key', step: null, message });
  }
  const parsed = PlannerPlan.safeParse(value);
  if (parsed.success) return { plan: parsed.data };
  return unusable(answer, ...parsed.error.issues.slice(0, 5).map((issue) => malformed(issue)));
}

function malformed(issue: z.core.$ZodIssue): PlannerProblem {
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return { code: 'malformed', step: null, message: `${where}${issue.message}`.slice(0, 300) };
}

function unusable(raw: string, ...problems: PlannerProblem[]): ParsedPlannerPlan {
  const what = problems.map((problem) => problem.message).join(' ');
  return { raw, warning: `The plan could not be read. ${what}`, problems };
}
