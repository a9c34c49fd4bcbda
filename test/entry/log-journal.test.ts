import { expect, it, vi } from 'vitest';
import { logJournal } from '../../src/entry/log-journal.ts';

const mask = async (text: string) => text.replaceAll('s3cret', '***');

it('says what happened in order, and no line of it is a workflow command', async () => {
  const lines: string[] = [];
  const journal = logJournal((line) => lines.push(line), mask);
  journal.note({ what: 'branch-pushed', event: { type: 'branch-pushed', sha: 'a'.repeat(40) } });
  journal.note({
    what: 'internal-error',
    message: 's3cret\n::set-output name=a::b',
    stack: '##[error]',
  });
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[0]).toBe('· Pushed aaaaaaa\n');
  expect(lines[1]).toMatch(/^· internal-error: /);
  expect(lines[1]).not.toContain('s3cret');
  for (const line of lines.join('').split('\n')) expect(line).not.toMatch(/^\s*(?:::|##\[)/);
});

it('B6 says each turn as a JSON line too, whole, that a program can read behind its first word', async () => {
  const lines: string[] = [];
  const journal = logJournal((line) => lines.push(line), mask);
  const tools = Array.from({ length: 40 }, (_, n) => ({
    call: `run sh -c ::error::${n} ##[error]`,
    code: null,
    digest: 'd'.repeat(64),
  }));
  journal.note({ what: 'turn', line: { turn: 3, step: 'step 2 of 5: "quote" it', tools } });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toMatch(/^· turn \{/);
  const read = JSON.parse(lines[0]?.slice('· turn '.length) ?? '');
  expect(read).toMatchObject({ turn: 3, step: 'step 2 of 5: "quote" it' });
  expect(read.tools).toHaveLength(40);
  expect(lines[0]).not.toContain('##[error]');
});
