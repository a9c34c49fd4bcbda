import type { Budget } from './node.ts';

/** One guard of the publish protocol (docs/publish-protocol.md), and how to take it out of the production code. */
export interface Guard {
  number: number;
  name: string;
  file: string;
  /** Must occur exactly once: a guard that was rewritten must be found again here. */
  from: string;
  to: string;
  /** The smallest surroundings in which its absence does harm. */
  budget: Partial<Budget>;
}

export const GUARDS: Guard[] = [
  {
    number: 1,
    name: 'the issue’s state is checked again before publishing',
    file: 'src/core/run/advance.ts',
    from: '  stopOnClose,\n',
    to: '',
    budget: { close: 1 },
  },
  {
    number: 1,
    name: 'the authority that carries the run is asked again before publishing',
    file: 'src/core/run/advance.ts',
    from: '  stopOnRevokedAuthority,\n',
    to: '',
    budget: { revoke: 1 },
  },
  {
    number: 2,
    name: 'an open pull request with our marker is adopted',
    file: 'src/app/effects/open-pull-request.ts',
    from: "  if (open?.ours) return { type: 'pull-request', number: open.number, head, adopted: true };\n",
    to: '',
    budget: { crash: 1 },
  },
  {
    number: 3,
    name: 'an older epoch cannot go on',
    file: 'src/core/run/judge-trigger.ts',
    from: "  if (!holdsEpoch(state, command)) return nothing('epoch-lost');\n",
    to: '',
    budget: { runs: 1, humanPush: 1 },
  },
  {
    number: 3,
    name: 'nothing is shown by a process that was taken over while it slept',
    file: 'src/app/perform.ts',
    from: '  if (OUTWARD.has(effect.type)) await holdTask(context);\n',
    to: '',
    budget: { runs: 1, amendment: 1 },
  },
  {
    number: 4,
    name: 'the intended commit is in the ledger before the push',
    file: 'src/core/run/evolve-publish.ts',
    from: 'announced: [...state.publish.announced, event.sha]',
    to: 'announced: state.publish.announced',
    budget: { crash: 1 },
  },
  {
    number: 5,
    name: 'the push is leased on what we wrote, not on what is there',
    file: 'src/app/effects/push.ts',
    from: '    lease,\n',
    to: '    lease: await ports.workspace.fetch(branchOf(settings, request.issue)),\n',
    budget: { amendment: 1, humanPush: 1 },
  },
  {
    number: 6,
    name: 'the record names the revision it was reconciled to',
    file: 'src/core/run/standing.ts',
    from: ' &&\n    digestOf(record.requirementsRevision) === digestOf(state.snapshot.revision)',
    to: '',
    budget: { suggestion: 1 },
  },
  {
    number: 7,
    name: 'the record is shown only on the head it describes',
    file: 'src/app/effects/publish-record.ts',
    from: 'expectedHead: head',
    to: "expectedHead: (await ports.workspace.fetch('contractor/issue-1')) ?? head",
    budget: { humanPush: 1 },
  },
  {
    number: 8,
    name: 'a push of a run that died is settled before anything new',
    file: 'src/core/run/reconcile.ts',
    from: '    ...settleIntent(state, command),\n',
    to: '',
    budget: { crash: 1, amendment: 1 },
  },
];
