import { nodeId } from '../node-id.ts';
import type { CheckRunRecord, CheckSuiteRecord } from '../records.ts';
import { pulls, repositoryApiUrl, repositoryUrl, type World } from '../world.ts';
import { appPayload } from './app.ts';
import { repositoryPayload } from './repository.ts';
import type { Json } from './user.ts';

export function checkRunPayload(world: World, run: CheckRunRecord): Json {
  const url = `${repositoryApiUrl(world)}/check-runs/${run.id}`;
  const page = `${repositoryUrl(world)}/runs/${run.id}`;
  return {
    id: run.id,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: run.name,
    check_suite: { id: run.suite.id },
    app: appPayload(world, run.suite.app),
    pull_requests: pullsOnHead(world, run.headSha),
  };
}

/** The `check_run` webhook carries the suite in full, and no pull request from a fork. */
export function checkRunWebhookPayload(world: World, run: CheckRunRecord): Json {
  return { ...checkRunPayload(world, run), check_suite: checkSuitePayload(world, run.suite) };
}

function checkSuitePayload(world: World, suite: CheckSuiteRecord): Json {
  const runs = [...world.checkRuns.values()].filter((run) => run.suite === suite);
  const completed = runs.every((run) => run.status === 'completed');
  return {
    id: suite.id,
    node_id: nodeId('CheckSuite', suite.id),
    head_branch:
      pulls(world).find(({ pull }) => pull.headSha === suite.headSha)?.pull.headRef ?? null,
    head_sha: suite.headSha,
    status: completed ? 'completed' : 'in_progress',
    conclusion: completed ? (runs.at(-1)?.conclusion ?? null) : null,
    url: `${repositoryApiUrl(world)}/check-suites/${suite.id}`,
    before: null,
    after: suite.headSha,
    pull_requests: pullsOnHead(world, suite.headSha),
    app: appPayload(world, suite.app),
    created_at: suite.createdAt,
    updated_at: suite.createdAt,
  };
}

function pullsOnHead(world: World, sha: string): Json[] {
  const { id, name } = world.repository;
  const repo = { id, url: repositoryPayload(world).url, name };
  return pulls(world)
    .filter((issue) => issue.state === 'open' && issue.pull.headSha === sha)
    .map(({ number, pull }) => ({
      url: `${repositoryApiUrl(world)}/pulls/${number}`,
      id: pull.id,
      number,
      head: { ref: pull.headRef, sha: pull.headSha, repo },
      base: { ref: pull.baseRef, sha: pull.baseSha, repo },
    }));
}
