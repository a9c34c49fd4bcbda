import { addAssignees, removeAssignees } from '../actions/assignees.ts';
import {
  type IssueInput,
  lockIssue,
  openIssue,
  unlockIssue,
  updateIssue,
} from '../actions/issues.ts';
import { addLabels, createLabel, findLabel, removeLabel, setLabels } from '../actions/labels.ts';
import { addSubIssue } from '../actions/sub-issues.ts';
import { fullIssuePayload, issuePayload, labelPayload } from '../payload/issue.ts';
import { mayRead, mayWrite, permissionFor } from '../permissions.ts';
import type { IssueRecord } from '../records.ts';
import { notFound } from '../refusal.ts';
import { issueNumbered, type World } from '../world.ts';
import { type Api, type ApiContext, input, numberParam, page, since, strings } from './context.ts';
import { timelinePayload } from './timeline.ts';

const issues = '/repos/:owner/:repo/issues';

/** Issues, and pull requests seen as issues: labels, assignees, locks, history. */
export function issueRoutes(api: Api, world: World): void {
  api.get(issues, (c) => {
    mayRead(world, c.get('actor'), 'issues');
    return c.json(page(c, selected(world, c)).items.map((issue) => issuePayload(world, issue)));
  });
  api.post(issues, async (c) => {
    const issue = await openIssue(world, c.get('actor'), issueInput(await input(c)));
    return c.json(fullIssuePayload(world, issue), 201);
  });
  api.get(`${issues}/:number`, (c) => c.json(fullIssuePayload(world, readable(world, c))));
  api.patch(`${issues}/:number`, async (c) => {
    const issue = issueOf(world, c);
    const body = await input(c);
    const update = { ...issueInput(body), state: body.state, stateReason: body.state_reason };
    await updateIssue(world, c.get('actor'), issue, update);
    return c.json(fullIssuePayload(world, issue));
  });
  api.put(`${issues}/:number/lock`, async (c) => {
    const { lock_reason: reason = null } = await input(c);
    await lockIssue(world, c.get('actor'), issueOf(world, c), reason as string | null);
    return c.body(null, 204);
  });
  api.delete(`${issues}/:number/lock`, async (c) => {
    await unlockIssue(world, c.get('actor'), issueOf(world, c));
    return c.body(null, 204);
  });
  for (const list of ['timeline', 'events'] as const) {
    api.get(`${issues}/:number/${list}`, (c) => {
      const issue = readable(world, c);
      const entries = timelinePayload(world, issue, { comments: list === 'timeline' });
      return c.json(page(c, entries).items);
    });
  }
  api.post(`${issues}/:number/sub_issues`, async (c) => {
    const parent = issueOf(world, c);
    addSubIssue(world, c.get('actor'), parent, (await input(c)).sub_issue_id);
    return c.json(issuePayload(world, parent), 201);
  });
  api.get(`${issues}/:number/sub_issues`, (c) => {
    const parts = readable(world, c).subIssues;
    return c.json(page(c, parts).items.map((part) => issuePayload(world, part)));
  });
  labelRoutes(api, world);
  assigneeRoutes(api, world);
}

export function issueOf(world: World, c: ApiContext): IssueRecord {
  return issueNumbered(world, numberParam(c, 'number'));
}

/** @throws Refusal where the caller may not read it */
export function readable(world: World, c: ApiContext): IssueRecord {
  const issue = issueOf(world, c);
  mayRead(world, c.get('actor'), permissionFor(issue));
  return issue;
}

function issueInput(body: Record<string, unknown>): IssueInput {
  const labels = strings(body.labels);
  const assignees = strings(body.assignees);
  const { title, body: text } = body;
  const named = { ...(labels && { labels }), ...(assignees && { assignees }) };
  return { title: typeof title === 'number' ? String(title) : title, body: text, ...named };
}

/** https://docs.github.com/rest/issues/issues#list-repository-issues */
function selected(world: World, c: ApiContext): IssueRecord[] {
  const { state = 'open', labels, assignee, creator, sort = 'created', direction } = c.req.query();
  const wanted = labels?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const found = [...world.issues.values()].filter((issue) => {
    if (issue.gone) return false;
    if (state !== 'all' && issue.state !== state) return false;
    const own = issue.labels.map((label) => label.name.toLowerCase());
    if (!wanted.every((name) => own.includes(name))) return false;
    if (creator && issue.author.login.toLowerCase() !== creator.toLowerCase()) return false;
    return isAssigned(issue, assignee);
  });
  const key = (issue: IssueRecord) => (sort === 'updated' ? issue.updatedAt : issue.createdAt);
  const ascending = (a: IssueRecord, b: IssueRecord) =>
    key(a) === key(b) ? a.number - b.number : key(a) < key(b) ? -1 : 1;
  const sorted = since(c, found).sort(ascending);
  return direction === 'asc' ? sorted : sorted.reverse();
}

function isAssigned(issue: IssueRecord, assignee: string | undefined): boolean {
  if (assignee === undefined) return true;
  if (assignee === '*') return issue.assignees.length > 0;
  if (assignee === 'none') return issue.assignees.length === 0;
  return issue.assignees.some((user) => user.login.toLowerCase() === assignee.toLowerCase());
}

function labelRoutes(api: Api, world: World): void {
  const shown = (issue: IssueRecord) => issue.labels.map((label) => labelPayload(world, label));
  api.get('/repos/:owner/:repo/labels', (c) =>
    c.json(page(c, world.labels).items.map((label) => labelPayload(world, label))),
  );
  api.post('/repos/:owner/:repo/labels', async (c) =>
    c.json(labelPayload(world, createLabel(world, c.get('actor'), await input(c))), 201),
  );
  api.get('/repos/:owner/:repo/labels/:name', (c) => {
    const label = findLabel(world, c.req.param('name'));
    if (!label) throw notFound();
    return c.json(labelPayload(world, label));
  });
  api.get(`${issues}/:number/labels`, (c) => c.json(page(c, shown(readable(world, c))).items));
  api.post(`${issues}/:number/labels`, async (c) => {
    const issue = issueOf(world, c);
    const body = await input(c);
    const names = strings(Array.isArray(body) ? body : body.labels) ?? [];
    await addLabels(world, c.get('actor'), issue, names);
    return c.json(shown(issue));
  });
  api.put(`${issues}/:number/labels`, async (c) => {
    const issue = issueOf(world, c);
    const actor = c.get('actor');
    mayWrite(world, actor, { scope: permissionFor(issue), role: 'triage' });
    await setLabels(world, actor, issue, strings((await input(c)).labels) ?? []);
    return c.json(shown(issue));
  });
  api.delete(`${issues}/:number/labels/:name`, async (c) => {
    const issue = issueOf(world, c);
    await removeLabel(world, c.get('actor'), issue, c.req.param('name'));
    return c.json(shown(issue));
  });
}

function assigneeRoutes(api: Api, world: World): void {
  api.post(`${issues}/:number/assignees`, async (c) => {
    const issue = issueOf(world, c);
    const { assignees } = await input(c);
    await addAssignees(world, c.get('actor'), issue, strings(assignees) ?? []);
    return c.json(issuePayload(world, issue), 201);
  });
  api.delete(`${issues}/:number/assignees`, async (c) => {
    const issue = issueOf(world, c);
    const { assignees } = await input(c);
    await removeAssignees(world, c.get('actor'), issue, strings(assignees) ?? []);
    return c.json(issuePayload(world, issue));
  });
}
