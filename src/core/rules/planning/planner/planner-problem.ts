/** What is wrong with a planner's plan. */
export type PlannerProblemCode =
  | 'unreadable'
  | 'too-long'
  | 'too-many-steps'
  | 'duplicate-key'
  | 'malformed'
  | 'duplicate-id'
  | 'self-reference'
  | 'later-reference'
  | 'undeclared-reference'
  | 'cycle'
  | 'unknown-agent'
  | 'unknown-modifier'
  | 'odd-placeholder';

/** One problem, in words that help the planner to mend its plan. */
export interface PlannerProblem {
  code: PlannerProblemCode;
  /** Id of the step it is about; null for the plan as a whole. */
  step: string | null;
  message: string;
}
