import { renderJobSummary } from '../core/render/job-summary.ts';
import { logSafe } from '../core/rules/neutralise.ts';
import { taskViewOf } from '../core/run/task-view-of.ts';
import type { LookResult, Repository } from './compose.ts';

/** Tells the workflow what came of one look: outputs for later steps, the summary for people, one line for the log. */
export async function reportLook(
  { settings }: Repository,
  issue: number,
  result: LookResult,
): Promise<void> {
  const core = await import('@actions/core');
  const { owner, name } = settings.repository;
  const { state } = result;
  core.setOutput('outcome', result.outcome);
  core.setOutput('contract-version', state.contract?.version ?? '');
  core.setOutput('pull-request', state.publish.pullRequest ?? '');
  core.setOutput('head-sha', state.candidate?.sha ?? '');
  core.setOutput(
    'record',
    state.publish.record ? `refs/contractor/${issue}/ledger:completion.json` : '',
  );
  core.info(logSafe(`#${issue}: ${result.outcome}. ${result.reason}`));
  if (result.outcome === 'nothing-to-do') return;
  const view = taskViewOf(state, {
    repositoryUrl: `${settings.serverUrl}/${owner}/${name}`,
    taskId: `${owner}/${name}#${issue}`,
    issue,
    ledgerTip: null,
  });
  await core.summary.addRaw(renderJobSummary(view), true).write();
  if (result.outcome === 'infra-failed') core.setFailed(logSafe(`#${issue}: ${result.reason}`));
}

/** One clear line for "nothing to do". */
export async function reportNothing(reason: string): Promise<void> {
  const core = await import('@actions/core');
  core.setOutput('outcome', 'nothing-to-do');
  core.notice(logSafe(reason));
}

/** An error of the catalogue that concerns the whole job. Red only when infrastructure failed. */
export async function reportError(line: string, infrastructure: boolean): Promise<void> {
  const core = await import('@actions/core');
  core.setOutput('outcome', infrastructure ? 'infra-failed' : 'nothing-to-do');
  await core.summary.addRaw(logSafe(line), true).write();
  if (infrastructure) core.setFailed(logSafe(line));
  else core.warning(logSafe(line));
}
