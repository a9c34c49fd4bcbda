import type { TaskView } from '../../../src/core/render/task-view.ts';
import { NO_CONVERSATION } from '../../../src/core/schema/conversation.ts';
import {
  AMENDMENT,
  CONTRACT,
  CONTRACT_HASH,
  DISPOSITIONS,
  EVIDENCE,
  evidence,
  HEAD,
  PLAN,
  STATEMENT,
} from './example.ts';

/** The example task in the middle of its work. */
export const WORKING: TaskView = {
  repositoryUrl: 'https://github.com/acme/users',
  taskId: CONTRACT.taskId,
  issue: 842,
  state: 'working',
  reason: '',
  contract: CONTRACT,
  contractHash: CONTRACT_HASH,
  drafter: 'rules',
  notes: ['2 zero-width characters were left out of comment 501'],
  answers: [],
  planApproval: null,
  approval: { needed: false, reasons: [], by: ['ana'] },
  mode: {
    mode: 'interleaved',
    asked: 'auto',
    reasons: ['3 criteria: three steps or more', 'complexity 3 by wording, 2 by reach'],
    scores: { wording: { score: 3, signals: { verbs: 3 } }, reach: { score: 2, signals: {} } },
    needsApproval: false,
  },
  reminders: { 'unmatched-edit': 2 },
  refusals: { 'read-cap': 1, 'no-evidence': 2 },
  sandbox: { asked: 'S3', reached: 'S3', mechanism: 'bubblewrap', network: 'none', probes: {} },
  plan: PLAN,
  planPreview: null,
  graph: null,
  nodes: [],
  graphNotes: [],
  amendments: [AMENDMENT],
  dispositions: DISPOSITIONS,
  evidence: [
    evidence({ id: 'EV-1', checkId: 'CK-1', stage: 'work', verifiedSha: null, validForSha: null }),
    evidence({ id: 'EV-2', checkId: 'CK-3', contractHash: 'a'.repeat(64), contractVersion: 1 }),
  ],
  handback: null,
  pullRequest: null,
  head: null,
  usage: { inputTokens: 52_000, cachedTokens: 42_120, outputTokens: 3100, usd: 0.421 },
  conversation: NO_CONVERSATION,
  turns: 14,
  ledgerTip: STATEMENT.predicate.ledgerTip,
};

export const DELIVERED: TaskView = {
  ...WORKING,
  state: 'delivered',
  plan: { ...PLAN, items: PLAN.items.map((item) => ({ ...item, status: 'completed' as const })) },
  evidence: EVIDENCE,
  pullRequest: 843,
  head: HEAD,
};

export const HANDED_BACK: TaskView = {
  ...WORKING,
  state: 'handed-back',
  handback: {
    found: 'User.to_dict() exposes `password_hash`; the text output does not show it.',
    blocked: 'AC-3: which fields the object holds is not said',
    alternatives: ['Only the fields of the text output', 'All fields but the password hash'],
    preserved: 'worktree wt-842 at checkpoint CP-3',
    decision: 'Which fields does the JSON hold?',
  },
};

export const DRAFTED: TaskView = {
  ...WORKING,
  state: 'awaiting-approval',
  approval: { needed: true, reasons: ['AC-3 has a command from a comment'], by: [] },
  mode: null,
  refusals: {},
  reminders: {},
  plan: null,
  amendments: [],
  evidence: [],
  dispositions: [],
  turns: 0,
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 },
};
