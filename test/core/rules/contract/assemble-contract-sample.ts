import {
  type AssembleInput,
  assembleContract,
} from '../../../../src/core/rules/contract/assemble-contract.ts';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import type { Check } from '../../../../src/core/schema/check.ts';
import { Configuration } from '../../../../src/core/schema/configuration.ts';
import type { ContractDraft } from '../../../../src/core/schema/draft.ts';
import { type IssueSample, snapshotOf } from '../request/snapshot-sample.ts';

export const CONFIGURATION = Configuration.parse({});

/** The repository’s own check, as discovery finds it. */
export const GUARD: Check = {
  kind: 'command',
  id: 'CK-1',
  argv: ['npm', 'test'],
  cwd: '.',
  timeoutSeconds: 300,
  inputs: [],
  expectedExit: 0,
  minimumTests: 1,
  oracle: [],
  why: 'package.json has a test script',
  origin: 'discovered',
};

export const EMPTY_DRAFT: ContractDraft = {
  goal: 'Machine-readable output',
  inScope: [],
  outOfScope: [],
  constraints: [],
  acceptance: [],
  stopRules: [],
  assumptions: [],
  openQuestions: [],
};

/** A contract of that draft over a small issue. */
export function assembled(
  draft: Partial<ContractDraft>,
  issue: IssueSample = {},
  more: Partial<AssembleInput> = {},
) {
  return assembleContract({
    draft: { ...EMPTY_DRAFT, ...draft },
    drafter: 'model',
    snapshot: snapshotOf(issue),
    taskId: 'acme/tools#7',
    baseSha: 'a'.repeat(40),
    integrationTarget: 'main',
    environment: { setup: [], lockfiles: [], variables: {} },
    guardChecks: [GUARD],
    configuration: CONFIGURATION,
    ...more,
  });
}

/** The contract that rules alone make of an issue. */
export function ruled(issue: IssueSample, more: Partial<AssembleInput> = {}) {
  const snapshot = more.snapshot ?? snapshotOf(issue);
  const { draft } = draftContract(snapshot, [GUARD]);
  return assembled(draft, issue, { drafter: 'rules', snapshot, ...more });
}
