import { expect, it } from 'vitest';
import { renderCheckRun } from '../../../src/core/render/check-run-summary.ts';
import { renderContractYaml } from '../../../src/core/render/contract-yaml.ts';
import { renderIssueComment } from '../../../src/core/render/issue-comment.ts';
import { renderJobSummary } from '../../../src/core/render/job-summary.ts';
import { renderPullRequestBody } from '../../../src/core/render/pull-request-body.ts';
import { renderStatus } from '../../../src/core/render/status.ts';
import { CONTRACT, STATEMENT } from './example.ts';
import { DELIVERED, DRAFTED, HANDED_BACK, WORKING } from './view.ts';

const pull = {
  repositoryUrl: 'https://github.com/acme/users',
  issue: 842,
  pullRequest: 843,
  goal: CONTRACT.goal,
  statement: STATEMENT,
  nonce: 'nonce-0001',
};
const check = renderCheckRun(DELIVERED);

/** What people read. Look at a changed file as they would before accepting it with `vitest -u`. */
it.each([
  ['comment-drafted.md', renderIssueComment(DRAFTED, 'nonce-0001')],
  ['comment-working.md', renderIssueComment(WORKING, 'nonce-0001')],
  ['comment-handed-back.md', renderIssueComment(HANDED_BACK, 'nonce-0001')],
  ['comment-delivered.md', renderIssueComment(DELIVERED, 'nonce-0001')],
  ['pull-request.md', renderPullRequestBody({ ...pull, staleBecause: null })],
  [
    'pull-request-stale.md',
    renderPullRequestBody({ ...pull, staleBecause: 'comment 510 is newer' }),
  ],
  ['check-run.md', `# ${check.title}\n\n${check.summary}`],
  ['job-summary.md', renderJobSummary(HANDED_BACK)],
  ['status.md', renderStatus(HANDED_BACK)],
  ['contract.yaml', renderContractYaml(CONTRACT)],
])('%s', async (name, text) => {
  await expect(`${text.trimEnd()}\n`).toMatchFileSnapshot(`../../golden/${name}`);
});
