import { describe, expect, it } from 'vitest';
import {
  buildCompletion,
  type CompletionFacts,
  criterionResults,
  judgeCompletion,
  keyName,
} from '../../../../src/core/rules/evidence/completion.ts';
import { CompletionStatement } from '../../../../src/core/schema/completion.ts';
import type { Evidence } from '../../../../src/core/schema/evidence.ts';
import {
  COMPLETION,
  CONTRACT,
  CONTRACT_HASH,
  EVIDENCE,
  evidence,
  HEAD,
  STATEMENT,
  TREE,
} from '../../render/example.ts';

const OTHER = 'e'.repeat(40);
const FACTS: CompletionFacts = {
  contract: CONTRACT,
  contractHash: CONTRACT_HASH,
  candidate: { sha: HEAD, tree: TREE },
  verificationSha: HEAD,
  evidence: EVIDENCE,
  keys: new Map(EVIDENCE.map((item) => [keyName(item.criterionId, item.checkId), item.key])),
  scopeReview: COMPLETION.scopeReview,
  unresolvedStopConditions: [],
  undisposed: [],
};

const replacing = (change: Partial<Evidence>): Partial<CompletionFacts> => ({
  evidence: EVIDENCE.map((item) => (item.checkId === 'CK-3' ? { ...item, ...change } : item)),
});
const observing = (change: Partial<Evidence['observation']>) =>
  replacing({ observation: { ...(EVIDENCE[1] as Evidence).observation, ...change } });
const gapsOf = (change: Partial<CompletionFacts>) => {
  const judgement = judgeCompletion({ ...FACTS, ...change });
  return judgement.complete
    ? []
    : judgement.gaps.map((gap) => [gap.criterionId ?? gap.invariant, gap.why]);
};

describe('judgeCompletion', () => {
  it('is complete when every active criterion is proved on the delivered commit', () => {
    expect(judgeCompletion(FACTS)).toEqual({ complete: true });
  });

  it.each<[string, Partial<CompletionFacts>, string, RegExp]>([
    ['D12 a check without evidence', { evidence: EVIDENCE.slice(0, 1) }, 'AC-3', /CK-3 has no/],
    ['a failed check', replacing({ result: 'fail' }), 'AC-3', /is fail/],
    ['stale evidence', replacing({ result: 'stale' }), 'AC-3', /is stale/],
    ['a pass whose observation failed', observing({ result: 'fail' }), 'AC-3', /observation/],
    ['the observation of another check', observing({ checkId: 'CK-1' }), 'AC-3', /instead/],
    ['a tree that changed meanwhile', observing({ treeChanged: true }), 'AC-3', /void/],
    ['D5 suspended evidence', { suspended: new Set(['EV-5']) }, 'AC-3', /suspended/],
    [
      'D5 another contract',
      replacing({ contractHash: 'a'.repeat(64) }),
      'AC-3',
      /another contract/,
    ],
    ['evidence of the work', replacing({ stage: 'work' }), 'AC-3', /clean checkout/],
    ['baseline evidence alone', replacing({ stage: 'baseline' }), 'AC-3', /no evidence/],
    ['a tree without a commit', replacing({ verifiedSha: null }), 'AC-3', /never committed/],
    [
      'D12 one tiny final change',
      { candidate: { sha: OTHER, tree: OTHER } },
      'AC-1',
      /evidence for/,
    ],
    ['a commit whose tree is another', replacing({ tree: OTHER }), 'AC-3', /another tree/],
    ['no verification', { verificationSha: null }, 'verified-is-delivered', /no verification/],
    [
      'a scope violation',
      { scopeReview: { ...COMPLETION.scopeReview, result: 'FAIL' } },
      'scope',
      /./,
    ],
    ['a stop rule', { unresolvedStopConditions: ['SR-1'] }, 'stop-rules', /SR-1/],
    ['F6 a comment without disposition', { undisposed: ['comment:issue:9'] }, 'comments', /:9 has/],
    [
      'an undecided question',
      {
        contract: {
          ...CONTRACT,
          openQuestions: [
            { id: 'Q-1', text: 'which?', alternatives: [], blocking: true, decision: null },
          ],
        },
      },
      'open-questions',
      /Q-1/,
    ],
    [
      'a contract without active criterion',
      { contract: { ...CONTRACT, acceptance: [] } },
      'every-criterion-has-evidence',
      /no active/,
    ],
    [
      'a criterion without check',
      {
        contract: {
          ...CONTRACT,
          acceptance: CONTRACT.acceptance.map((c) => ({ ...c, checks: [] })),
        },
      },
      'AC-1',
      /no check/,
    ],
  ])('refuses %s', (_name, change, about, why) => {
    expect(gapsOf(change)).toContainEqual([about, expect.stringMatching(why)]);
  });

  it('lets the last evidence for a check decide', () => {
    const red = evidence({ id: 'EV-7', checkId: 'CK-3', result: 'fail' });
    expect(gapsOf({ evidence: [...EVIDENCE, red] })).toHaveLength(1);
    expect(gapsOf({ evidence: [red, ...EVIDENCE] })).toHaveLength(0);
  });

  it('counts the tests a command check must execute', () => {
    const [first, ...rest] = CONTRACT.acceptance;
    const command = { ...first?.checks[0], kind: 'command', minimumTests: 2, expectedExit: 0 };
    const acceptance = [{ ...first, checks: [command] }, ...rest] as typeof CONTRACT.acceptance;
    expect(gapsOf({ contract: { ...CONTRACT, acceptance } })).toEqual([
      ['AC-1', 'EV-4 (CK-1) executed fewer than 2 tests'],
    ]);
  });

  describe('evidence of an earlier commit', () => {
    const carried = EVIDENCE.map((item) => ({
      ...item,
      verifiedSha: OTHER,
      tree: OTHER,
      reason: 'key unchanged',
    }));

    it('F1 counts while its key is unchanged', () => {
      expect(gapsOf({ evidence: carried, verificationSha: OTHER })).toEqual([]);
    });

    it('does not count when its key differs here', () => {
      const keys = new Map([...(FACTS.keys ?? []), ['AC-3 CK-3', 'a'.repeat(64)] as const]);
      expect(gapsOf({ evidence: carried, verificationSha: OTHER, keys })).toEqual([
        ['AC-3', expect.stringContaining('key differs')],
      ]);
    });

    it('needs a recorded reason where no key can be computed', () => {
      const silent = carried.map((item) => ({ ...item, reason: '' }));
      expect(gapsOf({ evidence: carried, keys: null })).toEqual([]);
      expect(gapsOf({ evidence: silent, keys: null })).toHaveLength(3);
    });

    it('does not make a verification of another commit count by itself', () => {
      const mixed = carried.map((item, index) =>
        index === 0 ? { ...item, validForSha: OTHER } : item,
      );
      expect(gapsOf({ evidence: mixed, verificationSha: OTHER })).toContainEqual([
        'verified-is-delivered',
        expect.stringContaining('would be delivered'),
      ]);
    });
  });
});

describe('buildCompletion', () => {
  it('D13 F7 records every field, from the quote to the log digest', () => {
    const statement = buildCompletion(FACTS, COMPLETION);
    expect(CompletionStatement.parse(statement)).toEqual(STATEMENT);
  });

  it('names what failed as FAIL', () => {
    const results = criterionResults({ ...FACTS, ...replacing({ result: 'fail' }) });
    expect(results.map((each) => [each.criterionId, each.result])).toEqual([
      ['AC-1', 'PASS'],
      ['AC-3', 'FAIL'],
    ]);
  });
});
