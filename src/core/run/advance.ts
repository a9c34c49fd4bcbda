import { digestOf } from '../digest.ts';
import { mayDo } from '../rules/request/authority.ts';
import type { Event } from '../schema/event.ts';
import type { Handback, Outcome } from '../schema/handback.ts';
import { reviewApproval } from './approval.ts';
import type { Command } from './command.ts';
import { completionOf } from './completion-of.ts';
import { mustWithdraw, planHolds, planIsMissing, recordIsCurrent, verified } from './standing.ts';
import type { TaskState } from './state.ts';
import { touchedStopRule, unwatchedStopRules } from './stop-rules.ts';

type Rule = (state: TaskState, command: Command) => Event[];

/** What follows from the facts without doing anything: ends, requests and announcements. The first that applies wins. */
export function advance(state: TaskState, command: Command): Event[] {
  if (!state.run || mustWithdraw(state)) return [];
  for (const rule of RULES) {
    const events = rule(state, command);
    if (events.length > 0) return events;
  }
  return [];
}

const settle: Rule = (_, { observation: { pullRequest: pull } }) =>
  pull?.ours && pull.state !== 'open' ? [{ type: 'task-settled', how: pull.state }] : [];

const stopOnClose: Rule = (state, { observation }) =>
  observation.issue.state === 'closed' ? stopBecause(state, 'The issue was closed.') : [];

const stopOnRequest: Rule = (state) => (state.stop ? end('stopped', state.stop.reason) : []);

/** Ends the run, or first takes back a pull request that was opened and has no record yet: next() sees to it. */
function stopBecause(state: TaskState, reason: string): Event[] {
  const stopping: TaskState = { ...state, stop: { by: null, reason } };
  return mustWithdraw(stopping)
    ? [{ type: 'stop-requested', by: null, reason }]
    : end('stopped', reason);
}

/** Publish protocol, 1: the right that carries the run is asked again at every look, also right before publishing. */
const stopOnRevokedAuthority: Rule = (state, { observation, configuration }) => {
  const by = state.run?.by;
  if (!by || state.run?.trigger.kind === 'console') return [];
  const role = observation.roles[by.id] ?? 'none';
  return mayDo('start', by, role, configuration.allow)
    ? []
    : stopBecause(state, `${by.login} no longer has the right that this task was started with.`);
};

/**
 * Announced before it is posted, so that a crash in between cannot lead to a second comment. A notice that we posted
 * before there was a task is taken over: there is one comment of ours on an issue.
 */
const introduce: Rule = (state, { now, run, observation }) => {
  if (state.comment !== null) return [];
  const nonce = digestOf({ now, run, issue: observation.issue.number }).slice(0, 16);
  const notice = observation.commentMarker;
  return [
    { type: 'comment-intended', nonce },
    ...(notice ? [{ type: 'comment-posted' as const, id: notice.id, nonce }] : []),
  ];
};

/**
 * A commit we never announced is a person’s: it is respected, never overwritten. Before we announced anything, the
 * branch is somebody else’s altogether.
 */
const noticeForeignHead: Rule = (state, { observation }) => {
  const { head, name } = observation.branch;
  const { publish } = state;
  if (head === null || head === publish.written || head === publish.foreign) return [];
  if (publish.announced.includes(head)) return [];
  if (publish.written === null && publish.announced.length === 0)
    return end('handed-back', `The branch ${name} exists already and is not ours.`, {
      found: `The branch ${name} exists already and was not written by this task.`,
      blocked: 'delivering on that branch',
      alternatives: ['Delete or rename the branch, then /contract resume'],
      preserved: 'the branch is untouched',
      decision: `Whether ${name} may be removed.`,
    });
  return [{ type: 'head-moved', sha: head }];
};

const keepHolding: Rule = (state) =>
  state.hold && state.pending.length === 0
    ? end(state.hold.outcome, state.hold.reason, state.hold.handback)
    : [];

const askDecision: Rule = (state) => {
  const question = state.contract?.openQuestions.find((q) => q.blocking && q.decision === null);
  if (!question) return [];
  return end('handed-back', question.text, {
    found: question.text,
    blocked: 'any work: only a product decision answers it',
    alternatives: question.alternatives,
    preserved: 'the contract as drafted; nothing was changed',
    decision:
      question.alternatives.length > 0
        ? 'Choose with /contract decide <n>, or say it with /contract amend <text>.'
        : 'Say it with /contract amend <text>, or in the issue.',
  });
};

const askApproval: Rule = (state, { configuration }) => {
  const review = reviewApproval(state, configuration);
  if (review.handback) return end('handed-back', review.handback.found, review.handback);
  if (review.reasons.length === 0 || state.contractHash === null) return [];
  return [
    { type: 'approval-requested', contractHash: state.contractHash, reasons: review.reasons },
    ...end('awaiting-approval', review.reasons.join(' ')),
  ];
};

/** Someone asked to see what would be done: it is shown, and nothing is executed. */
const endPreview: Rule = (state, { configuration }) => {
  if (state.preview === null || planIsMissing(state)) return [];
  const { reasons } = reviewApproval(state, configuration);
  const ask =
    reasons.length > 0
      ? ` Before any work a person would have to approve: ${reasons.join(' ')}`
      : '';
  return end(
    'stopped',
    `The ${state.preview} was asked for and is shown; nothing was executed. \`/contract\` starts the work.${ask}`,
  );
};

/** A plan with a step that cannot be undone waits for a person’s word on that very plan (design §5). */
const askPlanApproval: Rule = (state) => {
  const waits = planHolds(state);
  if (!waits) return [];
  const steps = waits.steps.map(({ id, content, because }) => `${id}: ${content} (${because})`);
  return [
    { type: 'plan-approval-requested', planHash: waits.planHash, steps },
    ...end(
      'awaiting-approval',
      `The plan holds what cannot be undone: ${steps.join('; ')}. Approve it with \`/contract approve plan ${waits.planHash.slice(0, 12)}\`, or say \`/contract replan <reason>\`.`,
    ),
  ];
};

const obeyStopRules: Rule = (state) => {
  const touched = touchedStopRule(state);
  return touched ? end('handed-back', touched.found, touched) : [];
};

const giveUpRepairing: Rule = (state) => {
  const limit = state.contract?.budgets.repairs ?? 0;
  if (verified(state) || state.repairs <= limit) return [];
  return end('stuck', `${state.repairs} attempts, and the contract does not hold yet.`, {
    found: state.verification?.summary ?? 'The checks stay red.',
    blocked: 'completion of the contract',
    alternatives: [
      'Try again: /contract resume',
      'Change what must be true: /contract amend <text>',
    ],
    preserved:
      state.checkpoints.length > 0
        ? `the work is kept as checkpoint ${state.checkpoints.at(-1)?.id}`
        : 'the ledger keeps what was tried',
    decision: 'Whether the contract can be met as it stands.',
  });
};

/** Nothing else notices such a rule: verification ends by asking, never by passing over it (design §4). */
const askAboutStopRules: Rule = (state, { configuration }) => {
  if (!verified(state) || state.contractHash === null || isWritten(state)) return [];
  const reasons = unwatchedStopRules(state, configuration);
  if (reasons.length === 0) return [];
  return [
    { type: 'approval-requested', contractHash: state.contractHash, reasons },
    ...end(
      'awaiting-approval',
      `${reasons.join(' ')} The commit is verified and not pushed. If none was reached: \`/contract approve\`; else \`/contract stop\` or \`/contract amend <what must be true>\`.`,
    ),
  ];
};

const isWritten = ({ candidate, publish }: TaskState): boolean =>
  publish.written === candidate?.sha;

const giveUpPushing: Rule = (state, { observation: { branch } }) =>
  state.publish.refusals < MAXIMUM_REFUSALS
    ? []
    : end('handed-back', `The push to ${branch.name} was refused ${MAXIMUM_REFUSALS} times.`, {
        found: `The branch ${branch.name} stands at ${branch.head ?? 'nothing'}, and a push over ${state.publish.written ?? 'nothing'} is refused.`,
        blocked: 'delivering on that branch',
        alternatives: [
          'Restore or delete the branch, or lift its protection, then /contract resume',
        ],
        preserved: `the verified commit ${state.candidate?.sha ?? ''} is kept, not pushed`,
        decision: 'What the branch should stand at.',
      });

/** Publish protocol, 4 and 5: the commit is announced before it is pushed, over the last one we wrote or adopted. */
const announcePush: Rule = (state, { observation }) => {
  const { candidate, publish } = state;
  if (!verified(state) || !candidate || publish.intended || publish.foreign !== null) return [];
  if (publish.written === candidate.sha) return [];
  const lease = observation.branch.head === null ? null : publish.written;
  return [{ type: 'publish-intended', sha: candidate.sha, lease }];
};

const recordCompletion: Rule = (state, command) => {
  const { candidate, publish } = state;
  if (!verified(state) || !candidate || publish.written !== candidate.sha) return [];
  if (command.observation.branch.head !== candidate.sha || recordIsCurrent(state)) return [];
  const completion = completionOf(state, command);
  if ('gaps' in completion)
    return end('handed-back', completion.gaps.join(' '), {
      found: completion.gaps.join(' '),
      blocked: 'the completion record',
      alternatives: ['/contract verify', '/contract resume'],
      preserved: 'the pull request stays as it is, without a record',
      decision: 'Whether to verify again.',
    });
  const { statement } = completion;
  return [{ type: 'completion-recorded', statement, digest: digestOf(statement) }];
};

const deliver: Rule = (state, { observation }) => {
  const { candidate, publish } = state;
  const shown = publish.record !== null && publish.shown === publish.record.digest;
  const stands =
    observation.branch.head === candidate?.sha && verified(state) && recordIsCurrent(state);
  return shown && stands
    ? end('delivered', `Contract v${state.contract?.version} holds on ${candidate?.sha}.`)
    : [];
};

/** A refused push is looked at again; a remote that keeps refusing needs a person. */
const MAXIMUM_REFUSALS = 3;

const RULES: Rule[] = [
  settle,
  stopOnClose,
  stopOnRequest,
  stopOnRevokedAuthority,
  introduce,
  noticeForeignHead,
  keepHolding,
  ...[
    endPreview,
    askDecision,
    askApproval,
    askPlanApproval,
    obeyStopRules,
    giveUpRepairing,
    askAboutStopRules,
    giveUpPushing,
    announcePush,
    recordCompletion,
    deliver,
  ].map(onceReconciled),
];

/** Nothing is asked, announced or delivered while a changed source still waits for its amendment. */
function onceReconciled(rule: Rule): Rule {
  return (state, command) =>
    state.pending.length === 0 && state.contract ? rule(state, command) : [];
}

function end(outcome: Outcome, reason: string, handback: Handback | null = null): Event[] {
  return [{ type: 'run-ended', outcome, reason: reason.slice(0, 4000), handback }];
}
