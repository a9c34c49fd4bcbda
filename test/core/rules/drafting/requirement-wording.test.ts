import { describe, expect, it } from 'vitest';
import {
  sentenceKind,
  sentencesOf,
  staysTrue,
} from '../../../../src/core/rules/drafting/requirement-wording.ts';

describe('sentencesOf', () => {
  it.each([
    ['One. Two! Three? four', ['One.', 'Two!', 'Three? four']],
    ['Use v1.2 of it, e.g. this one.', ['Use v1.2 of it, e.g. this one.']],
    ['wrapped\n  line', ['wrapped\n  line']],
    ['- a\n- [ ] b\n  c', ['a', 'b\n  c']],
    ['# Heading\ntext', ['text']],
    ['> quoted\n\n```\ncode\n```\nown', ['own']],
    ['...', []],
  ])('%j', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences));
});

describe('staysTrue', () => {
  it.each([
    '`users list` preserves its text output',
    'The default output must not change',
    'Existing tests still pass',
    'All tests pass',
    'Keep the old flag',
    'It is backwards compatible',
    'It does not break the API',
    'Behaviour remains as before',
  ])('%s', (statement) => expect(staysTrue(statement)).toBe(true));
  it.each(['It must not crash', 'It prints JSON', 'A test covers it', 'The output is sorted'])(
    'but not: %s',
    (statement) => expect(staysTrue(statement)).toBe(false),
  );
});

describe('courtesy', () => {
  it.each(['Thanks, looks good!', 'LGTM, thanks a lot!', 'Great work; thank you', 'ok, will do'])(
    '%s',
    (sentence) => expect(sentenceKind(sentence)).toBe('courtesy'),
  );
  it.each([
    'Thanks, the default is 5',
    'Looks good, ship it',
    'Thanks, but sort it',
    'Nice, now wait',
  ])('but not: %s', (sentence) => expect(sentenceKind(sentence)).not.toBe('courtesy'));
});
