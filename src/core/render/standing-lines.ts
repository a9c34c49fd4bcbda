import { inline } from '../rules/text/neutralise.ts';
import type { PlanItem } from '../schema/plan.ts';
import type { TaskView } from './task-view.ts';

/** Where the work stands (B1, seeds/3): what is done and proved, what is being done, what is next, what blocks. */
export function standingLines(view: TaskView): string[] {
  const { plan } = view;
  const items = plan?.items ?? [];
  const done = items.filter((item) => item.status === 'completed');
  const phases = new Set(items.flatMap((item) => item.parent ?? []));
  const begun = items.filter((item) => item.status === 'in_progress');
  const leaves = begun.filter((item) => !phases.has(item.id));
  const doing = leaves.length > 0 ? leaves : begun;
  const next = items.find((item) => item.status === 'pending' && !phases.has(item.id));
  const blocks = blockers(view);
  return [
    ...(done.length > 0
      ? done.map(
          (item) =>
            `done: ${step(item)}${item.evidence ? `, proved by ${inline(item.evidence)}` : ''}`,
        )
      : [`done: ${plan === null ? 'there is no plan' : 'no step yet'}`]),
    `being done: ${doing.length > 0 ? doing.map(step).join('; ') : 'nothing'}`,
    `next: ${next ? step(next) : 'no step is open'}`,
    ...nodeLines(view),
    ...(blocks.length > 0 ? blocks : ['nothing']).map((each) => `blocked by: ${each}`),
  ];
}

const step = ({ id, content }: PlanItem): string => `${inline(id, 60)} ${inline(content, 300)}`;

/** More nodes than this are counted only. */
const MOST_NODES = 60;

/** Each node of the task graph with its state, and why it stands there. */
function nodeLines({ nodes }: TaskView): string[] {
  const shown = nodes.slice(0, MOST_NODES).map(({ id, purpose, state, attempts, why }) => {
    const attempt = attempts > 1 ? `, attempt ${attempts}` : '';
    const because = why === '' ? '' : ` (${inline(why, 300)})`;
    return `node ${inline(id, 60)}: ${state}${attempt}${because} — ${inline(purpose, 120)}`;
  });
  const more = nodes.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more nodes`] : shown;
}

function blockers({ approval, planApproval, contract, handback }: TaskView): string[] {
  return [
    ...(approval.needed ? ['the contract waits for approval'] : []),
    ...(planApproval ? ['the plan waits for approval'] : []),
    ...(contract?.openQuestions ?? []).flatMap((question) =>
      question.decision === null
        ? [`${question.id} is undecided: ${inline(question.text, 200)}`]
        : [],
    ),
    ...(handback ? [inline(handback.blocked, 300)] : []),
  ];
}
