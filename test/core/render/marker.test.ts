import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  belowMarker,
  MarkerIdentity,
  parseMarker,
  renderMarker,
  taskMarker,
} from '../../../src/core/render/marker.ts';

const schema = MarkerIdentity.extend({ text: z.string() });

it('reads back whatever it says, and is one HTML comment', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-->', '--!>', '<!--', '\n'),
  );
  fc.assert(
    fc.property(text, text, text, (task, nonce, more) => {
      const data = { task, nonce, text: more };
      const marker = renderMarker(data, data);
      expect(marker.slice(4, -3)).not.toMatch(/--|[<>\n]/);
      expect(marker.startsWith(taskMarker(task))).toBe(true);
      expect(parseMarker(`${marker}\nbody`, schema)).toEqual(data);
      expect(parseMarker(`${marker}\r\nbody`, schema)).toEqual(data);
      expect(belowMarker(`${marker}\r\na\r\nb`)).toBe('a\nb');
    }),
  );
});

it.each([
  ['further down', `words\n${renderMarker({ task: 't', nonce: 'n' }, { text: 'x' })}`],
  ['in a quote', `> ${renderMarker({ task: 't', nonce: 'n' }, { text: 'x' })}`],
  ['torn', '<!-- contractor:{"task":"t" -->'],
  ['of another form', '<!-- contractor:{"task":1} -->'],
  ['absent', ''],
])('a marker %s is none', (_name, body) => {
  expect(parseMarker(body, schema)).toBeNull();
});

it('tells tasks apart whose numbers begin alike', () => {
  const marker = renderMarker({ task: 'a/b#12', nonce: 'n' }, {});
  expect(marker.startsWith(taskMarker('a/b#1'))).toBe(false);
});
