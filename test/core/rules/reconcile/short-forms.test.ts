import { describe, expect, it } from 'vitest';
import { asksPeople } from '../../../../src/core/rules/reconcile/open-decision.ts';
import { corrects, shortForm } from '../../../../src/core/rules/reconcile/short-forms.ts';

describe('short forms of a demand', () => {
  it.each([
    'Wait 300 ms, not 100.',
    'Colours: skip them.',
    'Hands off `lib/zip.c`, Ola rewrites it.',
  ])('one value for another, or an order behind its subject: %s', (text) =>
    expect(corrects(text)).toBe(true),
  );

  it.each([
    'Unpaid orders: hide the link',
    'Newest orders first.',
    'Max 5 MB per file.',
    'The label reads "Download".',
    'Timeout: 10 seconds.',
    'No logo on the cover.',
    'A4, not Letter.',
    'Nobody but the owner may open it.',
    'Dana and I decided: no trial accounts.',
    'I would rename it.',
    'Plutôt bleu que rouge.',
    'Das Logo kann weg.',
    'Forgot to mention that blank lines count.',
  ])('demands: %s', (text) => expect(shortForm(text)).toBe('requirement'));

  it.each([
    'There is already a helper in `lib/pdf.rb`.',
    'Do it in the walker.',
    'The old parser is gone since last week.',
    'It touches the same function.',
  ])('about the way: %s', (text) => expect(shortForm(text)).toBe('approach'));

  it.each([
    'LGTM once the footer is gone from it.',
    'Blue.',
    'This is a bug, not a feature.',
    'The total in bold',
  ])('nobody can tell: %s', (text) => expect(shortForm(text)).toBe('unclear'));
});

describe('asksPeople', () => {
  it.each([
    'Hold your horses.',
    'Stop for now please, legal has to look.',
    'Let me check with legal first.',
    'This needs sign-off from finance.',
    'Are we sure about this?',
    'Das müssen wir erst mit dem Betrieb klären.',
    'Attendez, on en parle demain.',
    '先别合并。',
    'We may have to undo all of this.',
  ])('people have to decide: %s', (text) => expect(asksPeople(text)).toBe(true));

  it.each([
    'Wait, the year is wrong.',
    'Retry, then wait for the response.',
    'Stop printing the header.',
    'Es ist klar.',
  ])('asks nobody to wait: %s', (text) => expect(asksPeople(text)).toBe(false));
});
