import { expect, it } from 'vitest';
import { startGitHub, trackerOf } from './support/github.ts';

it('reads a file of the default branch or another, null where there is none', async () => {
  await using github = await startGitHub();
  const tracker = trackerOf(github);
  const odd = 'docs/a {b} c?#%.md';
  await github.as('ada').pushFiles('next', { [odd]: 'ü\n', 'data.json': '{"a":1}\n', empty: '' });
  expect(await tracker.readFile('.github/contractor.yml', null)).toBe('approval: never\n');
  expect(await tracker.readFile(odd, 'next')).toBe('ü\n');
  expect(await tracker.readFile('data.json', 'next')).toBe('{"a":1}\n');
  expect(await tracker.readFile('empty', 'next')).toBe('');
  expect(await tracker.readFile('.github', null)).toBeNull();
  expect(await tracker.readFile('missing.yml', null)).toBeNull();
  expect(await tracker.readFile('README.md', 'nowhere')).toBeNull();
});

it('a repository without commits has no files', async () => {
  await using github = await startGitHub({ files: undefined as never });
  expect(await trackerOf(github).readFile('README.md', null)).toBeNull();
});
