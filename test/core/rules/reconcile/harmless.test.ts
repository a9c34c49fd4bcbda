import { describe, expect, it } from 'vitest';
import { closesAll, isClosing } from '../../../../src/core/rules/reconcile/closing.ts';
import { commentSentenceKind } from '../../../../src/core/rules/reconcile/comment-wording.ts';
import {
  speaksOf,
  vocabularyOf,
} from '../../../../src/core/rules/reconcile/contract-vocabulary.ts';
import { isMadeOfTalk } from '../../../../src/core/rules/reconcile/talk-words.ts';
import { isTelling } from '../../../../src/core/rules/reconcile/telling.ts';
import { DRESSED_AS_TALK } from './dressed-as-talk.ts';

const MADE_OF_TALK = [
  'Well said.',
  'I owe somebody a beer for this.',
  'Have a nice weekend everyone.',
  'Danke für die schnelle Umsetzung!',
  "C'est noté, merci.",
  '收到，谢谢！',
];

const TELLING = [
  'I’ll review the PR first thing tomorrow morning.',
  'I am out next week, Piotr is covering for me.',
  'Assigning myself as the reviewer.',
  'Removed the "needs triage" label.',
  'Putting this on the agenda for the sync on Thursday.',
  'This was raised by a customer in March.',
  'The demo is on Friday, I will show this there.',
  'Will try it as soon as there is a build.',
  'Out of office until June 3.',
  'I posted about this on Mastodon.',
  'Background reading: https://example.invalid/blog',
  'My team has been asking for this for ages.',
  'Fun fact: this page was once drawn on a napkin.',
];

const CLOSING = [
  'No rush on this.',
  'Everybody is on board.',
  'The criteria cover everything I need.',
  'Nothing from my side.',
  'No objections from security.',
  'Makes sense to me.',
  'AC-1 to AC-3 look right to me.',
  'The contract above matches what I had in mind.',
  'Legal has signed off on this.',
  'I read the contract and have no remarks.',
  'Not urgent, by the way.',
];

describe('sentences that ask for nothing', () => {
  it.each(MADE_OF_TALK)('made of the words of talk: %s', (text) =>
    expect(isMadeOfTalk(text)).toBe(true),
  );

  it.each(TELLING)('tells: %s', (text) => expect(isTelling(text)).toBe(true));

  it.each(CLOSING)('says that nothing follows, or agrees: %s', (text) =>
    expect(isClosing(text)).toBe(true),
  );

  it.each([
    'That was last year, so nothing to do here.',
    'Not asking for changes.',
    'We saw it, no action needed.',
  ])('closes for its neighbours: %s', (text) => expect(closesAll(text)).toBe(true));

  it.each([
    'No changes to the header.',
    'There is nothing to do on the start page.',
    'It changes.',
  ])('closes nothing: %s', (text) => expect(closesAll(text)).toBe(false));
});

describe('demands in the dress of talk', () => {
  it.each(DRESSED_AS_TALK)('%s', (text) => expect(commentSentenceKind(text)).not.toBe('courtesy'));

  it('no talk hides a demand behind it', () => {
    const demands = [
      'the logo goes left',
      'in euros',
      'no footer',
      'bold',
      'it must sort by name',
      'ten, not five',
    ];
    const hidden = [...MADE_OF_TALK.slice(0, 4), ...TELLING, ...CLOSING].flatMap((talk) =>
      demands.flatMap((demand) =>
        [', ', ' and ', ' but ', '; ', ' – ', ', so ', ', also ']
          .map((between) => `${talk.replace(/[.!]$/, '')}${between}${demand}.`)
          .filter((text) => commentSentenceKind(text) === 'courtesy'),
      ),
    );
    expect(hidden).toEqual([]);
  });

  it('what speaks of the contract is no telling, in any number of it', () => {
    const vocabulary = vocabularyOf(['The agenda lists PDF exports']);
    for (const text of [
      'Putting this on the agenda.',
      'I looked at the PDF.',
      'I looked at an export.',
    ]) {
      expect(speaksOf(text, vocabulary)).toBe(true);
      expect(commentSentenceKind(text, vocabulary)).not.toBe('courtesy');
    }
  });
});
