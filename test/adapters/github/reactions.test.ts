import { expect, it } from 'vitest';
import { BRANCH, pushBranch, startGitHub, trackerOf } from './support/github.ts';

it('reacts to an issue, its comments and those of a pull request, once', async () => {
  await using github = await startGitHub();
  await pushBranch(github);
  const tracker = trackerOf(github);
  const pull = await github.as('ada').openPull({ title: 'P', head: BRANCH, base: 'main' });
  const comment = await github.as('ada').comment(1, '/contract');
  const onPull = await github.as('ada').comment(pull, 'x');
  const line = await github
    .as('wes')
    .reviewComment(pull, { path: 'src/users.js', line: 1, body: 'x' });
  const sources = [`comment:issue:${comment}`, `comment:pull-request:${onPull}`, 'issue:1'];
  github.faults.inject({ match: { path: '/reactions' }, kind: '500-after' });
  for (const source of [...sources, `comment:review:${line}`, ...sources]) {
    await tracker.react(source, 'eyes');
  }
  const reacted = [github.issue(1), ...github.comments(1), ...github.comments(pull)];
  const [thread] = github.pulls()[0]?.pull.threads ?? [];
  for (const { reactions } of [...reacted, ...(thread?.comments ?? [])]) {
    expect(reactions.map(({ content }) => content)).toEqual(['eyes']);
  }
});

it('a review’s own text takes no reaction, and that is no failure', async () => {
  await using github = await startGitHub();
  const before = github.requests.length;
  await trackerOf(github).react('comment:review-summary:12', '+1');
  expect(github.requests).toHaveLength(before);
});

it.each(['body', 'comment:issue:', 'comment:issue:../../x', 'comment:elsewhere:1', ''])(
  '%j is nothing to react to',
  async (source) => {
    await using github = await startGitHub();
    const work = trackerOf(github).react(source, 'eyes');
    await expect(work).rejects.toMatchObject({ code: 'bad-input', place: { field: 'source' } });
  },
);
