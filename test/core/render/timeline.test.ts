import { expect, it } from 'vitest';
import { tellingOrder } from '../../../src/core/render/telling-order.ts';
import { describeEvent, timelineLine } from '../../../src/core/render/timeline.ts';
import { Event } from '../../../src/core/schema/event.ts';
import { entriesOf } from '../../support/given.ts';
import {
  AMENDMENT,
  ANA,
  AT,
  BASE,
  CONTRACT,
  CONTRACT_HASH,
  DISPOSITIONS,
  EVIDENCE,
  HEAD,
  PLAN,
  STATEMENT,
  TREE,
} from './example.ts';

const evidence = EVIDENCE[0];
const OUTSIDE_TEXT = {
  id: 'comment:issue:505',
  author: { ...ANA, id: 9, login: 'olaf' },
  editor: null,
  authority: 'read',
  adopted: true,
  contentHash: CONTRACT_HASH,
  editedAt: null,
  text: 'It must sort.',
  hidden: [],
};
const revision = CONTRACT.requirementsRevision;
const snapshot = { issue: 842, takenAt: AT, revision, sources: [] };
const digest = STATEMENT.predicate.contractHash;
const trigger = { kind: 'comment', sender: ANA, source: 'comment:issue:502', at: AT };
const sandbox = { asked: 'S3', reached: 'S1', mechanism: 'none', network: 'none', probes: {} };
const checkpoint = {
  id: 'CP-3',
  at: AT,
  contractVersion: 2,
  planVersion: 2,
  baseSha: BASE,
  headSha: HEAD,
  tree: TREE,
  workspaceId: 'wt',
  cause: 'edit src/cli.py',
  changed: ['src/cli.py'],
  completedNodes: [],
  openAssumptions: [],
  verification: [],
  exclusions: [{ path: 'x', kind: 'ignored', bytes: 1 }],
  liveProcesses: [],
  externalEffects: [],
  nextNode: null,
  sandbox,
};

/** One event of each type, and the sentence people read. */
const CASES: [object, string][] = [
  [
    { type: 'plan-armed', by: ANA, task: 'without new files', agent: 'agent' },
    'ana wants a plan before the next work: without new files',
  ],
  [
    {
      type: 'planner-planned',
      contractHash: digest,
      contractVersion: 1,
      start: 'b'.repeat(40),
      plan: { task_summary: '', steps: [{ id: 'E1', agent: 'coder', task: 'do it' }] },
      strategy: 'plan-and-execute',
      why: 'one step after the other',
      planner: 'anthropic/claude',
      warnings: [],
      reason: null,
      usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 },
    },
    'Planned by anthropic/claude: 1 step, plan-and-execute (one step after the other)',
  ],
  [
    { type: 'plan-unusable', contractHash: digest, warning: 'no steps', raw: 'hm' },
    'The planner’s plan cannot be used: no steps',
  ],
  [
    { type: 'step-solved', id: 'E1', ok: false, output: 'AC-1 is red', evidence: null },
    'Step E1 failed: AC-1 is red',
  ],
  [
    {
      type: 'graph-moved',
      change: { type: 'node-stale', id: 'D', keep: true, reason: 'C changed' },
      merged: null,
      output: null,
    },
    'Node D is stale: C changed',
  ],
  [
    {
      type: 'graph-moved',
      change: {
        type: 'node-passed',
        id: 'D',
        result: {
          evidence: ['EV-7'],
          inputsHash: digest,
          outputHash: digest,
          changed: ['a.js'],
          untouched: ['b.js'],
        },
      },
      merged: null,
      output: null,
    },
    'Node D passed: EV-7; it declared b.js and changed nothing of it',
  ],
  [
    {
      type: 'merged-moved',
      merged: { start: 'b'.repeat(40), tree: 'c'.repeat(40) },
      lost: false,
      reason: 'the branch has moved on',
    },
    'What the nodes came to now stands on bbbbbbb: the branch has moved on',
  ],
  [
    {
      type: 'mode-chosen',
      contractHash: digest,
      choice: {
        mode: 'reactive',
        asked: 'auto',
        reasons: ['a single step'],
        scores: { wording: { score: 1, signals: {} }, reach: { score: 0, signals: {} } },
        needsApproval: false,
      },
    },
    'Planning: reactive: a single step',
  ],
  [
    { type: 'reminded', about: 'unmatched-edit', message: 'a.js is step s2' },
    'Reminded the agent (unmatched edit): a.js is step s2',
  ],
  [
    { type: 'run-claimed', epoch: 1, trigger, by: ANA },
    'Run 1 takes the task, woken by comment, with the authority of ana',
  ],
  [{ type: 'comment-intended', nonce: '12345678' }, 'Is about to post the task’s comment'],
  [{ type: 'comment-posted', id: 7, nonce: '12345678' }, 'Posted the task’s comment (7)'],
  [
    { type: 'comment-lost', id: 7, how: 'edited', by: ANA },
    'The task’s comment (7) was edited by ana; it is put back',
  ],
  [
    { type: 'source-adopted', source: OUTSIDE_TEXT, by: ANA },
    'ana adopted what olaf wrote in comment 505, as it stood',
  ],
  [
    { type: 'preview-requested', by: ANA, depth: 'plan', task: null },
    'ana asks to see the plan only: nothing is executed',
  ],
  [
    { type: 'answer-given', topic: 'status', text: '', to: 'ana', source: 'comment:issue:506' },
    'Answered ana in the task’s comment: status',
  ],
  [
    { type: 'replan-requested', by: ANA, reason: 'wrong end', source: 'comment:issue:506' },
    'ana speaks against the plan: wrong end',
  ],
  [
    { type: 'verification-requested', by: ANA },
    'ana asks to verify again; earlier evidence is not carried over',
  ],
  [
    { type: 'plan-approval-requested', planHash: CONTRACT_HASH, steps: ['3: deploy (it deploys)'] },
    `Asks for approval of plan ${CONTRACT_HASH.slice(0, 7)}: 3: deploy (it deploys)`,
  ],
  [
    { type: 'plan-approved', planHash: CONTRACT_HASH, by: ANA },
    `ana approved plan ${CONTRACT_HASH.slice(0, 7)}`,
  ],
  [{ type: 'snapshot-taken', snapshot }, 'Read the request: 0 texts, body 230d835'],
  [
    { type: 'source-reconciled', dispositions: DISPOSITIONS.slice(1), snapshot },
    'ana’s added comment 502: amendment: asks for an object instead of an array',
  ],
  [{ type: 'source-reconciled', dispositions: [], snapshot }, 'Looked again: nothing changed'],
  [
    {
      type: 'contract-drafted',
      contract: CONTRACT,
      contractHash: CONTRACT_HASH,
      drafter: 'rules',
      notes: [],
    },
    `Drafted contract v2 (${CONTRACT_HASH.slice(0, 7)}) by rules: 3 criteria`,
  ],
  [
    {
      type: 'contract-amended',
      contract: CONTRACT,
      contractHash: CONTRACT_HASH,
      amendment: AMENDMENT,
    },
    'Contract v1 → v2 by ana: asks for an object instead of an array; all evidence suspended',
  ],
  [
    { type: 'approval-requested', contractHash: CONTRACT_HASH, reasons: ['a command'] },
    `Asks for approval of contract ${CONTRACT_HASH.slice(0, 7)}: a command`,
  ],
  [
    { type: 'contract-approved', contractHash: CONTRACT_HASH, by: ANA },
    `ana approved contract ${CONTRACT_HASH.slice(0, 7)}`,
  ],
  [{ type: 'question-decided', question: 'Q-1', choice: 'both', by: ANA }, 'ana decided Q-1: both'],
  [{ type: 'stop-requested', by: ANA, reason: '' }, 'Stop asked for by ana'],
  [{ type: 'resume-requested', by: null }, 'Resume asked for by the console'],
  [
    {
      type: 'environment-prepared',
      baseSha: BASE,
      contractHash: CONTRACT_HASH,
      digest,
      log: '',
      sandbox,
    },
    'Set up the repository on 8f2c000 in a sandbox of level S1 (asked for S3)',
  ],
  [
    {
      type: 'baseline-recorded',
      baseSha: BASE,
      contractHash: CONTRACT_HASH,
      verdicts: [{ criterionId: 'AC-3', checkId: 'CK-3', verdict: 'fail-to-pass', note: '' }],
      evidence: [],
    },
    'Baseline on 8f2c000: AC-3 fail-to-pass',
  ],
  [
    { type: 'plan-written', plan: PLAN, replan: true },
    'Replanned: plan v2, step 2 of 3: the serializer exposes an internal field',
  ],
  [
    { type: 'refused', what: 'plan-write', code: 'x', message: 'two in progress' },
    'Refused a plan write: two in progress',
  ],
  [
    {
      type: 'turn-taken',
      turn: 3,
      step: 'step 2 of 3',
      tools: ['edit src/cli.py'],
      usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 },
    },
    'Turn 3, step 2 of 3: edit src/cli.py',
  ],
  [
    {
      type: 'model-troubled',
      turn: 4,
      kind: 'rate-limited',
      retries: 2,
      passed: true,
      detail: 'waited out',
    },
    'The model’s provider: rate limited, tried again 2 times, got over: waited out',
  ],
  [
    {
      type: 'model-asked',
      purpose: 'review',
      model: 'openai/gpt-5',
      usage: { inputTokens: 9, cachedTokens: 0, outputTokens: 1, usd: 0 },
    },
    'Asked openai/gpt-5 to review: 9 tokens in, 1 out',
  ],
  [
    {
      type: 'context-compacted',
      turn: 9,
      reason: 'window',
      droppedTurns: 7,
      keptTurns: 1,
      tokensBefore: 161000,
      tokensAfter: 40000,
    },
    'Compacted the conversation (window): 7 turns in brief, 1 kept, about 161000 → 40000 tokens',
  ],
  [
    { type: 'checkpoint-recorded', checkpoint },
    'Checkpoint CP-3 after edit src/cli.py (1 file, 1 left out)',
  ],
  [
    {
      type: 'checkpoints-kept',
      kept: ['CP-1', 'CP-3'],
      refused: [{ id: 'CP-2', findings: ['github at key.txt:1'] }],
      dropped: [],
      failure: null,
    },
    'Pushed 2 checkpoints, up to CP-3; Did not push CP-2: github at key.txt:1',
  ],
  [
    {
      type: 'work-resumed',
      checkpoint: 'CP-1',
      tree: TREE,
      notUsed: [{ id: 'CP-3', reason: 'is on no machine that answers' }],
      stale: ['sandbox: S3 then, S1 now'],
      discardsEvidence: true,
    },
    'Goes on from CP-1 on a machine that did not have it: CP-3 is on no machine that answers; sandbox: S3 then, S1 now',
  ],
  [{ type: 'evidence-recorded', evidence }, 'EV-4: AC-1 pass on 7ea1000 (CK-1: 1 passed)'],
  [
    { type: 'evidence-reinstated', evidence, reason: 'key unchanged' },
    'EV-4 for AC-1 holds again: key unchanged',
  ],
  [
    {
      type: 'commit-created',
      sha: HEAD,
      tree: TREE,
      parent: BASE,
      contractHash: CONTRACT_HASH,
      changedPaths: ['a', 'b'],
      tamperSignals: ['test deleted'],
      secrets: [],
    },
    'Commit 7ea1000 with 2 files; 1 tamper signal: test deleted',
  ],
  [{ type: 'head-moved', sha: HEAD }, 'The branch stands at 7ea1000, a commit we never announced'],
  [
    {
      type: 'head-adopted',
      sha: HEAD,
      tree: TREE,
      changedPaths: ['a'],
      by: 'the commit that was noticed',
    },
    'Took over 7ea1000, the commit that was noticed (1 file); it is verified anew',
  ],
  [
    {
      type: 'verification-finished',
      sha: HEAD,
      contractHash: CONTRACT_HASH,
      passed: false,
      summary: 'AC-1 fails',
    },
    'Verification of 7ea1000 failed: AC-1 fails',
  ],
  [
    { type: 'publish-intended', sha: HEAD, lease: null },
    'Is about to push 7ea1000 as a new branch',
  ],
  [{ type: 'branch-pushed', sha: HEAD }, 'Pushed 7ea1000'],
  [
    { type: 'push-refused', sha: HEAD, remoteHead: BASE, reason: 'a person pushed' },
    'Push of 7ea1000 refused: the branch is at 8f2c000: a person pushed',
  ],
  [
    { type: 'pull-request-opened', number: 843, head: HEAD, adopted: false },
    'Opened pull request #843 at 7ea1000',
  ],
  [
    { type: 'completion-recorded', statement: STATEMENT, digest },
    'Complete: contract v2 holds on 7ea1000, verified on 7ea1000',
  ],
  [{ type: 'record-published', digest, head: HEAD }, 'Published the completion record for 7ea1000'],
  [
    { type: 'delivery-withdrawn', reason: 'comment 510 is newer' },
    'Withdrew the delivery: comment 510 is newer',
  ],
  [{ type: 'run-ended', outcome: 'delivered', reason: '', handback: null }, 'Ended delivered'],
  [{ type: 'task-settled', how: 'merged' }, 'Settled: merged'],
];

it.each(CASES.map(([event, sentence]) => [sentence, event] as const))('%s', (sentence, event) => {
  expect(describeEvent(Event.parse(event))).toBe(sentence);
});

it('C16 knows every type of event', () => {
  const shown = new Set(CASES.map(([event]) => (event as Event).type));
  const known = Event.options.map((option) => option.shape.type.value);
  expect(known.filter((type) => !shown.has(type))).toEqual([]);
});

it('is one harmless line with number and time', () => {
  const event: Event = {
    type: 'stop-requested',
    by: ANA,
    reason: 'a\n::error::x ##[error]y \u001b[31m',
  };
  const line = timelineLine({
    schemaVersion: 1,
    seq: 12,
    previous: null,
    at: AT,
    run: 'r',
    epoch: 1,
    event,
  });
  expect(line).toBe('#12  10:00:00  Stop asked for by ana: a ::error::x ##\u200b[error]y [31m');
});

const usage = { inputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, usd: 0 };
const turn = (number: number, part?: string) => ({
  type: 'turn-taken',
  turn: number,
  step: 'no plan',
  tools: [],
  usage,
  ...(part === undefined ? {} : { part }),
});
const saved = (id: string, workspaceId = 'issue-842') => ({
  type: 'checkpoint-recorded',
  checkpoint: { ...checkpoint, id, workspaceId },
});
const looked = { type: 'resume-requested', by: ANA };

it.each<[string, object[], string[]]>([
  [
    'its checkpoints',
    [saved('CP-1'), saved('CP-2'), turn(1), saved('CP-3'), turn(2)],
    ['1', 'CP-1', 'CP-2', '2', 'CP-3'],
  ],
  ['nothing that came before it', [looked, turn(1), turn(2)], ['looked', '1', '2']],
  ['nothing beyond a look at the issue', [saved('CP-1'), looked, turn(1)], ['CP-1', 'looked', '1']],
  [
    'only what its own node did',
    [saved('CP-1', 'w.node-A-1'), saved('CP-2', 'w.node-B-1'), turn(1, 'B'), turn(2, 'A')],
    ['CP-1', '1', 'CP-2', '2'],
  ],
])('tells of a turn before %s', (_, events, told) => {
  const entries = entriesOf(events.map((event) => Event.parse(event)));
  const names = tellingOrder(entries).map(({ event }) => {
    if (event.type === 'turn-taken') return String(event.turn);
    return event.type === 'checkpoint-recorded' ? event.checkpoint.id : 'looked';
  });
  expect(names).toEqual(told);
});

it('ends a turn of a killed run where that run ended', () => {
  const first = entriesOf([Event.parse(saved('CP-1'))]);
  const second = entriesOf([Event.parse(turn(1))], 'run-2');
  expect(tellingOrder([...first, ...second])).toEqual([...first, ...second]);
});
