/** Why a plan write is refused. */
export type PlanRefusalCode =
  | 'malformed'
  | 'too-many-steps'
  | 'second-write'
  | 'duplicate-id'
  | 'id-moved'
  | 'unknown-parent'
  | 'too-deep'
  | 'open-substeps'
  | 'completed-dropped'
  | 'two-in-progress'
  | 'several-completed'
  | 'no-evidence'
  | 'unresolved'
  | 'evidence-used'
  | 'replan-needs-reason';

/** A refusal in words that help the model to mend the write. */
export interface PlanProblem {
  code: PlanRefusalCode;
  message: string;
}
