import type { CheckedPlan } from '../rules/planning/planner/check-planner-plan.ts';
import type { PlannerProblem } from '../rules/planning/planner/planner-problem.ts';
import { logSafe, logWords } from '../rules/text/neutralise.ts';

const TASK = 1000;

/**
 * A plan for people to look at before anything runs (C8, seeds/2). Plain text: a terminal shows it as it is, a comment puts it
 * into a fence. Words of the plan stand indented on lines of their own and hold no control character.
 */
export function renderPlanPreview(plan: CheckedPlan): string {
  const steps = plan.steps.flatMap((step, at) => [
    `${at + 1}. [${step.id}] agent=${logWords(step.agent, 60)}`,
    `   ${logWords(step.task, TASK)}`,
    ...(step.deps.length > 0 ? [`   deps: ${step.deps.join(', ')}`] : []),
  ]);
  return [
    'Generated plan (dry-run — nothing will be executed)',
    '',
    `Summary: ${logWords(plan.summary, TASK) || '(none)'}`,
    '',
    ...steps,
    '',
    'Parallel groups:',
    ...plan.groups.map((group) => `   [${group.join(', ')}]`),
    '',
    ...warningLines(plan.warnings),
    'To execute this plan: /contract plan <same task> (or /contract plan coder <task>)',
  ].join('\n');
}

/** A plan that was read but may not run: what is wrong, each with its step. */
export function renderPlanProblems(problems: readonly PlannerProblem[]): string {
  return [
    'The plan cannot be executed:',
    ...problems.slice(0, 20).map(({ message }) => `- ${logWords(message, 300)}`),
    ...(problems.length > 20 ? [`- and ${problems.length - 20} more`] : []),
  ].join('\n');
}

/** What the planner wrote when it was no plan: shown raw with a warning, never silence (C1). */
export function renderUnreadablePlan(unread: { raw: string; warning: string }): string {
  const raw = unread.raw.length > 4000 ? `${unread.raw.slice(0, 4000)}…` : unread.raw;
  return [`Warning: ${logWords(unread.warning, 500)}`, '', logSafe(raw)].join('\n');
}

function warningLines(warnings: readonly string[]): string[] {
  if (warnings.length === 0) return [];
  return [...warnings.map((warning) => `Warning: ${logWords(warning, 300)}`), ''];
}
