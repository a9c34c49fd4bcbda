import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/*
 * The import boundaries see who imports child_process and simple-git. This sees the other way: git as a program name
 * given to process.ts or to the sandbox by anything but the git adapter.
 */
const startsGit = (source: string) =>
  /(['"`])(?:\/usr\/(?:local\/)?bin\/)?git(?:\.exe)?\1/.test(source) ||
  /(?:exec|spawn|fork)\w*\(\s*['"`]git\b/.test(source);

it.each([
  ["runCaptured({ argv: ['git', 'status'] })", true],
  ['spawn("git", [])', true],
  ['argv: [`/usr/bin/git`, x]', true],
  ["const PROGRAM = 'git';", true],
  ["exec('git status -s')", true],
  ["exec('git clone x', {})", true],
  ["import { git } from './trusted-git.ts'", false],
  ["message: 'git failed: look'", false],
  ["['.git', 'x']", false],
])('%s: %s', (source, expected) => expect(startsGit(source)).toBe(expected));

it('nothing but the git adapter starts git', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.startsWith('src/adapters/git/') && !file.startsWith('src/simulate/'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => startsGit(readFileSync(file, 'utf8')))).toEqual([]);
});
