import { canonicalJson } from '../../../digest.ts';
import type { PlannerPlan } from '../../../schema/planner-plan.ts';
import { hadErrors, type Solving } from '../planner/plan-and-solve.ts';
import { topologicalOrder } from './topological-order.ts';

/** Code points of one step’s output in the report; the whole stays where it was recorded. */
const SHOWN = 2000;

/**
 * What a solved plan came to, for the model that finishes the work (C9): task, agent, status and output of each step, in the
 * order they ran, then what is left to do. The same outcomes give the same bytes. Outputs are indented, so that none can pass
 * for a heading of the report.
 */
export function executionReport(solving: Solving): string {
  const { plan, outcomes } = solving;
  const steps = topologicalOrder(plan.steps).order.flatMap((id) => {
    const step = plan.steps.find((other) => other.id === id);
    const outcome = outcomes.get(id);
    if (step === undefined) return [];
    const status = outcome === undefined ? 'not run' : outcome.ok ? 'ok' : 'failed';
    const shown = outcome === undefined ? '' : outcome.ok ? outcome.output : outcome.error;
    return [
      `[${id}] agent=${step.agent} status=${status}`,
      ...block('task', step.task),
      ...block('output', shown),
    ];
  });
  return [
    `Plan: ${oneLine(plan.summary)}`,
    `Steps run: ${outcomes.size} of ${plan.steps.length}. Errors: ${hadErrors(solving) ? 'yes' : 'no'}.`,
    '',
    ...steps,
    '',
    hadErrors(solving)
      ? 'Some steps failed. Mend what they left undone; do not repeat the steps that are ok.'
      : 'All of these steps ran. Do not repeat them: finish what the task still needs.',
  ].join('\n');
}

export interface HandOffMessage {
  role: 'assistant' | 'user';
  content: string;
}

/** What goes into the conversation: the plan, then the report. It never ends on the assistant (C9): some models refuse that. */
export function handOffMessages(plan: PlannerPlan, solving: Solving): HandOffMessage[] {
  return [
    { role: 'assistant', content: canonicalJson(plan) },
    { role: 'user', content: executionReport(solving) },
  ];
}

function block(title: string, text: string): string[] {
  const points = [...text.trim()];
  const shown =
    points.length > SHOWN
      ? `${points.slice(0, SHOWN).join('')}… (${points.length - SHOWN} more characters)`
      : points.join('');
  return [
    `  ${title}:`,
    ...shown.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line) => `    ${line}`.trimEnd()),
  ];
}

const oneLine = (text: string): string => text.split(/\s+/).join(' ').trim();
