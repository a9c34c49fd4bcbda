import type { Environment } from '../../schema/contract.ts';

export type SetupStep = Environment['setup'][number];

/** A command that proves something, before it gets its number. */
export interface FoundCheck {
  argv: string[];
  why: string;
  /** `test`: the suite that guards everything; the others only look at the sources. */
  purpose: 'test' | 'lint' | 'types';
  /** 1 where the runner’s report is known, so that "0 tests executed" fails; else 0. */
  minimumTests: 0 | 1;
}

/** What one kind of project in one directory says about itself. */
export interface Findings {
  setup: Omit<SetupStep, 'cwd' | 'timeoutSeconds'>[];
  /** File names relative to the directory. */
  lockfiles: string[];
  variables: Record<string, string>;
  checks: FoundCheck[];
  /** What could not be read, or what a person should know. */
  notes: string[];
}

export const NOTHING_FOUND: Findings = {
  setup: [],
  lockfiles: [],
  variables: {},
  checks: [],
  notes: [],
};
