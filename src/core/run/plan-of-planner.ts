import { digestText } from '../digest.ts';
import { irreversibleSteps } from '../rules/irreversible/irreversible-steps.ts';
import type { Plan, PlanItem } from '../schema/plan.ts';
import type { PlannerStep } from '../schema/planner-plan.ts';
import type { TaskGraph } from '../schema/task-graph.ts';
import type { TaskState } from './state.ts';

const LONGEST = 440;
const STRIDE = 340;

/**
 * The planner’s plan in the form that people approve and watch, whatever made it: one item a step, with what became of it.
 * Its words name the whole task: an approval is bound to them.
 */
export function planOfPlanner(
  planned: NonNullable<TaskState['planned']>,
  graph: TaskGraph | null,
  base: Pick<Plan, 'version' | 'contractVersion'>,
): Plan {
  const first = planned.plan.steps.find(
    ({ id }) => !planned.outcomes.some((outcome) => outcome.id === id),
  );
  return {
    ...base,
    items: planned.plan.steps.map((step) => ({
      id: step.id,
      content: wordsOf(step),
      parent: null,
      ...(planned.strategy === 'task-graph'
        ? standingOfNode(graph, step.id)
        : standingOfStep(planned, step.id, first?.id)),
    })),
    reasonForReplan: planned.reason,
    acceptanceChanged: false,
  };
}

type Standing = Pick<PlanItem, 'status' | 'evidence'>;

const PENDING: Standing = { status: 'pending', evidence: null };

function standingOfNode(graph: TaskGraph | null, id: string): Standing {
  const node = graph?.nodes.find((each) => each.id === id);
  switch (node?.state) {
    case 'passed':
      return { status: 'completed', evidence: node.result?.evidence[0] ?? null };
    case 'running':
    case 'verifying':
      return { status: 'in_progress', evidence: null };
    case 'cancelled':
      return { status: 'cancelled', evidence: null };
    default:
      return PENDING;
  }
}

/** A step that failed is over all the same (C5): it stays open for people, since nothing proves it. */
function standingOfStep(
  { outcomes }: NonNullable<TaskState['planned']>,
  id: string,
  first: string | undefined,
): Standing {
  const outcome = outcomes.find((each) => each.id === id);
  if (outcome?.ok) return { status: 'completed', evidence: outcome.evidence };
  return id === first && outcomes.length > 0 ? { status: 'in_progress', evidence: null } : PENDING;
}

/** A long task shows the part that cannot be undone, if it has one, and is named by its digest. */
function wordsOf({ task }: PlannerStep): string {
  const text = task.replaceAll(/\s+/g, ' ').trim();
  if (text.length <= LONGEST) return text || '(no words)';
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += STRIDE) parts.push(text.slice(at, at + LONGEST));
  const shown = parts.find(cannotBeUndone) ?? (parts[0] as string);
  return `${shown.toWellFormed()}… [${digestText(task).slice(0, 8)}]`;
}

const cannotBeUndone = (content: string): boolean =>
  irreversibleSteps({
    version: 1,
    contractVersion: 1,
    items: [{ id: 'E1', content, status: 'pending', evidence: null, parent: null }],
    reasonForReplan: null,
    acceptanceChanged: false,
  }).length > 0;
