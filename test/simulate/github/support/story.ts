import type { EmbeddedGitHub } from '../../../../src/simulate/github/embedded-github.ts';
import { client, repo } from './acme.ts';

export interface Exchange {
  readonly method: string;
  /** Below the API's address. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** A fetch that writes down every answer. */
function recordingFetch(gh: EmbeddedGitHub, exchanges: Exchange[]): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const url = new URL(String(input));
    const path = decodeURI(url.pathname.slice(new URL(gh.apiUrl).pathname.length));
    const text = await answer.clone().text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    exchanges.push({ method: init?.method ?? 'GET', path, status: answer.status, body });
    return answer;
  };
}

/** Uses every call the product and its people make at least once, against `gh`. */
export async function tellStory(gh: EmbeddedGitHub): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const record = recordingFetch(gh, exchanges);
  const bot = client(gh, gh.token(), record);
  const ada = client(gh, gh.token({ actor: 'ada' }), record);
  await readPeople(bot, ada);
  const issue = await issueStory(bot, ada);
  await commentStory(bot, issue);
  const sha = await gh
    .as('wil')
    .pushFiles('feature', { 'src/list.js': 'export const list = 1;\n' });
  const pull = await pullStory(gh, bot, ada, sha);
  await gitStory(bot, sha);
  await checkStory(bot, sha);
  await peopleStory(gh, issue, pull);
  await ada.pulls.merge({ ...repo, pull_number: pull });
  await ada.pulls.checkIfMerged({ ...repo, pull_number: pull });
  await bot.issues.get({ ...repo, issue_number: issue });
  await gh.settled();
  return exchanges;
}

type Client = ReturnType<typeof client>;

async function readPeople(bot: Client, ada: Client): Promise<void> {
  await bot.meta.get();
  await bot.rateLimit.get();
  await bot.repos.get(repo);
  await ada.users.getAuthenticated();
  await bot.users.getByUsername({ username: 'ada' });
  await bot.users.getByUsername({ username: 'github-actions[bot]' });
  await bot.repos.getCollaboratorPermissionLevel({ ...repo, username: 'tri' });
  await bot.repos.listCollaborators(repo);
  await bot.issues.listAssignees(repo);
  await bot.issues.checkUserCanBeAssigned({ ...repo, assignee: 'wil' });
  await ada.repos.createDispatchEvent({ ...repo, event_type: 'look' });
  const dispatch = { ...repo, workflow_id: 'ci.yml', ref: 'main' };
  await ada.actions.createWorkflowDispatch(dispatch);
}

async function issueStory(bot: Client, ada: Client): Promise<number> {
  const opened = await ada.issues.create({
    ...repo,
    title: 'Add --json',
    body: 'Because of #1.',
    labels: ['feature'],
    assignees: ['wil'],
  });
  const issue = { ...repo, issue_number: opened.data.number };
  await bot.issues.update({ ...issue, body: 'Because of #1!', title: 'Add --json to list' });
  await bot.issues.createLabel({ ...repo, name: 'ready', color: '00ff00', description: 'Go' });
  await bot.issues.getLabel({ ...repo, name: 'ready' });
  await bot.issues.addLabels({ ...issue, labels: ['ready', 'on the fly'] });
  await bot.issues.listLabelsOnIssue(issue);
  await bot.issues.removeLabel({ ...issue, name: 'ready' });
  await bot.issues.setLabels({ ...issue, labels: ['feature'] });
  await bot.issues.listLabelsForRepo(repo);
  await bot.issues.addAssignees({ ...issue, assignees: ['tri'] });
  await bot.issues.removeAssignees({ ...issue, assignees: ['tri'] });
  await ada.issues.lock({ ...issue, lock_reason: 'resolved' });
  await ada.issues.unlock(issue);
  await bot.issues.update({ ...issue, state: 'closed', state_reason: 'not_planned' });
  await bot.issues.update({ ...issue, state: 'open' });
  await bot.issues.listForRepo({ ...repo, labels: 'feature', assignee: 'wil', state: 'open' });
  await bot.reactions.createForIssue({ ...issue, content: 'eyes' });
  await bot.reactions.listForIssue(issue);
  const part = await ada.issues.create({ ...repo, title: 'A part of it' });
  await bot.issues.addSubIssue({ ...issue, sub_issue_id: part.data.id });
  await bot.issues.listSubIssues(issue);
  await bot.issues.listEventsForTimeline({ ...repo, issue_number: 1 });
  await bot.issues.listEventsForTimeline(issue);
  await bot.issues.listEvents(issue);
  return issue.issue_number;
}

async function commentStory(bot: Client, number: number): Promise<void> {
  const issue = { ...repo, issue_number: number };
  const { data } = await bot.issues.createComment({ ...issue, body: 'Contract v1' });
  const comment = { ...repo, comment_id: data.id };
  await bot.issues.updateComment({ ...comment, body: 'Contract v2' });
  await bot.issues.getComment(comment);
  const reaction = await bot.reactions.createForIssueComment({ ...comment, content: 'rocket' });
  await bot.reactions.createForIssueComment({ ...comment, content: 'rocket' });
  await bot.reactions.listForIssueComment(comment);
  await bot.reactions.deleteForIssueComment({ ...comment, reaction_id: reaction.data.id });
  await bot.issues.listComments(issue);
  await bot.issues.listCommentsForRepo(repo);
  await bot.issues.listEventsForTimeline(issue);
  const gone = await bot.issues.createComment({ ...issue, body: 'Oops' });
  await bot.issues.deleteComment({ ...repo, comment_id: gone.data.id });
}

async function pullStory(
  gh: EmbeddedGitHub,
  bot: Client,
  ada: Client,
  sha: string,
): Promise<number> {
  const made = await bot.pulls.create({
    ...repo,
    title: 'Add --json',
    head: 'feature',
    base: 'main',
    body: 'Closes #2',
  });
  const pull = { ...repo, pull_number: made.data.number };
  await bot.pulls.get(pull);
  await bot.pulls.list({ ...repo, head: 'acme:feature', state: 'open' });
  await bot.pulls.update({ ...pull, body: 'Closes #2.' });
  await bot.pulls.listFiles(pull);
  await bot.pulls.listCommits(pull);
  await bot.pulls.requestReviewers({ ...pull, reviewers: ['max'] });
  await bot.pulls.listRequestedReviewers(pull);
  const review = await ada.pulls.createReview({ ...pull, event: 'REQUEST_CHANGES', body: 'Hm.' });
  await bot.pulls.getReview({ ...pull, review_id: review.data.id });
  const comment = { body: 'Why 1?', path: 'src/list.js', line: 1, commit_id: sha };
  const { data } = await ada.pulls.createReviewComment({ ...pull, ...comment });
  await bot.pulls.createReplyForReviewComment({ ...pull, comment_id: data.id, body: 'Fixed.' });
  await bot.pulls.getReviewComment({ ...repo, comment_id: data.id });
  await ada.pulls.updateReviewComment({ ...repo, comment_id: data.id, body: 'Why one?' });
  await bot.reactions.createForPullRequestReviewComment({
    ...repo,
    comment_id: data.id,
    content: '+1',
  });
  await bot.reactions.listForPullRequestReviewComment({ ...repo, comment_id: data.id });
  await bot.pulls.listReviews(pull);
  await bot.pulls.listReviewComments(pull);
  await bot.pulls.listReviewCommentsForRepo(repo);
  await gh.as('ada').resolveThread(data.id);
  await gh.as('ada').resolveThread(data.id, false);
  const other = await ada.pulls.createReviewComment({ ...pull, ...comment });
  await ada.pulls.deleteReviewComment({ ...repo, comment_id: other.data.id });
  await bot.issues.createComment({ ...repo, issue_number: made.data.number, body: 'Ready.' });
  await bot.issues.get({ ...repo, issue_number: made.data.number });
  await ada.pulls.checkIfMerged(pull).catch(() => undefined);
  return made.data.number;
}

async function gitStory(bot: Client, sha: string): Promise<void> {
  await bot.git.createRef({ ...repo, ref: 'refs/heads/other', sha });
  await bot.git.getRef({ ...repo, ref: 'heads/other' });
  const { data } = await bot.git.getRef({ ...repo, ref: 'heads/main' });
  await bot.git.updateRef({ ...repo, ref: 'heads/other', sha: data.object.sha, force: true });
  await bot.git.deleteRef({ ...repo, ref: 'heads/other' });
  await bot.git.listMatchingRefs({ ...repo, ref: 'heads/' });
  await bot.git.getCommit({ ...repo, commit_sha: sha });
  await bot.repos.getCommit({ ...repo, ref: 'feature' });
  await bot.repos.listCommits({ ...repo, sha: 'feature' });
  await bot.repos.getBranch({ ...repo, branch: 'main' });
  await bot.repos.listBranches(repo);
  await bot.repos.compareCommitsWithBasehead({ ...repo, basehead: 'main...feature' });
  await bot.repos.getContent({ ...repo, path: 'src/list.js', ref: 'feature' });
  await bot.repos.getContent({ ...repo, path: 'src' });
}

async function checkStory(bot: Client, sha: string): Promise<void> {
  const annotations = [
    {
      path: 'src/list.js',
      start_line: 1,
      end_line: 1,
      annotation_level: 'notice',
      message: 'Look',
    },
  ] as const;
  const output = { title: 'Working', summary: 'So far', annotations: [...annotations] };
  const { data } = await bot.checks.create({ ...repo, name: 'contractor', head_sha: sha, output });
  const run = { ...repo, check_run_id: data.id };
  await bot.checks.update({ ...run, status: 'in_progress' });
  await bot.checks.update({ ...run, conclusion: 'success', completed_at: '2026-01-01T00:00:00Z' });
  await bot.checks.get(run);
  await bot.checks.listAnnotations(run);
  await bot.checks.listForRef({ ...repo, ref: 'feature' });
  await bot.repos.createCommitStatus({ ...repo, sha, state: 'success', context: 'ci' });
  await bot.repos.listCommitStatusesForRef({ ...repo, ref: sha });
  await bot.repos.getCombinedStatusForRef({ ...repo, ref: sha });
}

/** What sends a webhook and is not done over REST by the product. */
async function peopleStory(gh: EmbeddedGitHub, issue: number, pull: number): Promise<void> {
  const ada = gh.as('ada');
  await ada.setDraft(pull, true);
  await ada.setDraft(pull, false);
  await ada.addLabel(pull, 'reviewed');
  await ada.removeLabel(pull, 'reviewed');
  await ada.assign(pull, 'wil');
  await ada.unassign(pull, 'wil');
  await ada.lock(pull);
  await ada.unlock(pull);
  await ada.closePull(pull);
  await ada.reopen(pull);
  await ada.review(pull, {
    event: 'APPROVE',
    comments: [{ path: 'src/list.js', line: 1, body: 'Nice' }],
  });
  await gh
    .as('wil')
    .pushFiles('feature', { 'src/list.js': 'export const list = 2;\n', 'new.txt': '1\n' });
  const id = await ada.comment(issue, 'A word');
  await ada.minimizeComment(id);
  await ada.reactToIssue(issue, 'heart');
  await ada.reactToComment(id, 'heart');
  await ada.setPermission('out', 'read');
  await ada.setPermission('out', 'write');
  await ada.setPermission('out', 'none');
  const gone = await ada.openIssue({ title: 'Mistake' });
  await ada.deleteIssue(gone);
  await ada.transferIssue(await ada.openIssue({ title: 'Elsewhere' }), 'acme/other');
  await ada.pushFiles('short-lived', { 'x.txt': 'x\n' });
  await ada.deleteBranch('short-lived');
}
