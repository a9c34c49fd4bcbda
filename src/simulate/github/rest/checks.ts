import { createCheckRun, updateCheckRun } from '../actions/check-runs.ts';
import { createStatus } from '../actions/statuses.ts';
import { checkRunPayload } from '../payload/check-run.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { combinedState, statusPayload } from '../payload/status.ts';
import { mayRead } from '../permissions.ts';
import type { StatusRecord } from '../records.ts';
import { notFound, Refusal } from '../refusal.ts';
import { repositoryApiUrl, type World } from '../world.ts';
import { type Api, type ApiContext, input, numberParam, page } from './context.ts';

const repo = '/repos/:owner/:repo';

/** Check runs and commit statuses. */
export function checkRoutes(api: Api, world: World): void {
  api.post(`${repo}/check-runs`, async (c) => {
    const run = await createCheckRun(world, c.get('actor'), await input(c));
    return c.json(checkRunPayload(world, run), 201);
  });
  api.get(`${repo}/check-runs/:id`, (c) => {
    mayRead(world, c.get('actor'), 'checks');
    const run = world.checkRuns.get(numberParam(c, 'id'));
    if (!run) throw notFound();
    return c.json(checkRunPayload(world, run));
  });
  api.patch(`${repo}/check-runs/:id`, async (c) => {
    const run = updateCheckRun(world, c.get('actor'), numberParam(c, 'id'), await input(c));
    return c.json(checkRunPayload(world, run));
  });
  api.get(`${repo}/check-runs/:id/annotations`, (c) => {
    mayRead(world, c.get('actor'), 'checks');
    const run = world.checkRuns.get(numberParam(c, 'id'));
    if (!run) throw notFound();
    const blob = `${repositoryApiUrl(world)}/contents/`;
    const annotations = page(c, run.annotations).items.map((annotation) => ({
      start_column: null,
      end_column: null,
      title: null,
      raw_details: null,
      ...annotation,
      blob_href: `${blob}${annotation.path}?ref=${run.headSha}`,
    }));
    return c.json(annotations);
  });
  api.get(`${repo}/commits/:ref/check-runs`, async (c) => {
    mayRead(world, c.get('actor'), 'checks');
    const { items, total } = page(c, await runsFor(world, c));
    return c.json({
      total_count: total,
      check_runs: items.map((run) => checkRunPayload(world, run)),
    });
  });
  statusRoutes(api, world);
}

/** https://docs.github.com/rest/checks/runs#list-check-runs-for-a-git-reference */
async function runsFor(world: World, c: ApiContext) {
  const sha = await commitOf(world, c);
  const { check_name: name, status, app_id: app, filter = 'latest' } = c.req.query();
  const found = [...world.checkRuns.values()]
    .filter((run) => run.headSha === sha)
    .filter((run) => name === undefined || run.name === name)
    .filter((run) => status === undefined || run.status === status)
    .filter((run) => app === undefined || run.suite.app.id === Number(app))
    .reverse();
  if (filter === 'all') return found;
  const key = (run: (typeof found)[number]) => `${run.suite.id} ${run.name}`;
  return found.filter((run, i) => found.findIndex((other) => key(other) === key(run)) === i);
}

async function commitOf(world: World, c: ApiContext): Promise<string> {
  const name = c.req.param('ref') ?? '';
  const sha = await world.git.commitNamed(name);
  if (!sha) throw new Refusal(422, `No commit found for SHA: ${name}`);
  return sha;
}

function statusRoutes(api: Api, world: World): void {
  api.post(`${repo}/statuses/:ref`, async (c) => {
    const status = await createStatus(world, c.get('actor'), c.req.param('ref'), await input(c));
    return c.json(statusPayload(world, status), 201);
  });
  const ofCommit = async (c: ApiContext): Promise<[string, StatusRecord[]]> => {
    mayRead(world, c.get('actor'), 'statuses');
    const sha = await commitOf(world, c);
    return [sha, world.statuses.filter((status) => status.sha === sha).reverse()];
  };
  api.get(`${repo}/commits/:ref/statuses`, async (c) => {
    const [, statuses] = await ofCommit(c);
    return c.json(page(c, statuses).items.map((status) => statusPayload(world, status)));
  });
  api.get(`${repo}/commits/:ref/status`, async (c) => {
    const [sha, all] = await ofCommit(c);
    const latest = all.filter((s, i) => all.findIndex((o) => o.context === s.context) === i);
    const commit = `${repositoryApiUrl(world)}/commits/${sha}`;
    return c.json({
      state: combinedState(latest),
      statuses: page(c, latest).items.map((status) => statusPayload(world, status)),
      sha,
      total_count: latest.length,
      repository: repositoryPayload(world),
      commit_url: commit,
      url: `${commit}/status`,
    });
  });
}
