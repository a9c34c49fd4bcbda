import {
  type MergeMethod,
  mergePull,
  openPull,
  requestReviewers,
  updatePull,
} from '../actions/pulls.ts';
import { readCommits } from '../git/commit-object.ts';
import { diffFiles } from '../git/diff.ts';
import { commitPayload, fileDiffPayload } from '../payload/commit.ts';
import { pullPayload, simplePullPayload } from '../payload/pull.ts';
import { userPayload } from '../payload/user.ts';
import { mayRead } from '../permissions.ts';
import type { PullIssue } from '../records.ts';
import { pullNumbered, pulls, type World } from '../world.ts';
import { type Api, type ApiContext, input, numberParam, page, strings } from './context.ts';

const base = '/repos/:owner/:repo/pulls';

/** Pull requests: the branches, the diff, the merge. */
export function pullRoutes(api: Api, world: World): void {
  api.get(base, (c) => {
    mayRead(world, c.get('actor'), 'pull_requests');
    const found = page(c, selected(world, c)).items;
    return c.json(found.map((issue) => simplePullPayload(world, issue)));
  });
  api.post(base, async (c) => {
    const body = await input(c);
    const maintainerCanModify = body.maintainer_can_modify;
    const pull = await openPull(world, c.get('actor'), { ...body, maintainerCanModify });
    return c.json(await pullPayload(world, pull), 201);
  });
  api.get(`${base}/:number`, async (c) => {
    const pull = readablePull(world, c);
    if (/vnd\.github\.(v3\.)?diff/.test(c.req.header('accept') ?? '')) {
      const from = await mergeBase(world, pull);
      return c.text(await world.git.run(['diff', '--no-ext-diff', from, pull.pull.headSha]));
    }
    return c.json(await pullPayload(world, pull));
  });
  api.patch(`${base}/:number`, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const { title, body, state, base: branch } = await input(c);
    await updatePull(world, c.get('actor'), pull, { title, body, state, base: branch });
    return c.json(await pullPayload(world, pull));
  });
  api.get(`${base}/:number/files`, async (c) => {
    const pull = readablePull(world, c);
    const { headSha } = pull.pull;
    const files = await diffFiles(world.git, await mergeBase(world, pull), headSha);
    return c.json(page(c, files).items.map((file) => fileDiffPayload(world, headSha, file)));
  });
  api.get(`${base}/:number/commits`, async (c) => {
    const pull = readablePull(world, c);
    const shas = await world.git.commitsBetween(await mergeBase(world, pull), pull.pull.headSha);
    const commits = await readCommits(world.git, page(c, shas).items);
    return c.json(commits.map((commit) => commitPayload(world, commit)));
  });
  api.get(`${base}/:number/merge`, (c) =>
    c.body(null, readablePull(world, c).pull.mergedAt ? 204 : 404),
  );
  api.put(`${base}/:number/merge`, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const { sha, merge_method: method } = await input(c);
    const options = { sha: sha as string | undefined, method: method as MergeMethod | undefined };
    const merged = await mergePull(world, c.get('actor'), pull, options);
    return c.json({ sha: merged, merged: true, message: 'Pull Request successfully merged' });
  });
  reviewerRoutes(api, world);
}

export function readablePull(world: World, c: ApiContext): PullIssue {
  mayRead(world, c.get('actor'), 'pull_requests');
  return pullNumbered(world, numberParam(c, 'number'));
}

async function mergeBase(world: World, { pull }: PullIssue): Promise<string> {
  return (await world.git.mergeBase(pull.baseSha, pull.headSha)) ?? pull.baseSha;
}

/** https://docs.github.com/rest/pulls/pulls#list-pull-requests */
function selected(world: World, c: ApiContext): PullIssue[] {
  const { state = 'open', head, base: branch, sort, direction } = c.req.query();
  const found = pulls(world).filter((issue) => {
    if (state !== 'all' && issue.state !== state) return false;
    if (branch !== undefined && issue.pull.baseRef !== branch) return false;
    return head === undefined || isHead(world, issue, head);
  });
  if (sort === 'updated') found.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
  const ascending =
    direction === undefined ? sort !== undefined && sort !== 'created' : direction === 'asc';
  return ascending ? found : found.reverse();
}

/** `head` is `owner:branch`; GitHub ignores one without an owner. */
function isHead(world: World, issue: PullIssue, head: string): boolean {
  const at = head.indexOf(':');
  if (at < 0) return true;
  const owner = head.slice(0, at).toLowerCase();
  return (
    owner === world.repository.owner.login.toLowerCase() &&
    head.slice(at + 1) === issue.pull.headRef
  );
}

function reviewerRoutes(api: Api, world: World): void {
  const path = `${base}/:number/requested_reviewers`;
  api.get(path, (c) => {
    const { pull } = readablePull(world, c);
    const users = pull.requestedReviewers.map((user) => userPayload(world, user));
    return c.json({ users, teams: [] });
  });
  api.post(path, async (c) => {
    const pull = pullNumbered(world, numberParam(c, 'number'));
    const { reviewers } = await input(c);
    await requestReviewers(world, c.get('actor'), pull, strings(reviewers) ?? []);
    return c.json(simplePullPayload(world, pull), 201);
  });
}
