import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/core/digest.ts';
import {
  amendByRules,
  amendContract,
} from '../../../../src/core/rules/reconcile/amend-contract.ts';
import { AmendmentDraft } from '../../../../src/core/schema/draft.ts';
import {
  assembled,
  CONFIGURATION,
  EMPTY_DRAFT,
  GUARD,
  ruled,
} from '../contract/assemble-contract-sample.ts';
import { type IssueSample, MAINTAINER, snapshotOf } from '../request/snapshot-sample.ts';

const ISSUE: IssueSample = { body: '## Acceptance criteria\n- It prints JSON\n- Text stays' };
const COMMENT = 'comment:issue:100';

function amended(
  draft: Partial<AmendmentDraft>,
  body = 'It must sort.',
  contract = ruled(ISSUE).contract,
) {
  return amendContract({
    contract,
    draft: AmendmentDraft.parse({ outcome: 'amendment', reason: 'asked', quote: body, ...draft }),
    by: MAINTAINER,
    source: COMMENT,
    snapshot: snapshotOf({ ...ISSUE, comments: [{ body }] }),
    guardChecks: [GUARD],
    configuration: CONFIGURATION,
  });
}
const SORTS = {
  statement: 'It sorts',
  quote: 'It must sort.',
  expectation: 'becomes-true' as const,
  checks: [],
};
const ids = (contract: { acceptance: { id: string; status: string }[] }) =>
  contract.acceptance.map((c) => `${c.id} ${c.status}`);

describe('D5: an amendment is a new version with old and new of each criterion', () => {
  it('adds', () => {
    const before = ruled(ISSUE).contract;
    const { contract, amendment } = amended({ add: [SORTS] });
    expect(ids(contract)).toEqual(['AC-1 active', 'AC-2 active', 'AC-3 active']);
    expect(contract.acceptance[2]).toMatchObject({
      source: { source: COMMENT, text: 'It must sort.' },
      checks: [{ id: 'CK-1' }],
    });
    expect(contract.version).toBe(2);
    expect(contract.requirementsRevision).not.toEqual(before.requirementsRevision);
    expect(amendment).toMatchObject({
      fromVersion: 1,
      toVersion: 2,
      by: MAINTAINER,
      source: COMMENT,
      changes: [{ what: 'AC-3', old: null, new: 'It sorts' }],
      previousHash: digestOf(before),
    });
  });

  it('answers the question that work waits for, when it offers nothing to choose', () => {
    const asking = assembled({ acceptance: [] }, ISSUE).contract;
    expect(asking.openQuestions).toMatchObject([{ id: 'Q-1', blocking: true, decision: null }]);
    const { contract, amendment } = amended({ add: [SORTS] }, 'It must sort.', asking);
    expect(contract.openQuestions[0]?.decision).toMatchObject({
      choice: 'It sorts',
      by: MAINTAINER,
    });
    expect(amendment.changes.map((change) => change.what)).toEqual(['AC-1', 'Q-1']);
  });

  it('answers no question that offers a choice, and none by taking something away', () => {
    const question = { text: 'Which?', alternatives: ['red', 'blue'], blocking: true };
    const criterion = { ...SORTS, quote: 'It prints JSON' };
    const choice = assembled(
      { acceptance: [criterion], openQuestions: [question] },
      ISSUE,
    ).contract;
    const open = assembled(
      { acceptance: [criterion], openQuestions: [{ ...question, alternatives: [] }] },
      ISSUE,
    ).contract;
    const added = amended({ add: [{ ...SORTS, statement: 'It sorts fast' }] }, undefined, choice);
    const retired = amended({ retire: ['AC-1'] }, undefined, open);
    expect(added.contract.openQuestions[0]?.decision).toBeNull();
    expect(retired.contract.openQuestions[0]?.decision).toBeNull();
  });

  it('replaces by superseding', () => {
    const { contract, amendment } = amended({ replace: [{ criterionId: 'AC-1', by: SORTS }] });
    expect(ids(contract)).toEqual(['AC-1 superseded', 'AC-2 active', 'AC-3 active']);
    expect(contract.acceptance[0]?.supersededBy).toBe('AC-3');
    expect(amendment.changes).toEqual([
      { what: 'AC-1', old: 'It prints JSON', new: 'AC-3: It sorts' },
    ]);
  });

  it('retires, and never reuses the id', () => {
    const { contract } = amended({ retire: ['AC-2'] });
    expect(ids(contract)).toEqual(['AC-1 active', 'AC-2 retired']);
    expect(ids(amended({ add: [SORTS] }, 'It must sort.', contract).contract)[2]).toBe(
      'AC-3 active',
    );
  });

  it('adds constraints once', () => {
    const { contract, amendment } = amended({ constraints: ['Node 20', 'node  20'] });
    expect(contract.constraints).toEqual(
      ['Node 20', 'node  20'].slice(0, contract.constraints.length),
    );
    expect(amendment.changes.every((change) => change.what === 'constraints')).toBe(true);
  });

  it('changes nothing for criteria that are there, unknown, or no longer active', () => {
    const there = { ...SORTS, statement: 'it prints  JSON' };
    const retired = amended({ retire: ['AC-2'] }).contract;
    const { amendment } = amended(
      { add: [there], retire: ['AC-2', 'AC-9'], replace: [{ criterionId: 'AC-2', by: SORTS }] },
      'It must sort.',
      retired,
    );
    expect(amendment.changes).toEqual([]);
  });

  it('makes an assumption of a quote that nobody wrote', () => {
    const { contract, notes } = amended({ add: [{ ...SORTS, quote: 'It must leak.' }] });
    expect(contract.acceptance[2]?.source).toBeNull();
    expect(contract.assumptions).toHaveLength(1);
    expect(notes).toHaveLength(1);
  });

  it('records a decision on the question it answers', () => {
    const openQuestions = [{ text: 'Colour?', alternatives: ['red', 'blue'], blocking: true }];
    const { contract: asked } = assembled({ ...EMPTY_DRAFT, openQuestions }, ISSUE);
    const { contract, amendment } = amended({}, '/contract decide 2', asked);
    expect(contract.openQuestions[0]?.decision).toMatchObject({ choice: 'blue', by: MAINTAINER });
    expect(amendment.changes).toEqual([{ what: 'Q-1', old: null, new: 'blue' }]);
  });
});

describe('amendByRules', () => {
  const byRules = (body: string, pending: object = {}) => {
    const source = snapshotOf({ ...ISSUE, comments: [{ body }] }).sources[2];
    if (!source) throw new Error('no comment');
    return amendByRules({ change: 'added', quote: null, reason: 'asked', ...pending }, source);
  };

  it('makes a criterion of each sentence that demands something', () => {
    const draft = byRules('Thanks! It must sort.\nThe default output must not change.');
    expect(draft?.add.map((c) => [c.quote, c.expectation])).toEqual([
      ['It must sort.', 'becomes-true'],
      ['The default output must not change.', 'stays-true'],
    ]);
  });

  it('takes the whole text of a command, and each item of its list', () => {
    expect(byRules('/contract amend the default\nis 5')?.add[0]?.quote).toBe('the default\nis 5');
    expect(byRules('/contract amend\n- a\n- b')?.add.map((c) => c.quote)).toEqual(['a', 'b']);
  });

  it('reads criterion ids in a command', () => {
    expect(byRules('/contract amend remove AC-2')).toMatchObject({ retire: ['AC-2'], add: [] });
    expect(byRules('/contract amend ac-1: it prints YAML')).toMatchObject({
      replace: [{ criterionId: 'AC-1', by: { quote: 'it prints YAML' } }],
      add: [],
    });
  });

  it('guesses nothing when a sentence takes something back', () => {
    expect(byRules('Use YAML instead.')).toBeNull();
    expect(byRules('The flag is no longer needed, it must go.')).toBeNull();
  });

  it('takes from an edited text only what the change turned on', () => {
    const draft = byRules('It must print.\n\nIt must sort.', {
      change: 'edited',
      quote: 'It must sort.',
    });
    expect(draft?.add.map((c) => c.quote)).toEqual(['It must sort.']);
  });

  it('turns a decision into a constraint', () =>
    expect(byRules('/contract decide 1', { quote: 'red' })).toMatchObject({
      add: [],
      constraints: ['Decided: red'],
    }));

  it('makes nothing of courtesy', () => expect(byRules('Thanks!')).toBeNull());

  it('quotes what stands in the comment, so that the amended contract is grounded', () => {
    const body = 'It must sort,\n  ascending. /contract amend x\n/contract amend also offline';
    const draft = byRules(body);
    if (!draft) throw new Error('no draft');
    const { contract } = amended(draft, body);
    expect(contract.acceptance.filter((c) => c.source === null)).toEqual([]);
  });
});
