import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentSentenceKind } from '../../../../src/core/rules/reconcile/comment-wording.ts';
import { vocabularyOf } from '../../../../src/core/rules/reconcile/contract-vocabulary.ts';
import { isSmallTalk } from '../../../../src/core/rules/reconcile/small-talk.ts';

const SMALL_TALK = [
  'Thanks, great work!',
  'Danke, sieht gut aus!',
  'We have waited for this for years.',
  'I moved it to the backlog.',
  'I am on vacation until Monday.',
  'Works for me locally, tried all of them.',
  'See #12 for the background.',
  'Let’s see how it goes.',
  'I can confirm this on 1.2.3.',
  'The release is planned for next week.',
];

describe('commentSentenceKind', () => {
  it.each(SMALL_TALK)('small talk: %s', (sentence) =>
    expect(commentSentenceKind(sentence)).toBe('courtesy'),
  );

  it.each([
    ['Great, but the header has to go.', 'requirement'],
    ['I moved it to the backlog, skip the header for now.', 'unclear'],
    ['Works for me, except that it prints the header.', 'requirement'],
    ['See #12, the same rules apply here.', 'requirement'],
    ['30 minutes is too short, make it an hour.', 'requirement'],
    ['s/30 minutes/1 hour/', 'requirement'],
    ['At most five retries.', 'requirement'],
    ['A changelog entry too.', 'requirement'],
    ['有效期必须是60分钟。', 'requirement'],
    ['The parser was moved to `src/parse` on main.', 'approach'],
    ['A regular expression is enough.', 'approach'],
    ['Start with the error case.', 'approach'],
    ['It does not work for me on staging.', 'recheck'],
    ['The test passes even without the change.', 'recheck'],
    ['That was green by luck.', 'recheck'],
    ['Please hold off until we talked.', 'unclear'],
    ['Stop, please.', 'unclear'],
    ['We have not agreed yet.', 'unclear'],
    ['Do we even want this?', 'unclear'],
    ['The sky is blue over the harbour.', 'unclear'],
    ['👎 nice', 'unclear'],
  ] as const)('%s: %s', (sentence, kind) => expect(commentSentenceKind(sentence)).toBe(kind));

  it.each([
    'Wait 5 seconds before retrying.',
    'Stop printing the header.',
    'Pause between two requests must be 2 seconds.',
  ])('asks nobody to wait: %s', (sentence) =>
    expect(commentSentenceKind(sentence)).toBe(
      sentence.startsWith('Pause') ? 'unclear' : 'requirement',
    ),
  );

  it('never takes what speaks of the contract for small talk', () => {
    const vocabulary = vocabularyOf(['The release notes list every board']);
    expect(commentSentenceKind('I moved it to the board.')).toBe('courtesy');
    expect(commentSentenceKind('I moved it to the board.', vocabulary)).toBe('unclear');
  });

  it('never takes a demand beside small talk for small talk', () => {
    const demands = [
      'it must sort by name',
      'use YAML instead',
      'drop the header',
      'make it two hours',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...SMALL_TALK),
        fc.constantFrom(...demands),
        fc.constantFrom(', ', ' and ', ' but ', '; ', ' ', ' – '),
        (talk, demand, between) =>
          !isSmallTalk(`${talk.replace(/[.!]$/, '')}${between}${demand}`, new Set(), 'any'),
      ),
    );
  });

  it('is linear in a hostile sentence', () => {
    const parts = [
      'i have ',
      'all the ',
      'there is no ',
      'it works ',
      'fyi, ',
      'good news that ',
      'yes, ',
      'all of it ',
      'so and ',
      'the a my ',
      'was reported ',
      'mein gern ',
      '@a ',
      '`a` label ',
      'see #1, ',
      'nothing to ',
    ];
    const kinds = [
      ...parts.flatMap((part) =>
        [280, 1990].map((size) => part.repeat(Math.floor(size / part.length))),
      ),
      'a '.repeat(40_000),
      `i am ${'away '.repeat(20_000)}`,
      ','.repeat(60_000),
    ];
    for (const text of kinds) expect(typeof commentSentenceKind(text)).toBe('string');
  });
});
