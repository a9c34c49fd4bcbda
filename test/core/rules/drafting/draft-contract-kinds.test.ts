import { describe, expect, it } from 'vitest';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import { WHICH_WAY } from '../../../../src/core/rules/drafting/draft-contract-options.ts';
import { WHICH_PART } from '../../../../src/core/rules/drafting/draft-contract-umbrella.ts';
import {
  demands,
  isBoilerplate,
  wishes,
} from '../../../../src/core/rules/drafting/draft-contract-wording.ts';
import { type IssueSample, snapshotOf } from '../request/snapshot-sample.ts';

const draft = (body: string, title = 'Crash') =>
  draftContract(snapshotOf({ title, body } satisfies IssueSample), []).draft;
const criteria = (body: string, title?: string) =>
  draft(body, title).acceptance.map((one) => one.statement);

describe('kinds of statement', () => {
  const cases: [string, string, string[]][] = [
    [
      'placeholders of a template that nobody filled in',
      '**Expected behavior**\nA clear and concise description of what you expected to happen.\n\n**Screenshots**\nIf applicable, add screenshots to help explain your problem.',
      [],
    ],
    [
      'a placeholder above an answer',
      '### Expected\nA clear and concise description of what you expected to happen.\nThe list is empty.',
      ['The list is empty.'],
    ],
    [
      'an answer that points elsewhere',
      '### Proposed solution\nAdd a dry run.\n\n### Expected\nAs above.',
      ['Add a dry run.'],
    ],
    [
      'what a program complained of, in quotes, in code and in a log without a fence',
      'It prints "name must be a string" and `size should be 3`.\n\nTypeError: callback must be a function',
      [],
    ],
    [
      'what the reporter expects, in a sentence',
      'I ran it on an empty folder. I would have expected an empty list. It hangs.',
      ['I would have expected an empty list.'],
    ],
    ['what works as expected', 'It works as I would expect on Linux.', []],
    [
      'what is and what should be, under one heading',
      '### Current and expected behavior\n\nCurrently, choosing Help closes the app.\n\nExpected behavior would be to open a form.',
      ['Expected behavior would be to open a form.'],
    ],
    [
      'boxes under the steps that say which part is concerned',
      '**To Reproduce**\nWhich parts:\n\n- [x] parser\n- [ ] checker\n\n**Expected behavior**\nNo panic.',
      ['No panic.'],
    ],
    [
      'a heading about what nobody expected',
      '### The program `a.x` gives an unexpected result\n\n```\nf() {}\n```\n\n### Expected result\n\nIt ends.',
      ['It ends.'],
    ],
    [
      'questions, where a line says so',
      'It must move.\n\nQuestions are:\n- Do we keep the old one?\n- It must be decided.',
      ['It must move.'],
    ],
    [
      'when it is done, in a sentence',
      'The export is slow on a phone. This is done when 500 rows take less than 2 s.',
      ['This is done when 500 rows take less than 2 s.'],
    ],
    [
      'a list whose introduction demands',
      'Dates look odd to people abroad.\n\nFor each locale the calendar should:\n\n- start the week on its first day\n- write the month in words\n\nThat is how others do it.',
      ['start the week on its first day', 'write the month in words'],
    ],
    [
      'a list whose introduction shows what was done',
      'To reproduce the fault I did this:\n\n- add a file that must be empty\n- save\n\nIt should say so.',
      ['It should say so.'],
    ],
    [
      'code below a label, and what follows it',
      'The type is wrong:\n\n    a?: string\n\nshould be:\n\n    a: string\n\nI changed it by hand and it was fine.',
      ['a: string'],
    ],
    [
      'labels in list items',
      '- **Expected**: rows are skipped\n- **Actual**: it must have stopped\n- **Version**: 2',
      ['rows are skipped'],
    ],
    [
      'a list item that is a heading for those below it',
      '- Background\n  - people asked\n- Definition of done\n  - the flag is called `--all`\n  - the manual lists it',
      ['the flag is called `--all`', 'the manual lists it'],
    ],
    [
      'bullets that Markdown does not know',
      '### Expected\n• the cursor stays\n• the text is marked',
      ['the cursor stays', 'the text is marked'],
    ],
    [
      'numbers without a space behind them, in Chinese',
      '### 期望行为\n1.支持导出图片\n2.支持导出压缩包',
      ['支持导出图片', '支持导出压缩包'],
    ],
    [
      'short lines that are statements of their own',
      '### Expected\nThe menu closes\nThe page scrolls to the top',
      ['The menu closes', 'The page scrolls to the top'],
    ],
    [
      'prose that is wrapped by hand',
      '### Expected\nThe menu closes when somebody\nclicks elsewhere.',
      ['The menu closes when somebody clicks elsewhere.'],
    ],
    [
      'numbered requirements in a table without a telling column',
      '| Nr | Wish of the board | Who |\n|---|---|---|\n| R-1 | Totals are shown per month | Ann |\n| R-2 | Totals can be printed | Bo |',
      ['Totals are shown per month', 'Totals can be printed'],
    ],
    [
      'numbered requirements in a list',
      '- AC1: the reply has a date\n- AC2: the date is in UTC',
      ['AC1: the reply has a date', 'AC2: the date is in UTC'],
    ],
    [
      'rows with a priority',
      '| What | Priority |\n|---|---|\n| Undo in the editor | must |\n| Undo after saving | could |',
      ['Undo in the editor'],
    ],
    [
      'any table under acceptance criteria',
      '## Acceptance criteria\n| Input | Exit |\n|---|---|\n| empty | 0 |',
      ['| empty | 0 |'],
    ],
    [
      'what should be, in the description of a bug',
      '### Describe the bug\nThe field is missing from the reply. It should be `null`.',
      ['It should be `null`.'],
    ],
    [
      'the same, where something stronger is said',
      '### Describe the bug\nIt should be `null`.\n\n### Expected behavior\nThe reply has the field.',
      ['The reply has the field.'],
    ],
    [
      'orders under a heading that says nothing',
      '## Summary\n\nAdd a shortcut that toggles the theme without opening the settings.\n\n## Motivation\n\nOthers have one.',
      ['Add a shortcut that toggles the theme without opening the settings.'],
    ],
    [
      'orders beside code to reproduce with',
      'Create a file and save it.\n\n```js\nopen()\n```\n\nIt is gone.',
      [],
    ],
    [
      'a scenario in one sentence',
      'Given an empty basket, when the page opens, then the button is grey.',
      ['Given an empty basket, when the page opens, then the button is grey.'],
    ],
    [
      'a question that asks for a feature',
      'Would it be possible to add a shortcut for the theme?',
      ['Would it be possible to add a shortcut for the theme?'],
    ],
    ['a question how to use it', 'Is it possible to run it behind a proxy?', []],
    ['Russian headings', '## Ожидаемое поведение\nСписок отсортирован.', ['Список отсортирован.']],
    ['Korean headings', '## 예상 동작\n- 목록이 정렬된다', ['목록이 정렬된다']],
    ['Dutch headings', '## Verwacht gedrag\nDe lijst is gesorteerd.', ['De lijst is gesorteerd.']],
    [
      'Polish headings',
      '## Oczekiwane zachowanie\nLista jest posortowana.',
      ['Lista jest posortowana.'],
    ],
    [
      'a Chinese form that asks for the trouble first',
      '### 这个建议是否与某个痛点相关？\n\n目前只能全部导出。\n\n### 期望的解决方案\n\n可选择导出内容',
      ['可选择导出内容'],
    ],
    [
      'a heading for what comes later',
      '## Requirements\n- sorted\n\n## Nice to have\n- grouped',
      ['sorted'],
    ],
  ];
  it.each(cases)('%s', (_, body, expected) => expect(criteria(body)).toEqual(expected));

  it('leaves out what a row’s priority leaves out', () =>
    expect(
      draft('| What | Priority |\n|---|---|\n| Undo | must |\n| Redo | won’t |').outOfScope,
    ).toMatchObject([{ text: 'Redo' }]));

  it('leaves out a list whose introduction does', () =>
    expect(
      draft('It must sort.\n\nWe will not do these now:\n\n- grouping\n- totals').outOfScope.map(
        (one) => one.text,
      ),
    ).toEqual(['grouping', 'totals']));

  it('asks for no measure where "quickly" only fills', () =>
    expect(draft('', 'Add a shortcut to quickly toggle the theme').openQuestions).toEqual([]));

  it('keeps what a template says out of the goal and the places', () => {
    const made = draft(
      'Thanks for creating an issue!\n\nPlease attach an automated test case to `test/cases`.\n\nThe list must be sorted.',
    );
    expect(made.goal).toBe('Crash\n\nThe list must be sorted.');
    expect(made.inScope).toEqual([]);
  });
});

describe('issues that only collect others', () => {
  const collecting: [string, string, string][] = [
    ['references first', 'Next', '- [ ] #12 rename the flag\n- [ ] acme/web#4\n- [x] #13'],
    ['references last', 'Next', '- [ ] rename the flag (#12)\n- [ ] sort the list #13'],
    ['its own words', 'Plans', 'This is a tracking issue.\n\n- [ ] the parser\n- [ ] the printer'],
    ['its title', 'Epic: exports', '- [ ] the parser\n- [ ] the printer'],
  ];
  it.each(collecting)('are told by %s', (_, title, body) => {
    const { acceptance, openQuestions } = draft(body, title);
    expect(acceptance).toEqual([]);
    expect(openQuestions).toMatchObject([{ text: WHICH_PART, blocking: true }]);
  });

  it('are not those that name one issue beside what is to be done', () =>
    expect(
      criteria('- [ ] rename the flag\n- [ ] list it in the manual\n- [ ] see #12'),
    ).toHaveLength(3));
});

describe('decisions that people leave open', () => {
  it.each([
    'What should the flag be called?',
    'It would be simpler with a variable, wdyt?',
    'Should it be `--all` or `--every`?',
    'Do we want this for guests too?',
    'The name is still up for discussion.',
  ])('%s', (sentence) =>
    expect(draft(`The list must be sorted.\n\n${sentence}`).openQuestions).toMatchObject([
      { text: sentence, blocking: true },
    ]),
  );
});

describe('sentences', () => {
  it.each([
    ['The title should be escaped.', true],
    ['It should be easy to fix.', false],
    ['I must admit that I like it.', false],
    ['I must be doing something wrong.', false],
    ['Users would expect a dialog here.', true],
    ['We can close this once the docs are online.', true],
    ['Ich hätte eine leere Liste erwartet.', false],
    ['Ich hätte erwartet, dass sie leer ist.', true],
    ['Je m’attendais à une liste vide.', true],
    ['It says “must be a number”.', false],
  ])('demands: %s', (sentence, expected) => expect(demands(sentence)).toBe(expected));

  it.each([
    ['It’d be cool to sort them.', true],
    ['Ideally the list has a filter.', true],
    ['The manual needs updating for this.', true],
    ['The parser needs nothing of this.', false],
    ['Can we have a filter there?', true],
  ])('wishes: %s', (sentence, expected) => expect(wishes(sentence)).toBe(expected));

  it.each([
    ['2026-01-02 10:11:12 value must be set', true],
    ['at parse (src/parse.ts:12:3)', true],
    ['ERROR the index must exist', true],
    ['Error messages are translated', false],
    ['At startup (cold) it prints the version', false],
    ['请描述你的问题', true],
    ['Describe the flag in the manual', false],
    ['See above', true],
    ['See above all that the list is sorted', false],
  ])('says nothing about the software: %s', (sentence, expected) =>
    expect(isBoilerplate(sentence)).toBe(expected),
  );
});

describe('polite requests', () => {
  it.each([
    ['Could you please prevent the hook from being installed?', true],
    ['Would you consider adding a flag for that?', true],
    ['Could this fact be added to the manual?', true],
    ['Will it be possible to print the variable?', true],
    ['Please update this so that it is JSON.', true],
    ['Could you please confirm that?', false],
    ['Can you please explain how it works?', false],
    ['Could this be caused by the proxy?', false],
    ['Please let me know if you need more.', false],
    ['Please see the attached file for that.', false],
    ['Currently the page is missing a title.', false],
  ])('%s asks for a change: %s', (sentence, asked) => expect(wishes(sentence)).toBe(asked));
});

describe('sentences that only look like demands', () => {
  it.each([
    ['A `GET /x` should return 404, right?', true],
    ['It **_must not_** be shown.', true],
    ['The expected behaviour of a retry would be an empty answer.', true],
    ['Maybe the server should be restarted.', false],
    ['I think it must have something to do with cookies.', false],
    ['It has to be the proxy.', false],
    ['That it must run as a daemon was rejected.', false],
    ['This is misleading if you expect an error.', false],
  ])('%s demands: %s', (sentence, does) => expect(demands(sentence)).toBe(does));
});

describe('what people have to decide first', () => {
  const questions = (body: string, title?: string) =>
    draft(body, title).openQuestions.map((one) => one.text);

  it('offers the ways an issue weighs to choose from, and drafts none of them', () => {
    const body = '## Option A: keep it\n\nNo move.\n\n## Option B: rename it\n\nUsers must rename.';
    const { acceptance, openQuestions } = draft(body, 'Rename the file');
    expect(acceptance).toEqual([]);
    expect(openQuestions).toEqual([
      { text: WHICH_WAY, alternatives: ['Option A keep it', 'Option B rename it'], blocking: true },
    ]);
  });

  it('asks nothing where the choice is made', () => {
    const ways = '## Option A\n\nNo move.\n\n## Option B\n\nUsers must rename.\n\n';
    expect(questions(`${ways}## Decision\n\nWe go with B. \`b.json\` must be read.`)).toEqual([]);
    expect(questions(`${ways}## Acceptance criteria\n\n- \`b.json\` is read`)).toEqual([]);
  });

  it('asks where someone wants to hear from people first, unless they say what they want', () => {
    expect(questions('Would appreciate any feedback on dropping Node 18.')).toHaveLength(1);
    expect(questions('The list must be sorted. Feedback is welcome.')).toEqual([]);
    expect(questions('### Proposal\nSort the list by name.\n\nAny feedback is welcome.')).toEqual(
      [],
    );
  });
});
