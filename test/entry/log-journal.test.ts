import { expect, it, vi } from 'vitest';
import { logJournal } from '../../src/entry/log-journal.ts';

it('says what happened in order, and no line of it is a workflow command', async () => {
  const lines: string[] = [];
  const journal = logJournal((line) => lines.push(line));
  journal.note({ what: 'branch-pushed', event: { type: 'branch-pushed', sha: 'a'.repeat(40) } });
  journal.note({
    what: 'internal-error',
    message: 'x\n::set-output name=a::b',
    stack: '##[error]',
  });
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[0]).toBe('· Pushed aaaaaaa\n');
  expect(lines[1]).toMatch(/^· internal-error: /);
  for (const line of lines.join('').split('\n')) expect(line).not.toMatch(/^\s*(?:::|##\[)/);
});
