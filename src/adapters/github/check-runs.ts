import type { CheckRun } from '../../ports.ts';
import { cleanCut } from './clean-cut.ts';
import type { GitHubContext } from './context.ts';
import { postOnce } from './post-once.ts';

const NAME = 'Contractor';
/** Tells ours from a check run that merely has the same name: every workflow’s token is one App. */
const EXTERNAL_ID = 'contractor';
/** https://docs.github.com/rest/checks/runs#create-a-check-run */
const SUMMARY_LIMIT = 65_535;
const TITLE_LIMIT = 255;

/** Creates or replaces our one check run on a commit. */
export async function publishCheckRun(context: GitHubContext, run: CheckRun): Promise<void> {
  const { client, owner, repo } = context;
  const result = {
    name: NAME,
    external_id: EXTERNAL_ID,
    status: 'completed' as const,
    conclusion: run.conclusion,
    output: {
      title: cleanCut(run.title, TITLE_LIMIT, '…'),
      summary: cleanCut(run.summary, SUMMARY_LIMIT, '\n\n_Cut here: too long for GitHub._'),
    },
  };
  const existing = await findCheckRun(context, run.sha);
  if (existing !== null) {
    await client.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
      owner,
      repo,
      check_run_id: existing,
      ...result,
    });
    return;
  }
  await postOnce({
    secondMs: context.secondMs,
    find: () => findCheckRun(context, run.sha),
    post: async () => {
      const { data } = await client.request('POST /repos/{owner}/{repo}/check-runs', {
        owner,
        repo,
        head_sha: run.sha,
        ...result,
      });
      return Number(data.id);
    },
  });
}

async function findCheckRun(context: GitHubContext, sha: string): Promise<number | null> {
  const { client, owner, repo } = context;
  const { data } = await client.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
    owner,
    repo,
    ref: sha,
    check_name: NAME,
    per_page: 100,
  });
  const own = data.check_runs.find((run) => run.external_id === EXTERNAL_ID);
  return own ? Number(own.id) : null;
}
