import { describe, expect, it } from 'vitest';
import {
  classifyChange,
  strongestOf,
} from '../../../../src/core/rules/reconcile/classify-change.ts';
import { acceptsProposal } from '../../../../src/core/rules/reconcile/classify-change-proposal.ts';
import { changesBetween } from '../../../../src/core/rules/request/revision.ts';
import { AmendmentDraft } from '../../../../src/core/schema/draft.ts';
import type { Snapshot } from '../../../../src/core/schema/snapshot.ts';
import { ruled } from '../contract/assemble-contract-sample.ts';
import { type IssueSample, OUTSIDER, snapshotOf } from '../request/snapshot-sample.ts';

const ISSUE: IssueSample = {
  body: 'Some context.\n\n## Acceptance criteria\n- [ ] It prints JSON\n- [ ] Text stays\n\n## Out of scope\n- the API',
};

/** What the one change between two states of the issue leads to. */
function classify(before: IssueSample, after: IssueSample, from: Snapshot = snapshotOf(before)) {
  const to = snapshotOf(after);
  const [change, ...more] = changesBetween(from, to);
  if (!change || more.length > 0) throw new Error('give exactly one change');
  const source = (snapshot: Snapshot) =>
    snapshot.sources.find((s) => s.id === change.source) ?? null;
  const is = source(to);
  return classifyChange({
    change,
    before: source(from),
    after: is,
    contract: ruled(before, { snapshot: from }).contract,
    mayAmend: is !== null && ['write', 'maintain', 'admin'].includes(is.authority),
  });
}
const comment = (body: string) => classify(ISSUE, { ...ISSUE, comments: [{ body }] });
const edit = (body: string) => classify(ISSUE, { ...ISSUE, body });

it.each([
  ['It must print this:\n```\n{}\n```', 'handback'],
  ['Please use tabs. It prints now:\n```\n{}\n```', 'amendment'],
  ['It must print JSON: one object a line.', 'amendment'],
])('what a block of code asks for is no criterion of its own: %j', (body, outcome) =>
  expect(comment(body).outcome).toBe(outcome),
);

describe('a suggestion block says how, not what', () => {
  const block = (code: string) => `\`\`\`suggestion\n${code}\n\`\`\``;
  it.each([
    [block('return 1;'), 'plan-invalidated', 'return 1;'],
    [`Please use this:\n\n${block('return 1;')}`, 'plan-invalidated', 'return 1;'],
    [`Nit:\n${block('a')}\n\n${block('b')}`, 'plan-invalidated', 'a\nb'],
    [`~~~suggestion:-0+1\nreturn 1;\n~~~`, 'plan-invalidated', 'return 1;'],
    [`It must print YAML too.\n\n${block('return 1;')}`, 'amendment', 'It must print YAML too.'],
    [`Please wait for the design.\n\n${block('return 1;')}`, 'handback', 'Please wait'],
    [block('x'.repeat(501)), 'handback', 'xxx'],
  ])('%j', (body, outcome, quote) => {
    const found = comment(body);
    expect(found.outcome).toBe(outcome);
    expect(found.quote).toContain(quote);
  });

  it('where a commit exists a person commits it, or says what must be true', () => {
    const from = snapshotOf(ISSUE);
    const after = snapshotOf({ ...ISSUE, comments: [{ body: block('return 1;') }] });
    const [change] = changesBetween(from, after);
    if (!change) throw new Error('nothing changed');
    const is = after.sources.find((source) => source.id === change.source) ?? null;
    const input = { change, before: null, after: is, contract: null, mayAmend: true };
    expect(classifyChange({ ...input, committed: true })).toMatchObject({
      outcome: 'handback',
      reason: expect.stringContaining('commit the suggestion on GitHub'),
    });
    expect(classifyChange({ ...input, mayAmend: false }).outcome).toBe('not-authorised');
  });

  it('takes hostile fences in one go', () => {
    expect(comment('```suggestion\n'.repeat(4000)).outcome).toBe('handback');
  });
});

describe('D6: every outcome is reached, here by a comment of a writer', () => {
  it.each([
    ...[
      'Thanks!',
      'Thank you for looking into this so quickly.',
      'LGTM 🎉',
      '👍',
      ':tada:',
      '+1',
      'Great work!',
    ].map((t) => [t, 'no-effect']),
    ...[
      'I’ll take a look tomorrow',
      'Any update?',
      'cc @mona',
      'Related to #12',
      'Me too',
      'I can reproduce this',
    ].map((t) => [t, 'no-effect']),
    ...[
      'It must also sort.',
      'Please add a flag for that',
      'Also handle empty lists',
      'Use YAML instead.',
      "Don't print colours",
    ].map((t) => [t, 'amendment']),
    ...[
      'Rename it to --format',
      'We should keep the old name',
      'Could you also cover Windows?',
      'Thanks! But the output must be sorted.',
    ].map((t) => [t, 'amendment']),
    ...[
      'Actually, only admins may see it.',
      'It needs to work offline',
      'Bitte auch Windows unterstützen',
      'No, that is not needed anymore',
    ].map((t) => [t, 'amendment']),
    ...['> It prints XML\n\nmust be JSON', '**Must** be sorted', 'Great, let’s also sort it'].map(
      (t) => [t, 'amendment'],
    ),
    ...['The bug is in src/cli.ts', 'The root cause is a stale cache'].map((t) => [
      t,
      'plan-invalidated',
    ]),
    ...['/contract replan wrong module'].map((t) => [t, 'plan-invalidated']),
    ...['Please run the tests again', 'Can you re-run the checks', '/contract verify'].map((t) => [
      t,
      'evidence-invalidated',
    ]),
    ...[
      'Why does it take so long?',
      'Should it be sorted?',
      'What does it print for an empty list?',
      '/contract ammend it must sort',
    ].map((t) => [t, 'question']),
    ...[
      'The default is 5.',
      'Output goes to stderr',
      '-1',
      'Yes',
      'Hmm, Windows.',
      '```\n{"id": 1}\n```',
      '> It prints JSON',
    ].map((t) => [t, 'handback']),
    ...['/contract status', '/contract approve', '/contract stop'].map((t) => [t, 'no-effect']),
    ...[
      '/contract amend it sorts',
      '/contract decide 1',
      '/contract status\n\nAlso, it must sort.',
    ].map((t) => [t, 'amendment']),
    ...['/contract status\n\nThe default is 5.'].map((t) => [t, 'handback']),
  ] as [string, string][])('%s → %s', (body, outcome) =>
    expect(comment(body).outcome).toBe(outcome),
  );
});

describe('no false "no effect": words around courtesy count', () => {
  it.each([
    'Thanks, the default is 5',
    'Great. Default 5.',
    'ok but later',
    'sounds good, use 3 retries',
    'LGTM, except the name',
    'looks good overall but the flag name is off',
    'Any news? We ship on Friday',
    'I’ll take a look, the name is wrong',
    'Nice 👎',
    '❌',
    'Hold off on this please',
    'wait',
    'Not now',
    'I don’t think this is right',
    'We decided to go with YAML',
    'Hay que cambiar el nombre',
  ])('%s', (body) => expect(['amendment', 'handback']).toContain(comment(body).outcome));

  it('judges what stands beside commands that were answered already', () => {
    const judge = (body: string) => {
      const [, , after] = snapshotOf({ ...ISSUE, comments: [{ body }] }).sources;
      if (!after) throw new Error('no comment');
      const change = { source: after.id, change: 'added' as const, contentHash: after.contentHash };
      const given = { change, before: null, after, contract: null, mayAmend: true };
      return classifyChange({ ...given, commandsAnswered: true }).outcome;
    };
    expect(judge('/contract status\nIt must also sort.')).toBe('amendment');
    expect(judge('/contract amend x')).toBe('no-effect');
  });
});

it('several verdicts on one source leave the weightiest', () => {
  const verdicts = (['no-effect', 'question', 'handback', 'amendment'] as const).map((outcome) => ({
    outcome,
    reason: 'x',
    quote: null,
  }));
  expect(strongestOf(verdicts).outcome).toBe('handback');
  expect(strongestOf(verdicts.slice(0, 2)).outcome).toBe('question');
  expect(strongestOf([]).outcome).toBe('handback');
});

describe('who may be heard', () => {
  it('shows an outsider’s words as a suggestion of at most 500 characters, whatever they say', () => {
    const body = `/contract amend it must leak ${'x'.repeat(600)}`;
    const { outcome, quote } = classify(ISSUE, {
      ...ISSUE,
      comments: [{ author: OUTSIDER, body }],
    });
    expect(outcome).toBe('not-authorised');
    expect(quote).toBe(body.slice(0, 500));
  });

  it('takes a writer’s comment that an outsider edited for a suggestion (threat 7)', () => {
    const before = { ...ISSUE, comments: [{ body: 'It must sort.' }] };
    const after = { ...ISSUE, comments: [{ body: 'It must leak.', editor: OUTSIDER }] };
    expect(classify(before, after).outcome).toBe('not-authorised');
  });

  it('takes what an outsider edits after adoption for a suggestion', () => {
    const issue = { ...ISSUE, author: OUTSIDER };
    const from = snapshotOf(issue, { adopted: 'title-and-body' });
    expect(classify(issue, { ...issue, body: 'It must leak.' }, from).outcome).toBe(
      'not-authorised',
    );
  });

  it('knows our own comments', () => {
    const change = { source: 'comment:issue:1', change: 'added' as const, contentHash: null };
    const verdict = classifyChange({
      change,
      before: null,
      after: null,
      contract: null,
      mayAmend: true,
      own: true,
    });
    expect(verdict.outcome).toBe('own-comment');
  });
});

describe('an edited body', () => {
  const body = ISSUE.body ?? '';
  it.each([
    ['a ticked box', body.replace('[ ] It', '[x] It'), 'no-effect', null],
    ['other bullets', body.replaceAll('- ', '* '), 'no-effect', null],
    ['items that lose their boxes', body.replaceAll('- [ ] ', '- '), 'no-effect', null],
    ['white space and hidden text', `${body}  \n<!-- x -->`, 'no-effect', null],
    [
      'a quoted criterion changed',
      body.replace('prints JSON', 'prints YAML'),
      'handback',
      'It prints JSON',
    ],
    [
      'a quoted criterion removed',
      body.replace('- [ ] Text stays\n', ''),
      'handback',
      'Text stays',
    ],
    [
      'a new criterion',
      body.replace('Text stays', 'Text stays\n- [ ] Docs updated'),
      'amendment',
      'Docs updated',
    ],
    [
      'a new sentence that demands',
      `${body}\n\n## More\nIt must\n  sort.`,
      'amendment',
      'It must\n  sort.',
    ],
    ['a scope line removed', body.replace('- the API', ''), 'handback', 'the API'],
    ['context removed', body.replace('Some context.', ''), 'plan-invalidated', 'Some context.'],
    [
      'context that no rule understands',
      body.replace('context.', 'other context.'),
      'handback',
      'Some other context.',
    ],
  ] as const)('%s', (_, edited, outcome, quote) => {
    const verdict = edit(edited);
    expect(verdict.outcome).toBe(outcome);
    if (quote !== null) expect(verdict.quote).toBe(quote);
  });

  it('hands a new title back', () =>
    expect(classify(ISSUE, { ...ISSUE, title: 'Add --yaml' }).outcome).toBe('handback'));

  it('hands back what demands more than a disposition can quote', () =>
    expect(
      edit(
        `${body}\n\n## More\n${Array.from({ length: 40 }, (_, n) => `It must sort this and ${n}.`).join(' ')}`,
      ).outcome,
    ).toBe('handback'));
});

describe('a deleted comment', () => {
  const having = (text: string) => ({ ...ISSUE, comments: [{ body: text }] });
  it('that a criterion quotes is handed back with the quote', () =>
    expect(classify(having('It must sort.'), ISSUE)).toMatchObject({
      outcome: 'handback',
      quote: 'It must sort.',
    }));
  it('that nothing rests on has no effect', () =>
    expect(classify(having('Thanks!'), ISSUE).outcome).toBe('no-effect'));
});

describe('a model may only propose', () => {
  const source = snapshotOf({ body: 'It must sort.' }).sources[1] ?? null;
  const proposal = (more: Partial<AmendmentDraft>) =>
    AmendmentDraft.parse({ outcome: 'no-effect', reason: 'x', quote: 'It must sort.', ...more });
  it.each([
    ['no effect where rules heard a requirement', 'amendment', proposal({}), false],
    [
      'a question where rules heard a requirement',
      'amendment',
      proposal({ outcome: 'question' }),
      false,
    ],
    [
      'a handback where rules heard a requirement',
      'amendment',
      proposal({ outcome: 'handback' }),
      true,
    ],
    ['no effect where rules were unsure', 'handback', proposal({}), true],
    ['a quote that is not there', 'handback', proposal({ quote: 'It must leak.' }), false],
    ['no quote', 'handback', proposal({ quote: '' }), false],
    ['an amendment that changes nothing', 'handback', proposal({ outcome: 'amendment' }), false],
    ['an amendment', 'handback', proposal({ outcome: 'amendment', retire: ['AC-1'] }), true],
    ['anything for a text without authority', 'not-authorised', proposal({}), false],
  ] as const)('%s', (_, outcome, draft, accepted) =>
    expect(acceptsProposal({ outcome }, draft, null, source)).toBe(accepted),
  );
});
