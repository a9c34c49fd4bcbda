import type { ModeChoice, PlanFirst, PlanningMode } from '../../../schema/mode-choice.ts';
import { irreversibleOperations } from '../../irreversible/irreversible-operations.ts';
import { reachComplexity, wordingComplexity } from './complexity.ts';
import type { ModeFacts } from './mode-facts.ts';
import { forcedReasons, freelanceReason, shortValidity } from './mode-reasons.ts';

/** What people chose. The first that is set counts: command, label, configuration. */
export interface ModeWishes {
  /** `/contract plan …` was written, or armed. */
  command: boolean;
  label: PlanningMode | null;
  configuration: PlanningMode | 'auto';
  planFirst: PlanFirst;
}

/**
 * Chooses how a task is planned, by how long a plan would stay valid (A9 to A11, C7). A choice of task-graph is settled by
 * settleStrategy once the plan stands: the graph is not forced on serial work.
 */
export function chooseMode(facts: ModeFacts, wishes: ModeWishes): Omit<ModeChoice, 'asked'> {
  const wording = wordingComplexity(facts.task);
  const reach = reachComplexity(facts.task, facts);
  const irreversible = irreversibleOperations(facts.task).map(({ words }) => words);
  const { mode, reasons } = pick(facts, wishes, Math.max(wording.score, reach.score), irreversible);
  const raised = mode === 'reactive' && irreversible.length > 0;
  return {
    mode: raised ? 'interleaved' : mode,
    reasons: [
      ...reasons,
      ...(raised ? ['without a plan nobody could approve what cannot be taken back'] : []),
      `complexity ${wording.score} by wording, ${reach.score} by reach`,
    ],
    scores: { wording, reach },
    needsApproval: irreversible.length > 0,
  };
}

interface Picked {
  mode: PlanningMode;
  reasons: string[];
}

function pick(
  facts: ModeFacts,
  wishes: ModeWishes,
  score: number,
  irreversible: readonly string[],
): Picked {
  const { planFirst } = wishes;
  const off = planFirst.mode === 'off';
  if (wishes.command && !off)
    return { mode: 'plan-and-execute', reasons: ['a plan was asked for by command'] };
  const wish = wishes.label ?? (wishes.configuration === 'auto' ? null : wishes.configuration);
  if (wish !== null) return forced(wish, wishes.label !== null ? 'label' : 'configuration', off);
  const unheard = wishes.command ? ['the command plans nothing: planning first is off'] : [];
  const choice = auto(facts, planFirst, score, irreversible);
  return { ...choice, reasons: [...unheard, ...choice.reasons] };
}

function forced(wish: PlanningMode, by: string, off: boolean): Picked {
  const plansFirst = wish === 'plan-and-execute' || wish === 'task-graph';
  return plansFirst && off
    ? { mode: 'interleaved', reasons: [`${by} asks for ${wish}, but planning first is off`] }
    : { mode: wish, reasons: [`${by} asks for ${wish}`] };
}

function auto(
  facts: ModeFacts,
  planFirst: PlanFirst,
  score: number,
  irreversible: readonly string[],
): Picked {
  const ahead: PlanningMode =
    planFirst.strategy === 'taskgraph' ? 'task-graph' : 'plan-and-execute';
  if (planFirst.mode === 'always') return { mode: ahead, reasons: ['planning first is always on'] };
  const short = shortValidity(facts);
  const why = forcedReasons(facts, irreversible);
  const complex = score >= planFirst.threshold;
  if (!complex && why.length === 0) return { mode: 'reactive', reasons: [freelanceReason(facts)] };
  if (short !== null && irreversible.length === 0)
    return facts.readOnly
      ? { mode: 'reactive', reasons: [short] }
      : { mode: 'interleaved', reasons: [...why, short] };
  if (planFirst.mode === 'off')
    return { mode: 'interleaved', reasons: [...why, 'planning first is off'] };
  if (complex)
    return { mode: ahead, reasons: [...why, `complexity reaches ${planFirst.threshold}`] };
  return irreversible.length > 0 || facts.handOver
    ? { mode: 'plan-and-execute', reasons: why }
    : { mode: 'interleaved', reasons: why };
}
