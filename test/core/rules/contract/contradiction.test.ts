import { describe, expect, it } from 'vitest';
import { contradict } from '../../../../src/core/rules/contract/contradiction.ts';
import { amendContract } from '../../../../src/core/rules/reconcile/amend-contract.ts';
import { conflictOf } from '../../../../src/core/rules/reconcile/amend-contract-conflict.ts';
import { AmendmentDraft } from '../../../../src/core/schema/draft.ts';
import {
  comment,
  contract,
  MAYA,
  NO_APPROVAL,
  observation,
  snapshotOf,
} from '../../../support/task.ts';

describe('contradict', () => {
  it.each([
    ['The link must be valid for 30 minutes.', 'The link must be valid for 60 minutes.'],
    ['It must print colours.', 'It must not print colours.'],
    ['Colours are enabled by default.', 'Colours should be disabled by default.'],
    ['It must accept unknown keys.', 'It must reject unknown keys'],
    ['The flag is called `--json`.', 'The flag must be called `--format`.'],
    ['Sort ascending.', 'Sort descending, please.'],
  ])('%s / %s', (a, b) => {
    expect(contradict(a, b)).toBe(true);
    expect(contradict(b, a)).toBe(true);
    expect(contradict(a, a)).toBe(false);
  });

  it.each([
    ['It must print colours.', 'It must print names.'],
    ['The link must be valid for 30 minutes.', 'The session must be valid for 60 minutes.'],
    ['Show the name.', 'Show the name and the age.'],
    ['5', '7'],
    ['', ''],
    ['It must not print colours.', 'It must never print colours.'],
  ])('agree, or speak of something else: %s / %s', (a, b) => expect(contradict(a, b)).toBe(false));
});

describe('two amendments', () => {
  const words = [
    'The link must be valid for 30 minutes.',
    'The link must be valid for 60 minutes.',
  ];
  const snapshot = snapshotOf(
    observation({ comments: words.map((body, n) => comment(7 + n, MAYA, body)) }),
  );
  const amend = (before: ReturnType<typeof contract>, n: number) =>
    amendContract({
      contract: before,
      draft: AmendmentDraft.parse({
        outcome: 'amendment',
        reason: 'asked for',
        quote: words[n],
        add: [{ statement: words[n], quote: words[n], expectation: 'becomes-true', checks: [] }],
      }),
      by: MAYA,
      source: `comment:issue:${7 + n}`,
      snapshot,
      guardChecks: [],
      configuration: NO_APPROVAL,
    });

  it('that cannot both hold are handed back, both quoted, with a way to choose either', () => {
    const first = amend(contract(), 0);
    const second = amend(first.contract, 1);
    const handback = conflictOf(first.contract, second.contract, [first.amendment]);
    expect(handback?.found).toContain(words[0]);
    expect(handback?.found).toContain(words[1]);
    expect(handback?.alternatives).toHaveLength(2);
    expect(handback?.alternatives[1]).toContain(`: ${words[1]}`);
  });

  it('a first amendment may go against the issue: that is what it is for', () => {
    const only = amend(contract(), 0);
    expect(conflictOf(contract(), only.contract, [])).toBeNull();
  });
});
