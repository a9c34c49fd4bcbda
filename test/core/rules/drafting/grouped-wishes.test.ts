import { describe, expect, it } from 'vitest';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import { snapshotOf } from '../request/snapshot-sample.ts';

const draft = (body: string) => draftContract(snapshotOf({ title: 'Export', body }), []).draft;
const criteria = (body: string) => draft(body).acceptance.map((one) => one.statement);

describe('headings that say what people need', () => {
  it.each([
    ['Was wir uns wünschen', 'Der Export enthält das Datum.'],
    ["Ce qu'il nous faut", 'L’export contient la date.'],
    ['Lo que necesitamos', 'La exportación contiene la fecha.'],
    ['O que precisamos', 'A exportação contém a data.'],
    ['Wat we nodig hebben', 'De export bevat de datum.'],
  ])('%s', (heading, wish) => expect(criteria(`## ${heading}\n\n- ${wish}`)).toEqual([wish]));

  it.each([
    'Gehört nicht hierher',
    'Ne fait pas partie',
    'Queda fuera',
    'Não faz parte',
    'Not this round',
  ])('%s: left out', (heading) => {
    const { acceptance, outOfScope } = draft(
      `## Acceptance criteria\n\n- It exports the date.\n\n## ${heading}\n\n- XML`,
    );
    expect(acceptance).toHaveLength(1);
    expect(outOfScope.map(({ text }) => text)).toEqual(['XML']);
  });
});

describe('lists that a request opens', () => {
  it.each([
    'Could we have an export?',
    'Would it be possible to add an export?',
    'Can we please get an export?',
  ])('%s', (request) =>
    expect(
      criteria(
        `Copying takes ages.\n\n${request}\n\n- it writes one line a plot\n- it ends with a total`,
      ),
    ).toEqual(['it writes one line a plot', 'it ends with a total']),
  );

  it.each(['Which of these do you use?', 'What do you think?', 'Did you try one of these?'])(
    'no request: %s',
    (question) => expect(criteria(`${question}\n\n- the green one\n- the blue one`)).toEqual([]),
  );
});

describe('a grouped list with one group out of scope', () => {
  it.each([
    ['Not this time', 'From the call:'],
    ['Out of scope', 'Notes so far'],
    ['Later', 'What we talked about:'],
  ])('says with the others what is in it: %s', (left, opening) => {
    const { acceptance, outOfScope } = draft(
      `${opening}\n\n1. Output\n   - one line a plot\n   - the header is English\n2. ${left}\n   - PDF\n\nIgnacio tries it then.`,
    );
    expect(acceptance.map((one) => one.statement)).toEqual([
      'one line a plot',
      'the header is English',
    ]);
    expect(outOfScope.map(({ text }) => text)).toEqual(['PDF']);
  });

  it('says nothing where no group is', () =>
    expect(criteria('Seen:\n\n1. Output\n   - one line a plot\n2. Input\n   - two files')).toEqual(
      [],
    ));
});

describe('what stays, and what is checked with', () => {
  it.each([
    'All other keys work as they did.',
    'All existing exports look like before.',
    'All the other menus stay as they do today.',
  ])('%s', (text) => {
    const [one] = draft(`It must print a total. ${text}`).acceptance.slice(-1);
    expect(one).toMatchObject({ statement: text, expectation: 'stays-true' });
  });

  it.each(['You can check it with', 'Prüfen kann man das mit', 'On peut le vérifier avec :'])(
    '%s',
    (opening) => {
      const [one] = draft(
        `It must print a total. ${opening}\n\n\`\`\`sh\nrake test A=b\n\`\`\``,
      ).acceptance;
      expect(one?.checks).toMatchObject([{ kind: 'command', argv: ['rake', 'test', 'A=b'] }]);
    },
  );

  it.each(['I tested this with', 'To reproduce it, run it with', 'It crashes with'])(
    'no check: %s',
    (opening) => {
      const [one] = draft(
        `It must print a total. ${opening}\n\n\`\`\`sh\nrake test A=b\n\`\`\``,
      ).acceptance;
      expect(one?.checks).toEqual([]);
    },
  );
});
