import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinRecords,
  pathBytes,
  rawPath,
  rawPathOf,
  showPath,
  splitRecords,
} from '../../../src/adapters/git/raw-path.ts';

describe('a path as bytes', () => {
  it('loses no byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(pathBytes(rawPath(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([
    ['ASCII', Buffer.from('a/b c'), 'a/b c'],
    ['UTF-8', Buffer.from('é/日本/😀'), 'é/日本/😀'],
    ['latin-1', Buffer.from([0x63, 0xe9]), 'c\\xe9'],
    ['a cut sequence', Buffer.from([0x61, 0xe6, 0x97]), 'a\\xe6\\x97'],
    ['both', Buffer.concat([Buffer.from('é'), Buffer.from([0xff]), Buffer.from('日')]), 'é\\xff日'],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80]), '\\xed\\xa0\\x80'],
    ['an overlong sequence', Buffer.from([0xc0, 0xaf]), '\\xc0\\xaf'],
  ])('is shown to people: %s', (_, bytes, shown) => {
    expect(showPath(rawPath(bytes))).toBe(shown);
  });

  it('shows text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(showPath(rawPathOf(text))).toBe(text.toWellFormed());
      }),
    );
  });

  it('goes through records and back', () => {
    const path = fc.string({
      unit: fc.integer({ min: 1, max: 255 }).map((n) => String.fromCharCode(n)),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        expect(splitRecords(joinRecords(paths))).toEqual(paths);
      }),
    );
  });
});
