import { expect, it } from 'vitest';
import { markerLine } from '../../../src/adapters/github/marker-line.ts';

it.each([
  ['<!-- contractor:{"task":"a/b#1"} -->\nhello', '<!-- contractor:{"task":"a/b#1"} -->'],
  ['quoted\n<!-- contractor:{"task":"a/b#1"} -->', null],
  ['<!-- other -->', null],
  ['<!-- contractor:unfinished', null],
  ['', null],
])('of %j it is %j', (body, marker) => {
  expect(markerLine(body)).toBe(marker);
});
