import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { look } from '../../../src/adapters/git/look.ts';
import { editsSince } from '../../../src/adapters/git/since-look.ts';
import { scratch } from './support/repositories.ts';

const tree = {
  get: () => ({ mode: '100644', sha: '0'.repeat(40) }),
  submodules: () => [],
  apply: () => {},
  id: () => '',
};

// The content differs from the recorded one though nothing tells the two looks apart: as after a write in the same tick.
it.each([
  ['read again when it was written just before the look', 0, 1],
  ['trusted when it is older', 10_000, 0],
])('a file that looks the same is %s', (_, later, found) => {
  const root = scratch();
  writeFileSync(join(root, 'a'), 'a');
  const { ctimeMs } = lstatSync(join(root, 'a'));
  const before = look(root, new Set(), ctimeMs + later);
  const memory = { look: before, skipped: new Set<string>(), ignored: new Set<string>() };
  const now = look(root, new Set(), ctimeMs + later);
  expect(editsSince(root, memory, tree, now, 1000)).toHaveLength(found);
});
