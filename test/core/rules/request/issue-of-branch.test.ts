import { expect, it } from 'vitest';
import { issueOfBranch } from '../../../../src/core/rules/request/issue-of-branch.ts';

it.each([
  ['contractor/', 'contractor/issue-12', 12],
  ['bot.', 'bot.issue-1', 1],
  ['', 'issue-7', 7],
  ['contractor/', 'contractor/issue-012', null],
  ['contractor/', 'contractor/issue-0', null],
  ['contractor/', 'contractor/issue-12/more', null],
  ['contractor/', 'contractor/issue-99999999999', null],
  ['contractor/', 'issue-12', null],
  ['contractor/', 'contractor/issue-12\n', null],
])('with prefix "%s" the branch %j belongs to issue %s', (prefix, branch, issue) => {
  expect(issueOfBranch(prefix, branch)).toBe(issue);
});
