import { isForPeople } from '../app/notice.ts';
import { renderJobSummary } from '../core/render/job-summary.ts';
import { inline, logSafe } from '../core/rules/text/neutralise.ts';
import { taskViewOf } from '../core/run/task-view-of.ts';
import type { LookResult, Repository } from './compose.ts';
import type { Looked } from './look-at.ts';

/** Outputs for later steps, about one issue. */
export async function setOutputs(looked: Looked): Promise<void> {
  const core = await import('@actions/core');
  if ('error' in looked) return core.setOutput('outcome', outcomeOf(looked.error.infrastructure));
  const { issue, result } = looked;
  const { state } = result;
  core.setOutput('outcome', result.outcome);
  core.setOutput('contract-version', state.contract?.version ?? '');
  core.setOutput('pull-request', state.publish.pullRequest ?? '');
  core.setOutput('head-sha', state.candidate?.sha ?? '');
  core.setOutput(
    'record',
    state.publish.record ? `refs/contractor/${issue}/ledger:completion.json` : '',
  );
}

/** The summary for people and one line for the log, about one issue. */
export async function reportIssue(repository: Repository, looked: Looked): Promise<void> {
  const { issue } = looked;
  if ('error' in looked) {
    const { code, message, remedy, infrastructure } = looked.error;
    return report(`#${issue}: ${code}: ${message} ${remedy}`, infrastructure);
  }
  const core = await import('@actions/core');
  const { outcome, reason, nothing } = looked.result;
  if (nothing && isForPeople(nothing)) return report(`#${issue}: ${nothing}: ${reason}`, false);
  if (outcome === 'nothing-to-do') return core.notice(logSafe(`#${issue}: ${reason}`));
  core.info(logSafe(`#${issue}: ${outcome}. ${reason}`));
  await summarise(await summaryOf(repository, issue, looked.result));
  if (outcome === 'infra-failed') core.setFailed(logSafe(`#${issue}: ${reason}`));
}

/** One clear line for an event that concerns no task. */
export async function reportIgnored(reason: string): Promise<void> {
  const core = await import('@actions/core');
  core.setOutput('outcome', 'nothing-to-do');
  core.notice(logSafe(reason));
}

/** An error that concerns the whole job. */
export async function reportError(line: string, infrastructure: boolean): Promise<void> {
  const core = await import('@actions/core');
  core.setOutput('outcome', outcomeOf(infrastructure));
  await report(line, infrastructure);
}

/** Red only when infrastructure failed. */
async function report(line: string, infrastructure: boolean): Promise<void> {
  const core = await import('@actions/core');
  await summarise(`${inline(line, 2000)}\n`);
  if (infrastructure) core.setFailed(logSafe(line));
  else core.warning(logSafe(line));
}

async function summaryOf(
  { settings }: Repository,
  issue: number,
  { state }: LookResult,
): Promise<string> {
  const { context } = await import('@actions/github');
  const { owner, name } = settings.repository;
  const repositoryUrl = `${settings.serverUrl}/${owner}/${name}`;
  const view = taskViewOf(state, {
    repositoryUrl,
    taskId: `${owner}/${name}#${issue}`,
    issue,
    ledgerTip: null,
  });
  const log = `${repositoryUrl}/actions/runs/${context.runId}`;
  return `${renderJobSummary(view)}\n<sub>[Log of this run](${log})</sub>\n`;
}

/** Some runners, and whoever tries the action on the command line, keep no summary. */
async function summarise(markdown: string): Promise<void> {
  const { summary } = await import('@actions/core');
  if (process.env.GITHUB_STEP_SUMMARY) await summary.addRaw(markdown, true).write();
}

const outcomeOf = (infrastructure: boolean): string =>
  infrastructure ? 'infra-failed' : 'nothing-to-do';
