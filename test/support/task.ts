import { digestOf, digestText } from '../../src/core/digest.ts';
import { parseConfiguration } from '../../src/core/rules/configuration/configuration.ts';
import { takeSnapshot } from '../../src/core/rules/request/snapshot.ts';
import type { Actor } from '../../src/core/schema/actor.ts';
import type { Configuration } from '../../src/core/schema/configuration.ts';
import { Contract } from '../../src/core/schema/contract.ts';
import type { Event, EventOf } from '../../src/core/schema/event.ts';
import { Evidence } from '../../src/core/schema/evidence.ts';
import type { Observation, SeenComment, Trigger } from '../../src/core/schema/observation.ts';

/** The task of the decider’s tests: `greet` takes a name. Everything on it has one fixed value. */
export const MAYA: Actor = { id: 11, login: 'maya', kind: 'person' };
export const OLAF: Actor = { id: 12, login: 'olaf', kind: 'person' };
export const TRIA: Actor = { id: 13, login: 'tria', kind: 'person' };
export const BOT: Actor = { id: 41_898_282, login: 'github-actions[bot]', kind: 'app' };

export const sha = (name: string): string => digestText(name).slice(0, 40);
const BASE = sha('base');
/** The commit our work makes, and its tree. */
export const WORK = sha('work');
export const TREE = sha('tree of work');
/** A commit that a person pushed. */
export const THEIRS = sha('theirs');

const START = Date.parse('2026-05-04T10:00:00Z');
/** A moment, in minutes after the task began. */
export const minute = (n: number): string => new Date(START + n * 60_000).toISOString();

const QUOTE = 'It must greet people by name.';
export const BODY = `Our greeting is cold.\n\n${QUOTE}`;

export const NO_APPROVAL: Configuration = parseConfiguration('approval: never');

export function comment(id: number, by: Actor, body: string, change: Partial<SeenComment> = {}) {
  const seen: SeenComment = {
    id,
    place: 'issue',
    body,
    author: by,
    editor: null,
    editorKnown: true,
    editedAt: null,
    createdAt: minute(id),
    hidden: false,
    ...change,
  };
  return seen;
}

interface ObservationChange extends Omit<Partial<Observation>, 'issue'> {
  issue?: Partial<Observation['issue']>;
}

/** The issue as GitHub shows it; with nothing changed, as it was when the task began. */
export function observation(change: ObservationChange = {}): Observation {
  return {
    at: minute(30),
    repository: 'acme/greet',
    viewer: BOT,
    comments: [],
    roles: { [MAYA.id]: 'write', [OLAF.id]: 'read', [TRIA.id]: 'triage' },
    base: { branch: 'main', sha: BASE },
    branch: { name: 'contractor/issue-1', head: null },
    pullRequest: null,
    commentMarker: null,
    ...change,
    issue: {
      number: 1,
      kind: 'issue',
      state: 'open',
      locked: false,
      labels: ['contractor'],
      assignees: [],
      requests: [],
      related: [],
      title: 'Greet by name',
      titleEditor: null,
      text: { body: BODY, author: MAYA, editor: null, editorKnown: true, editedAt: null },
      ...change.issue,
    },
  };
}

export function trigger(kind: Trigger['kind'], sender: Actor | null = MAYA): Trigger {
  return { kind, sender, source: null, at: minute(0) };
}

export function snapshotOf(seen: Observation) {
  return takeSnapshot(seen, { ownComments: [100], adopted: 'title-and-body', allow: [] });
}

/** Version 1 of the contract: one criterion with one command, and a guard that must stay true. */
export function contract(change: Partial<Contract> = {}): Contract {
  const check = (id: string, test: string) => ({
    kind: 'command',
    id,
    why: 'it calls greet',
    origin: 'discovered',
    argv: ['node', '--test', test],
  });
  return Contract.parse({
    schemaVersion: 1,
    taskId: 'acme/greet#1',
    version: 1,
    baseSha: BASE,
    integrationTarget: 'main',
    requirementsRevision: snapshotOf(observation()).revision,
    goal: 'greet takes a name',
    inScope: [{ text: 'the greeting', globs: ['src/**'] }],
    outOfScope: [],
    constraints: [],
    acceptance: [
      {
        id: 'AC-1',
        statement: 'greet greets people by name',
        source: { source: 'body', text: QUOTE },
        expectation: 'becomes-true',
        checks: [check('CK-1', 'acceptance/greet.test.js')],
        status: 'active',
      },
      {
        id: 'AC-2',
        statement: 'the tests stay green',
        source: null,
        expectation: 'stays-true',
        checks: [check('CK-2', 'test/greet.test.js')],
        status: 'active',
        guard: true,
      },
    ],
    stopRules: [],
    assumptions: [],
    openQuestions: [],
    environment: { setup: [], lockfiles: [] },
    budgets: {},
    ...change,
  });
}

/** Evidence of one check; by default a pass on the very commit. */
export function evidence(id: number, change: Partial<Evidence> = {}): Evidence {
  const number = ((id - 1) % 2) + 1;
  return Evidence.parse({
    id: `EV-${id}`,
    criterionId: `AC-${number}`,
    checkId: `CK-${number}`,
    key: digestText(`key of CK-${number}`),
    result: 'pass',
    contractVersion: 1,
    contractHash: digestOf(contract()),
    stage: 'verify',
    tree: TREE,
    verifiedSha: WORK,
    validForSha: WORK,
    reason: 'ran on this commit',
    observation: {
      checkId: `CK-${number}`,
      result: 'pass',
      summary: '3 tests passed',
      exitCode: 0,
      testsExecuted: 3,
      durationMs: 20,
      logDigest: digestText('log'),
      logTail: 'ok',
      toolchain: 'node',
      treeChanged: false,
    },
    at: minute(5),
    ...change,
  });
}

const KEYS = {
  'AC-1 CK-1': digestText('key of CK-1'),
  'AC-2 CK-2': digestText('key of CK-2'),
};

/** The events of a task without a hitch, by what they stand for. Each begins where the one before ends. */
export const claimed = (epoch = 1, by: Actor | null = MAYA): EventOf<'run-claimed'> => ({
  type: 'run-claimed',
  epoch,
  trigger: trigger('labeled', by),
  by,
});

export const COMMENTED: Event[] = [
  { type: 'comment-intended', nonce: 'nonce-of-1' },
  { type: 'comment-posted', id: 100, nonce: 'nonce-of-1' },
];

export const SNAPSHOT: Event = { type: 'snapshot-taken', snapshot: snapshotOf(observation()) };

export const drafted = (version: Contract = contract()): EventOf<'contract-drafted'> => ({
  type: 'contract-drafted',
  contract: version,
  contractHash: digestOf(version),
  drafter: 'rules',
  notes: [],
});

export const amended = (
  version: Contract,
  source: string | null = 'comment:issue:7',
): EventOf<'contract-amended'> => ({
  type: 'contract-amended',
  contract: version,
  contractHash: digestOf(version),
  amendment: {
    fromVersion: version.version - 1,
    toVersion: version.version,
    by: MAYA,
    source,
    reason: 'asked for in a comment',
    changes: [{ what: 'AC-1', old: null, new: 'greet greets people by name' }],
    previousHash: digestOf(contract()),
  },
});

export const prepared = (version: Contract = contract()): Event[] => [
  {
    type: 'environment-prepared',
    baseSha: BASE,
    contractHash: digestOf(version),
    digest: digestText('environment'),
    log: '',
    sandbox: { asked: 'S3', reached: 'S3', mechanism: 'bubblewrap', network: 'none', probes: {} },
  },
  {
    type: 'baseline-recorded',
    baseSha: BASE,
    contractHash: digestOf(version),
    verdicts: [
      { criterionId: 'AC-1', checkId: 'CK-1', verdict: 'fail-to-pass', note: '' },
      { criterionId: 'AC-2', checkId: 'CK-2', verdict: 'pass-to-pass', note: '' },
    ],
    evidence: [],
  },
];

export const committed = (
  change: Partial<EventOf<'commit-created'>> = {},
): EventOf<'commit-created'> => ({
  type: 'commit-created',
  sha: WORK,
  tree: TREE,
  parent: BASE,
  contractHash: digestOf(contract()),
  changedPaths: ['src/greet.js'],
  tamperSignals: [],
  secrets: [],
  ...change,
});

export const finished = (
  change: Partial<EventOf<'verification-finished'>> = {},
): EventOf<'verification-finished'> => ({
  type: 'verification-finished',
  sha: WORK,
  contractHash: digestOf(contract()),
  passed: true,
  summary: '2 checks pass',
  keys: KEYS,
  ...change,
});

export const VERIFIED: Event[] = [
  { type: 'evidence-recorded', evidence: evidence(1) },
  { type: 'evidence-recorded', evidence: evidence(2) },
  finished(),
];

export const INTENDED: Event = { type: 'publish-intended', sha: WORK, lease: null };
export const PUSHED: Event = { type: 'branch-pushed', sha: WORK };
export const OPENED: Event = {
  type: 'pull-request-opened',
  number: 2,
  head: WORK,
  adopted: false,
};

/** Up to the contract; up to the baseline; up to a commit; verified; pushed. */
export const UP_TO_CONTRACT: Event[] = [claimed(), ...COMMENTED, SNAPSHOT, drafted()];
export const UP_TO_WORK: Event[] = [...UP_TO_CONTRACT, ...prepared()];
export const UP_TO_COMMIT: Event[] = [...UP_TO_WORK, committed()];
export const UP_TO_VERIFIED: Event[] = [...UP_TO_COMMIT, ...VERIFIED];
export const UP_TO_PUSHED: Event[] = [...UP_TO_VERIFIED, INTENDED, PUSHED];

/** GitHub after our push. */
export const PUSHED_BRANCH = { branch: { name: 'contractor/issue-1', head: WORK } };
