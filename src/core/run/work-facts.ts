import { judgeChange, type UnmatchedEdits } from '../rules/planning/plan/quiet-abandonment.ts';
import { countFailure, type FailureCounts } from '../rules/planning/plan/repeated-failure.ts';
import type { EventOf } from '../schema/event.ts';
import type { Plan } from '../schema/plan.ts';

/**
 * What the work at hand has come to, as far as the ledger tells: a process that takes over counts on from here. Only the
 * work on the task as a whole counts; a part of a plan begins with nothing.
 */
export interface WorkFacts {
  /** Different files that were read. */
  read: readonly string[];
  failures: FailureCounts;
  /** Actions that failed too often, while nothing else was done since. */
  toReexamine: readonly string[];
  unmatchedEdits: UnmatchedEdits;
  /** What the agent was reminded of and still stands, by what it is about: told again, and not counted again. */
  reminded: readonly { key: string; message: string }[];
  /** Checkpoints with changes since a step was finished: what a step may be completed on. */
  sinceProgress: readonly string[];
}

export const NO_WORK_FACTS: WorkFacts = {
  read: [],
  failures: [],
  toReexamine: [],
  unmatchedEdits: 0,
  reminded: [],
  sinceProgress: [],
};

/** What a turn’s tool labels tell; checks are counted by their evidence. */
export function factsAfterTurn(
  facts: WorkFacts,
  { tools, part }: EventOf<'turn-taken'>,
): WorkFacts {
  if (part !== undefined) return facts;
  return tools.reduce((now, label) => {
    const { action, code } = readLabel(label);
    const [name = '', ...rest] = action.split(' ');
    const counted = isCounted(action) ? withAction(now, action, code !== null) : now;
    const path = rest.join(' ');
    return name === 'read_file' && code === null && !now.read.includes(path)
      ? { ...counted, read: [...now.read, path] }
      : counted;
  }, facts);
}

/** A tool’s label: `name what`, and the code of one that failed in brackets. */
export function readLabel(label: string): { action: string; code: string | null } {
  const [, action = label, code = null] = /^(.*) \(([a-z-]+)\)$/s.exec(label) ?? [];
  return { action, code };
}

/** Runs and checks are counted where they end, with more than their label says. */
export const isCounted = (action: string): boolean => !/^(?:run|check|done)\b/.test(action);

/** Evidence of the working stage: red is a failure of its check. */
export function factsAfterEvidence(
  facts: WorkFacts,
  { evidence }: EventOf<'evidence-recorded'>,
): WorkFacts {
  if (evidence.stage !== 'work') return facts;
  const { criterionId, result } = evidence;
  const now = withAction(facts, `check ${criterionId}`, result !== 'pass');
  if (result !== 'pass') return now;
  // What was said of it is settled: once red again, it is said anew.
  const settled = new Set(ABOUT_CHECKS.map((kind) => `${kind} ${criterionId}`));
  return { ...now, reminded: now.reminded.filter(({ key }) => !settled.has(key)) };
}

/** Reminders about a criterion: `kind AC-1` is their key. */
export const ABOUT_CHECKS = ['contradiction', 'new-subtask'] as const;

export function factsAfterReminder(
  facts: WorkFacts,
  { key, message }: EventOf<'reminded'>,
): WorkFacts {
  if (key === undefined) return facts;
  const others = facts.reminded.filter((each) => each.key !== key);
  return { ...facts, reminded: [...others, { key, message }] };
}

export function factsAfterCheckpoint(
  facts: WorkFacts,
  { checkpoint: { id, changed } }: EventOf<'checkpoint-recorded'>,
  plan: Plan | null,
): WorkFacts {
  if (changed.length === 0) return facts;
  return {
    ...facts,
    unmatchedEdits: judgeChange(plan, changed, facts.unmatchedEdits).unmatched,
    sinceProgress: [...facts.sinceProgress, id],
  };
}

/** An accepted plan answers what was held against the work; a finished step uses up the changes that did it. */
export function factsAfterPlan(facts: WorkFacts, progressed: boolean): WorkFacts {
  return {
    ...facts,
    unmatchedEdits: 0,
    toReexamine: [],
    // A plan for the contract in force is the answer to its having changed.
    reminded: facts.reminded.filter(({ key }) => !key.startsWith('requirements-changed')),
    sinceProgress: progressed ? [] : facts.sinceProgress,
  };
}

function withAction(facts: WorkFacts, action: string, failed: boolean): WorkFacts {
  const { counts, reexamine } = countFailure(facts.failures, action, failed);
  const others = facts.toReexamine.filter((each) => each === action && failed);
  return {
    ...facts,
    failures: counts,
    toReexamine: reexamine && !others.includes(action) ? [...others, action] : others,
  };
}
