import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import { ContractDraft } from '../../../../src/core/schema/draft.ts';
import { GUARD } from '../contract/assemble-contract-sample.ts';
import { type IssueSample, OUTSIDER, snapshotOf } from '../request/snapshot-sample.ts';

const draft = (issue: IssueSample) => draftContract(snapshotOf(issue), [GUARD]).draft;
/** `+` becomes true, `=` stays true. */
const criteria = (issue: IssueSample) =>
  draft(issue).acceptance.map(
    (c) => `${c.expectation === 'becomes-true' ? '+' : '='} ${c.statement}`,
  );

describe('criteria as people write them', () => {
  const cases: [string, IssueSample, string[]][] = [
    [
      'a bug report',
      {
        title: 'Crash on empty input',
        body: '### Describe the bug\nIt crashes.\n\n### Steps to reproduce\n1. Run it\n\n### Expected behavior\nAn empty document is returned. The exit code is 0.\n\n### Actual behavior\nIt must have thrown.\n\n### Environment\n- [ ] Node 22',
      },
      ['+ An empty document is returned.', '+ The exit code is 0.'],
    ],
    [
      'an acceptance list with check boxes',
      {
        body: '## Acceptance criteria\n- [ ] `users list --json` prints JSON\n  with id and name\n- [x] `users list` is as before\n* [ ] `users list` preserves its text output\n\n## Notes\nThe flag must be documented.',
      },
      [
        '+ `users list --json` prints JSON with id and name',
        '= `users list` is as before',
        '= `users list` preserves its text output',
        '+ The flag must be documented.',
      ],
    ],
    [
      'sub-headings and nested lists under acceptance criteria',
      {
        body: '## Acceptance criteria\n### Server\n- Answers\n  - a missing id gives 404\n  - a bad id gives 400\n### Client\n- shows the message',
      },
      ['+ a missing id gives 404', '+ a bad id gives 400', '+ shows the message'],
    ],
    [
      'a table with a column that says what should be',
      {
        body: '| input | today | should be |\n|---|---|---|\n| a | 1 | 2 |\n| b | 3 | 3 |',
      },
      ['+ | a | 1 | 2 |', '= | b | 3 | 3 |'],
    ],
    [
      'a table of requirements',
      { body: '| ID | Requirement |\n|---|---|\n| R1 | Sorted by name |' },
      ['+ Sorted by name'],
    ],
    [
      'an issue form with empty answers and boxes about the reporter',
      {
        title: 'Crash',
        body: "### Checks\n\n- [x] I have read the guide\n- [ ] J'ai cherché\n\n### What did you expect?\n\nIt opens.\n\n### Anything else?\n\n_No response_\n\n### Which systems?\n\n- [x] Linux\n- [ ] macOS",
      },
      ['+ It opens.'],
    ],
    [
      'expected and actual in one line',
      { title: 'Crash', body: 'Expected: rows are skipped. Actual: it ends.\n\nThanks!' },
      ['+ rows are skipped.'],
    ],
    [
      'steps in a list and in a fence',
      {
        body: '- Given a user\n- When it signs in\n- Then it sees the page\n\n```gherkin\nScenario: b\n  Given b\n  When c\n  Then d is still e\n```',
      },
      [
        '+ Given a user - When it signs in - Then it sees the page',
        '+ Scenario: b Given b When c Then d is still e',
      ],
    ],
    [
      'EARS',
      {
        body: 'When the queue is full, the broker shall refuse the message.\nWhile it starts, the broker shall answer 503.',
      },
      [
        '+ When the queue is full, the broker shall refuse the message.',
        '+ While it starts, the broker shall answer 503.',
      ],
    ],
    [
      'a solution wished for, and alternatives that were thought of',
      {
        body: "**Describe the solution you'd like**\nThe server drains.\n\n**Describe alternatives you've considered**\nIt should sleep.",
      },
      ['+ The server drains.'],
    ],
    [
      'tasks, when nothing says what will be true',
      { body: '## Tasks\n- [ ] Rename the flag\n- [ ] Update the docs' },
      ['+ Rename the flag', '+ Update the docs'],
    ],
    [
      'what an update takes back',
      { body: 'It should be 10 MB.\n\n**Update:** forget the 10 MB. It is configurable.' },
      ['+ It is configurable.'],
    ],
    [
      'a bold line and an underlined heading',
      {
        body: '**Definition of Done:**\n1. Renamed\n2. Documented\n\nExpected result\n---\nIt is called --output',
      },
      ['+ Renamed', '+ Documented', '+ It is called --output'],
    ],
    [
      'a label with a colon',
      { body: 'It fails.\n\nExpected:\nIt works on Windows.\n\nActual:\nIt should never fail.' },
      ['+ It works on Windows.'],
    ],
    [
      'scenarios beside demanding sentences',
      {
        body: 'The client must retry.\n\nScenario: recovery\n  Given a server that fails once\n  When the client calls\n  Then the call succeeds\n\nToday it gives up.',
      },
      [
        '+ Scenario: recovery Given a server that fails once When the client calls Then the call succeeds',
        '+ The client must retry.',
      ],
    ],
    [
      'sentences with RFC 2119 words',
      { body: 'It is slow. It SHALL NOT block. Could it be lazy?' },
      ['+ It SHALL NOT block.'],
    ],
    [
      'German headings',
      { body: '## Erwartetes Verhalten\nDie Ausgabe ist sortiert.' },
      ['+ Die Ausgabe ist sortiert.'],
    ],
    [
      'French headings',
      { body: '## Comportement attendu\nLa sortie est triée.' },
      ['+ La sortie est triée.'],
    ],
    [
      'Spanish headings',
      { body: '## Criterios de aceptación\n- La salida está ordenada' },
      ['+ La salida está ordenada'],
    ],
    [
      'Portuguese headings',
      { body: '## Comportamento esperado\n- A saída é ordenada' },
      ['+ A saída é ordenada'],
    ],
    ['Japanese headings', { body: '## 期待される動作\n- ソートされる' }, ['+ ソートされる']],
    ['Chinese headings', { body: '## 验收标准\n- 输出已排序' }, ['+ 输出已排序']],
    [
      'a title that asks, when the body does not',
      { title: 'fix(cli): sort the output', body: 'It is unsorted.' },
      ['+ fix(cli): sort the output'],
    ],
    [
      'boxes of the issue template',
      {
        title: 'Crash',
        body: '- [x] I have searched existing issues\n- [ ] I agree to the Code of Conduct',
      },
      [],
    ],
    [
      'what stands in code or quotes',
      { title: 'Crash', body: '> It must be blue.\n\n```\nIt must be red.\n```' },
      [],
    ],
    [
      'what stays',
      { body: '## Must not change\n- Exit codes\n\n## Acceptance criteria\n- Sorted' },
      ['= Exit codes', '+ Sorted'],
    ],
    [
      'a comment by a writer',
      {
        title: 'Crash',
        body: 'Fails.',
        comments: [{ body: 'Thanks! It must also work offline.' }],
      },
      ['+ It must also work offline.'],
    ],
    [
      'an amendment by command',
      { title: 'Crash', body: 'Fails.', comments: [{ body: '/contract amend exit code is 3' }] },
      ['+ exit code is 3'],
    ],
    [
      'code that a sentence introduces, between lines that are no labels',
      {
        body: "```js\nparse('--a=--b')\n```\nreturns, as expected:\n```js\n1\n```\nHowever:\n```js\nparse(2)\n```\nreturns:\n```js\n{ a: [] }\n```\nwhen it would be expected to return:\n```js\n{ a: ['--b'] }\n```\nSame with `narg`.",
      },
      ["+ when it would be expected to return: `{ a: ['--b'] }`"],
    ],
    [
      'an expected result that is code alone',
      { body: '### Expected\n\n```\n1 Byte\n```\n\n### Actual\n\n```\n1.0 Byte\n```' },
      ['+ `1 Byte`'],
    ],
    [
      'the same sentence twice',
      { body: '## Acceptance criteria\n- It must sort.\n\n## Notes\nIt must sort.' },
      ['+ It must sort.'],
    ],
  ];
  it.each(cases)('%s', (_, issue, expected) => expect(criteria(issue)).toEqual(expected));

  it('asks what is done, blocking, when nothing tells', () => {
    const { openQuestions, acceptance } = draft({ title: 'Crash', body: 'It crashes.' });
    expect(acceptance).toEqual([]);
    expect(openQuestions).toMatchObject([{ blocking: true }]);
  });

  it('reads nothing by people without authority', () => {
    const issue = {
      author: OUTSIDER,
      body: 'It must leak.',
      comments: [{ author: OUTSIDER, body: 'It must leak.' }],
    };
    const { draft: made, notes } = draftContract(snapshotOf(issue), [GUARD]);
    expect(JSON.stringify(made)).not.toContain('leak');
    expect(notes.join()).toContain('not read');
  });

  it('reads what was adopted', () => {
    const snapshot = snapshotOf(
      { author: OUTSIDER, body: 'It must sort.' },
      { adopted: 'title-and-body' },
    );
    expect(draftContract(snapshot, []).draft.acceptance).toHaveLength(1);
  });
});

describe('the other parts', () => {
  it('takes scope, constraints, stop rules and questions from their headings', () => {
    const made = draft({
      body: '## Scope\n- the parser (`src/parser/`)\n## Out of scope\n- `docs/**`\n- the API\n## Constraints\n- Node 20\n## Stop if\n- `db/schema.sql` must change\n## Open questions\n- Which colour?',
    });
    expect(made.inScope).toEqual([
      { text: 'the parser (`src/parser/`)', globs: ['src/parser/**'] },
    ]);
    expect(made.outOfScope.map((entry) => entry.globs)).toEqual([['docs/**'], []]);
    expect(made.constraints).toEqual(['Node 20']);
    expect(made.stopRules).toEqual([
      { text: '`db/schema.sql` must change', globs: ['db/schema.sql'] },
    ]);
    expect(made.openQuestions[0]).toMatchObject({ text: 'Which colour?', blocking: true });
  });

  it('takes no limit of scope from a path that is only mentioned', () =>
    expect(draft({ body: 'It must work. See `src/lexer.js`.' }).inScope).toEqual([
      { text: 'The request names `src/lexer.js`.', globs: [] },
    ]));

  it('makes a named command the criterion’s check, unless it guards everything anyway', () => {
    const made = draft({
      body: '## Acceptance criteria\n- `make lint` passes\n- `npm test` passes\n- `a && b` passes\n- The tests of `packages/shared` must keep passing',
    });
    expect(made.acceptance.map((c) => c.checks.map((check) => check.argv))).toEqual([
      [['make', 'lint']],
      [],
      [],
      [],
    ]);
    expect(made.acceptance[1]?.expectation).toBe('stays-true');
  });

  it('takes commands from a part about testing, and none from steps to reproduce', () => {
    const made = draft({
      body: 'It must sort.\n## How to test\n```sh\n$ node check.js --all\nrm -rf x | sh\n```\n## Steps to reproduce\n```sh\nnode crash.js\n```',
    });
    expect(made.acceptance[0]?.checks.map((check) => check.argv)).toEqual([
      ['node', 'check.js', '--all'],
    ]);
  });
});

describe('properties', () => {
  const line = fc.constantFrom(
    ...[
      '## Acceptance criteria',
      '- [ ] one',
      '- two\n  more',
      'It must do x.',
      '```',
      '> no',
      '',
      'Given a\nWhen b\nThen c',
    ],
    ...[
      '**Expected:**',
      'It should print: \n\n```js\n1\n```',
      'It must be:\n~~~\n``` x ```\n~~~',
      'Expected result:',
      '## Out of scope',
      '<!-- must -->',
      'must\u200b not',
      '1. `npm test` passes',
      '<b>should</b> x',
      '&#8203;',
    ],
  );
  /** Found once: what stands on both sides of a scenario is not one quote. */
  const CUT_BY_A_SCENARIO = [
    '- [ ] one',
    'Expected result:',
    '1. `npm test` passes',
    'Given a\nWhen b\nThen c',
    '```',
  ];
  it('every quote stands verbatim in the visible text, and the draft fits its schema', () =>
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const snapshot = snapshotOf({ body: lines.join('\n') });
        const made = draftContract(snapshot, [GUARD]).draft;
        expect(ContractDraft.parse(made)).toEqual(made);
        for (const { quote } of made.acceptance)
          expect(snapshot.sources.some((source) => source.text.includes(quote))).toBe(true);
      }),
      { numRuns: 500, examples: [[CUT_BY_A_SCENARIO]] },
    ));
});
