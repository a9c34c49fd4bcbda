import { expect, it } from 'vitest';
import { fold } from '../../../src/core/run/evolve.ts';
import type { Event } from '../../../src/core/schema/event.ts';
import { entriesOf } from '../../support/given.ts';
import { amended, committed, contract, evidence, MAYA, UP_TO_WORK } from '../../support/task.ts';

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, usd: 0 };
const turn = (tools: string[], part?: string): Event => ({
  type: 'turn-taken',
  turn: 1,
  step: 'no plan',
  tools,
  usage,
  ...(part === undefined ? {} : { part }),
});
const red: Event = {
  type: 'evidence-recorded',
  evidence: evidence(1, { criterionId: 'AC-1', result: 'fail', stage: 'work' }),
};
const green: Event = {
  type: 'evidence-recorded',
  evidence: evidence(2, { criterionId: 'AC-1', result: 'pass', stage: 'work' }),
};
const reminded: Event = {
  type: 'reminded',
  about: 'contradiction',
  message: 'AC-1 is red now',
  key: 'contradiction AC-1',
};
const missed = 'edit_file src/a.ts (not-found)';
const facts = (...events: Event[]) => fold(entriesOf([...UP_TO_WORK, ...events])).workFacts;

it.each<[string, Event[], object]>([
  [
    'files that were read',
    [turn(['read_file a.ts', 'read_file a.ts', 'read_file b.ts (read-cap)'])],
    { read: ['a.ts'] },
  ],
  [
    'a failing tool',
    [turn([missed]), turn([missed])],
    { failures: [{ action: 'edit_file src/a.ts', times: 2 }] },
  ],
  [
    'the third time, which has to be looked at anew',
    [turn([missed]), turn([missed]), turn([missed])],
    { toReexamine: ['edit_file src/a.ts'] },
  ],
  [
    '… until something else was done',
    [turn([missed, missed, missed]), turn(['list_files .'])],
    { toReexamine: [] },
  ],
  [
    '… also by the same, done at last',
    [turn([missed, missed, missed]), turn(['edit_file src/a.ts'])],
    { toReexamine: [] },
  ],
  [
    '… or by another that failed',
    [turn([missed, missed, missed]), turn(['edit_file src/b.ts (not-found)'])],
    { toReexamine: [] },
  ],
  ['a success', [turn([missed]), turn(['edit_file src/a.ts'])], { failures: [] }],
  ['a red check', [red, red], { failures: [{ action: 'check AC-1', times: 2 }] }],
  ['a green one', [red, green], { failures: [] }],
  ['what the agent was reminded of', [reminded], { reminded: [{ key: 'contradiction AC-1' }] }],
  ['… until the check is green', [reminded, green], { reminded: [] }],
  ['a part of a plan counts for itself', [turn([missed], 'E1')], { failures: [], read: [] }],
  [
    'a new contract begins anew',
    [turn([missed]), amended(contract({ version: 2 }))],
    { failures: [], read: [] },
  ],
  ['a commit begins anew', [turn([missed]), committed()], { failures: [] }],
  [
    'a person’s word to go on',
    [turn([missed]), { type: 'resume-requested', by: MAYA }],
    { failures: [] },
  ],
])('survives a crash: %s', (_, events, expected) => {
  expect(facts(...events)).toMatchObject(expected);
});
