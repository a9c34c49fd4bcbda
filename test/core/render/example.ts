import { digestOf, digestText } from '../../../src/core/digest.ts';
import { Completion, type CompletionStatement } from '../../../src/core/schema/completion.ts';
import { type Amendment, Contract } from '../../../src/core/schema/contract.ts';
import { Disposition } from '../../../src/core/schema/disposition.ts';
import { Evidence } from '../../../src/core/schema/evidence.ts';
import { Plan } from '../../../src/core/schema/plan.ts';

/** The task that the tests of rendering, completion and audit share: `acme users list --json`, amended once. */
export const BASE = '8f2c'.padEnd(40, '0').slice(0, 37).concat('91a');
export const HEAD = '7ea1'.padEnd(37, '0').concat('0bc');
export const TREE = 'c0de'.padEnd(40, '0');
export const AT = '2026-03-01T10:00:00Z';
export const ANA = { id: 11, login: 'ana', kind: 'person' } as const;

const REVISION = {
  bodyHash: digestText('body'),
  lastCommentId: 502,
  setDigest: digestText('set'),
};

const pytest = (id: string, test: string, why: string) => ({
  kind: 'named-test',
  id,
  why,
  origin: 'discovered',
  argv: ['pytest', '-q', 'tests/cli/users_list.py'],
  test,
  inputs: ['src/**', 'tests/**'],
});

export const CONTRACT: Contract = Contract.parse({
  schemaVersion: 1,
  taskId: 'acme/users#842',
  version: 2,
  baseSha: BASE,
  integrationTarget: 'main',
  requirementsRevision: REVISION,
  goal: '`acme users list --json` emits a documented JSON representation',
  inScope: [
    { text: 'command parser and output serialization', globs: ['src/**'] },
    { text: 'CLI tests', globs: ['tests/cli/**'] },
    { text: 'flag documentation', globs: ['docs/**'] },
  ],
  outOfScope: [
    { text: 'changing the default text output', globs: [] },
    { text: 'upgrading dependencies without a demonstrated need', globs: ['pyproject.toml'] },
  ],
  constraints: ['The JSON holds no internal field'],
  acceptance: [
    {
      id: 'AC-1',
      statement: '`acme users list` preserves its existing behavior',
      source: { source: 'body', text: 'The text output must not change.' },
      expectation: 'stays-true',
      checks: [pytest('CK-1', 'test_text_output', 'compares the whole text output')],
      status: 'active',
    },
    {
      id: 'AC-2',
      statement: '`acme users list --json` emits a JSON array',
      source: { source: 'body', text: 'a JSON array of users' },
      expectation: 'becomes-true',
      checks: [pytest('CK-2', 'test_json', 'parses the output')],
      status: 'superseded',
      supersededBy: 'AC-3',
    },
    {
      id: 'AC-3',
      statement: '`acme users list --json` emits an object with the key `users`',
      source: { source: 'comment:issue:502', text: 'please wrap it in an object, key users' },
      expectation: 'becomes-true',
      checks: [
        pytest('CK-3', 'test_json_object', 'parses the output and looks at its key'),
        {
          kind: 'unchanged-paths',
          id: 'CK-4',
          why: 'the flag must not need a new dependency',
          origin: 'model',
          globs: ['pyproject.toml'],
        },
      ],
      status: 'active',
    },
  ],
  stopRules: [
    {
      id: 'SR-1',
      text: 'the public schema requires a product decision the contract does not resolve',
      detector: { kind: 'open-question' },
    },
  ],
  assumptions: ['Field names follow the text columns'],
  openQuestions: [],
  environment: {
    setup: [{ argv: ['pip', 'install', '-e', '.'], why: 'pyproject.toml' }],
    lockfiles: ['requirements.lock'],
    variables: { TZ: 'UTC' },
  },
  budgets: {},
});

export const CONTRACT_HASH = digestOf(CONTRACT);

export function evidence(change: Partial<Evidence> & { id: string; checkId: string }): Evidence {
  return Evidence.parse({
    criterionId: change.checkId === 'CK-1' ? 'AC-1' : 'AC-3',
    key: digestText(`key of ${change.checkId}`),
    result: 'pass',
    contractVersion: 2,
    contractHash: CONTRACT_HASH,
    stage: 'verify',
    tree: TREE,
    verifiedSha: HEAD,
    validForSha: HEAD,
    reason: 'ran here',
    observation: {
      checkId: change.checkId,
      result: 'pass',
      summary: '1 passed',
      exitCode: 0,
      testsExecuted: 1,
      durationMs: 420,
      logDigest: digestText('log'),
      logTail: '1 passed in 0.42s',
      toolchain: 'python 3.12.4',
      treeChanged: false,
    },
    at: AT,
    ...change,
  });
}

export const EVIDENCE: Evidence[] = [
  evidence({ id: 'EV-4', checkId: 'CK-1' }),
  evidence({ id: 'EV-5', checkId: 'CK-3' }),
  evidence({ id: 'EV-6', checkId: 'CK-4' }),
];

export const AMENDMENT: Amendment = {
  fromVersion: 1,
  toVersion: 2,
  by: ANA,
  source: 'comment:issue:502',
  reason: 'asks for an object instead of an array',
  changes: [
    {
      what: 'AC-2',
      old: '`acme users list --json` emits a JSON array',
      new: null,
    },
    {
      what: 'AC-3',
      old: null,
      new: '`acme users list --json` emits an object with the key `users`',
    },
  ],
  previousHash: digestText('contract v1'),
};

export const DISPOSITIONS: Disposition[] = [
  {
    source: 'comment:issue:501',
    change: 'added',
    contentHash: digestText('501'),
    author: 'guest',
    outcome: 'not-authorised',
    contractVersion: 1,
    reason: 'guest has read access; amending needs write',
    quote: 'could you also add XML? cc @everyone',
  },
  {
    source: 'comment:issue:502',
    change: 'added',
    contentHash: digestText('502'),
    author: 'ana',
    outcome: 'amendment',
    contractVersion: 2,
    reason: 'asks for an object instead of an array',
    quote: 'please wrap it in an object, key users',
  },
].map((disposition) => Disposition.parse(disposition));

export const PLAN: Plan = Plan.parse({
  version: 2,
  contractVersion: 2,
  reasonForReplan: 'the serializer exposes an internal field',
  items: [
    { id: 'P1', content: 'Add `--json` to the parser', status: 'completed', evidence: 'CP-3' },
    { id: 'P2', content: 'Write a public serializer', status: 'in_progress' },
    { id: 'P2.1', content: 'Leave internal fields out', status: 'completed', parent: 'P2' },
    { id: 'P3', content: 'Document the flag', status: 'pending' },
  ],
});

export const COMPLETION: Completion = Completion.parse({
  schemaVersion: 1,
  taskId: CONTRACT.taskId,
  repository: 'acme/users',
  requirementsSource: 'issue#842',
  requirementsRevision: REVISION,
  workedFromRevision: REVISION,
  contractVersion: 2,
  contractHash: CONTRACT_HASH,
  planVersion: 2,
  planSteps: PLAN.items.map(({ id, status }) => ({ id, status })),
  baseSha: BASE,
  integrationTarget: 'main',
  finalHeadSha: HEAD,
  finalTree: TREE,
  verificationHeadSha: HEAD,
  acceptance: CONTRACT.acceptance
    .filter((criterion) => criterion.status === 'active')
    .map((criterion) => ({
      criterionId: criterion.id,
      statement: criterion.statement,
      quote: criterion.source?.text ?? null,
      result: 'PASS',
      evidence: EVIDENCE.filter((item) => item.criterionId === criterion.id),
    })),
  scopeReview: {
    result: 'PASS',
    changedPaths: ['src/acme/cli.py', 'src/acme/serializer.py', 'tests/cli/users_list.py'],
    outOfScope: [],
  },
  tamperSignals: [],
  openAssumptions: CONTRACT.assumptions,
  amendments: [AMENDMENT],
  dispositions: DISPOSITIONS,
  unresolvedStopConditions: [],
  stopDecisions: [],
  checkpoints: [{ id: 'CP-3', tree: TREE, cause: 'edit src/acme/cli.py' }],
  workspaceId: 'wt-842',
  sandbox: null,
  environmentDigest: digestText('environment'),
  cleanupState: 'complete',
  harnessVersion: '0.1.0',
  run: 'run-1',
  ledgerTip: digestText('tip'),
  at: AT,
});

export const STATEMENT: CompletionStatement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'acme/users', digest: { gitCommit: HEAD, gitTree: TREE } }],
  predicateType: 'https://contractor.dev/completion/v1',
  predicate: COMPLETION,
};
