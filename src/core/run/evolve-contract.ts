import type { Disposition } from '../schema/disposition.ts';
import { EVERY_CONTRACT } from './approval.ts';
import type { Handlers } from './evolve-handlers.ts';
import type { TaskState } from './state.ts';
import { NO_WORK_FACTS } from './work-facts.ts';

/** The contract, who agreed to it, and the base it was measured on. */
export const CONTRACT_HANDLERS: Handlers<
  | 'contract-drafted'
  | 'contract-amended'
  | 'approval-requested'
  | 'contract-approved'
  | 'plan-approval-requested'
  | 'plan-approved'
  | 'environment-prepared'
  | 'baseline-recorded'
> = {
  'contract-drafted': (_, event, entry) => ({
    ...CONTRACT_CHANGED,
    contractSince: entry.at,
    contract: event.contract,
    contractHash: event.contractHash,
    drafter: event.drafter,
    notes: event.notes,
  }),
  'contract-amended': (state, event, entry) => {
    const settledBy = (d: Disposition) => d.source === event.amendment.source;
    const toVersion = (d: Disposition): Disposition =>
      settledBy(d) && d.outcome === 'amendment'
        ? { ...d, contractVersion: event.contract.version }
        : d;
    return {
      ...CONTRACT_CHANGED,
      contractSince: entry.at,
      contract: event.contract,
      contractHash: event.contractHash,
      amendments: [...state.amendments, event.amendment],
      pending: state.pending.filter((d) => !settledBy(d)),
      publish: { ...state.publish, intended: null },
      dispositions: state.dispositions.map(toVersion),
    };
  },
  'approval-requested': (state, event) => ({
    approval: { ...state.approval, requested: event.contractHash, reasons: event.reasons },
  }),
  'contract-approved': (state, event) => ({
    hold: null,
    approval: {
      requested: null,
      reasons: [],
      approved: [...state.approval.approved, event.contractHash],
      approvedBaseline:
        state.baseline === null
          ? state.approval.approvedBaseline
          : [...state.approval.approvedBaseline, event.contractHash],
      accepted: [
        ...state.approval.accepted,
        ...state.approval.reasons.filter((reason) => reason !== EVERY_CONTRACT),
      ],
      by: [...state.approval.by, { contractHash: event.contractHash, login: event.by.login }],
    },
  }),
  'plan-approval-requested': (state, event) => ({
    planApproval: { ...state.planApproval, requested: event.planHash, steps: event.steps },
  }),
  'plan-approved': (state, event) => ({
    hold: null,
    planApproval: {
      requested: null,
      steps: [],
      approved: [
        ...state.planApproval.approved,
        { planHash: event.planHash, login: event.by.login },
      ],
    },
  }),
  'environment-prepared': (_, event) => ({
    environment: { baseSha: event.baseSha, digest: event.digest, sandbox: event.sandbox },
  }),
  'baseline-recorded': (state, event) => ({
    baseline: event,
    evidence: [...state.evidence, ...event.evidence],
  }),
};

/** A new contract: what was verified, planned or committed under the old one proves nothing by itself. */
const CONTRACT_CHANGED: Partial<TaskState> = {
  baseline: null,
  verification: null,
  hold: null,
  repairs: 0,
  lastWork: null,
  workFacts: NO_WORK_FACTS,
};
