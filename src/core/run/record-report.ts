import type { Disposition } from '../schema/disposition.ts';
import type { Event } from '../schema/event.ts';
import type { Handback } from '../schema/handback.ts';
import type { Report } from './effect.ts';
import { planIsMissing } from './standing.ts';
import type { TaskState } from './state.ts';

/** The events an effect’s result amounts to. */
export function recordReport(state: TaskState, report: Report): Event[] {
  switch (report.type) {
    case 'commented':
      return state.comment?.id === null
        ? [{ type: 'comment-posted', id: report.id, nonce: report.nonce }]
        : [];
    case 'drafted': {
      const { contract, contractHash, drafter, notes } = report;
      return [{ type: 'contract-drafted', contract, contractHash, drafter, notes }];
    }
    case 'amended': {
      const { contract, contractHash, amendment } = report;
      return [{ type: 'contract-amended', contract, contractHash, amendment }];
    }
    case 'reclassified':
      return state.snapshot
        ? [
            {
              type: 'source-reconciled',
              dispositions: report.dispositions,
              snapshot: state.snapshot,
            },
          ]
        : [];
    case 'undecided': {
      const { disposition } = report;
      const handback = report.handback ?? askAbout(disposition);
      return [
        ...asHandback(state, disposition, handback),
        ...ended('handed-back', 'A comment needs a person’s decision.', handback),
      ];
    }
    case 'planned':
      return planIsMissing(state) ? ended('stopped', report.detail, null) : [];
    case 'prepared':
      return [report.environment, report.baseline];
    case 'worked':
      return [report.commit];
    case 'work-empty':
      return [
        {
          type: 'verification-finished',
          sha: report.sha ?? state.publish.written ?? state.contract?.baseSha ?? '',
          contractHash: state.contractHash ?? '',
          passed: false,
          summary: report.detail,
        },
      ];
    case 'commit-lost':
      return [
        {
          type: 'verification-finished',
          sha: report.sha,
          contractHash: state.contractHash ?? '',
          passed: false,
          summary: 'The commit died with the machine that made it, before it was pushed.',
          counts: false,
        },
      ];
    case 'work-interrupted':
      return [];
    case 'work-ended':
      return ended(report.outcome, report.reason, report.handback ?? null);
    case 'handed-back':
      return ended('handed-back', report.handback.found, report.handback);
    case 'verified':
      return [
        ...report.reinstated.map(
          (evidence): Event => ({ type: 'evidence-reinstated', evidence, reason: evidence.reason }),
        ),
        ...report.evidence.map((evidence): Event => ({ type: 'evidence-recorded', evidence })),
        report.finished,
      ];
    case 'adopted':
      return [report.head];
    case 'pushed':
      return [{ type: 'branch-pushed', sha: report.sha }];
    case 'push-refused': {
      const { sha, remoteHead, reason } = report;
      return [{ type: 'push-refused', sha, remoteHead, reason }];
    }
    case 'pull-request': {
      const { number, head, adopted } = report;
      return [{ type: 'pull-request-opened', number, head, adopted }];
    }
    case 'record-shown':
      return [{ type: 'record-published', digest: report.digest, head: report.head }];
    case 'record-refused':
      return [];
    case 'withdrawn':
      return [{ type: 'delivery-withdrawn', reason: report.reason }];
    case 'failed':
      return report.infrastructure
        ? ended('infra-failed', `${report.message} ${report.remedy}`, null)
        : ended('handed-back', report.message, {
            found: report.message,
            blocked: 'the task as a whole',
            alternatives: [
              `${report.remedy} Then: /contract resume`,
              'Leave the task as it is: /contract stop',
            ],
            preserved: 'everything up to here is in the ledger and the checkpoints',
            decision: report.remedy,
          });
  }
}

const ended = (
  outcome: 'over-budget' | 'stuck' | 'infra-failed' | 'handed-back' | 'stopped',
  reason: string,
  handback: Handback | null,
): Event[] => [{ type: 'run-ended', outcome, reason: reason.slice(0, 4000), handback }];

/** What was heard as an amendment and cannot be made into one is handed back: that is then its disposition. */
function asHandback(state: TaskState, disposition: Disposition, { found }: Handback): Event[] {
  if (disposition.outcome === 'handback' || !state.snapshot) return [];
  const dispositions = [
    { ...disposition, outcome: 'handback' as const, reason: found.slice(0, 1000).toWellFormed() },
  ];
  return [{ type: 'source-reconciled', dispositions, snapshot: state.snapshot }];
}

function askAbout(d: Disposition): Handback {
  return {
    found: `A text by ${d.author} was ${d.change} and it is not clear what it asks: ${d.reason}${d.quote ? ` (“${d.quote}”)` : ''}`,
    blocked: 'whether the contract in force is still what people want',
    alternatives: [
      'Go on with the contract as it is: /contract resume',
      'Change it: /contract amend <what must be true>',
    ],
    preserved: 'the worktree, its checkpoints and the evidence are kept',
    decision: 'Say which of the two holds.',
  };
}
