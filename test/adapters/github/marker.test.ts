import { expect, it } from 'vitest';
import { markerIn } from '../../../src/adapters/github/marker.ts';

it.each([
  ['<!-- contractor:task 12 ab -->\nhello', '<!-- contractor:task 12 ab -->'],
  ['hello\n<!-- contractor:x -->\n<!-- contractor:y -->', '<!-- contractor:x -->'],
  ['<!-- other -->', null],
  ['<!-- contractor:unfinished', null],
  ['', null],
])('of %j it is %j', (body, marker) => {
  expect(markerIn(body)).toBe(marker);
});
