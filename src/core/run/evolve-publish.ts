import type { Handlers } from './evolve-handlers.ts';
import { mergedAfterPush } from './evolve-planned.ts';
import { NO_WORK_FACTS } from './work-facts.ts';

/** Commits, their verification, and what people are shown of them. */
export const PUBLISH_HANDLERS: Handlers<
  | 'commit-created'
  | 'head-moved'
  | 'head-adopted'
  | 'verification-finished'
  | 'publish-intended'
  | 'branch-pushed'
  | 'push-refused'
  | 'pull-request-opened'
  | 'completion-recorded'
  | 'record-published'
  | 'delivery-withdrawn'
> = {
  'commit-created': (state, event) => ({
    candidate: {
      sha: event.sha,
      tree: event.tree,
      contractHash: event.contractHash,
      changedPaths: event.changedPaths,
      tamperSignals: event.tamperSignals,
      takenOver: state.candidate?.takenOver ?? [],
    },
    verification: null,
    lastWork: null,
    workFacts: NO_WORK_FACTS,
  }),
  'head-moved': (state, event) => ({ publish: { ...state.publish, foreign: event.sha } }),
  'head-adopted': (state, event) => ({
    candidate: {
      sha: event.sha,
      tree: event.tree,
      contractHash: state.contractHash ?? '',
      changedPaths: event.changedPaths,
      tamperSignals: [],
      takenOver: event.changedPaths,
    },
    verification: null,
    publish: { ...state.publish, written: event.sha, intended: null, foreign: null },
  }),
  'verification-finished': (state, event) => ({
    verification: event,
    repairs: event.passed || event.counts === false ? state.repairs : state.repairs + 1,
    publish: event.passed ? state.publish : { ...state.publish, intended: null },
  }),
  'publish-intended': (state, event) => ({
    publish: {
      ...state.publish,
      intended: { sha: event.sha, lease: event.lease },
      announced: [...state.publish.announced, event.sha],
    },
  }),
  'branch-pushed': (state, event) => ({
    merged: mergedAfterPush(state, event.sha),
    publish: { ...state.publish, written: event.sha, intended: null, refusals: 0 },
  }),
  'push-refused': (state, event) => ({
    publish: {
      ...state.publish,
      intended: null,
      // It is not on the remote: what stands there instead is not ours because we wanted it to be.
      announced: state.publish.announced.filter((sha) => sha !== event.sha),
      refusals: state.publish.refusals + 1,
    },
  }),
  'pull-request-opened': (state, event) => ({
    publish: { ...state.publish, pullRequest: event.number },
  }),
  'completion-recorded': (state, event) => ({
    publish: { ...state.publish, record: { statement: event.statement, digest: event.digest } },
  }),
  'record-published': (state, event) => ({
    publish: { ...state.publish, shown: event.digest, withdrawn: false },
  }),
  'delivery-withdrawn': (state) => ({
    publish: { ...state.publish, shown: null, withdrawn: true },
  }),
};
