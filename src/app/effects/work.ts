import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { latestEvidence } from '../../core/rules/evidence/completion.ts';
import { tamperSignals } from '../../core/rules/evidence/tamper.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import { workFrom } from '../../core/run/standing.ts';
import type { TaskState } from '../../core/run/state.ts';
import type { Contract } from '../../core/schema/contract.ts';
import type { Handback } from '../../core/schema/handback.ts';
import type { Finding, WorkReport, Worktree } from '../../ports.ts';
import type { Context } from '../context.ts';
import { followPlanner } from '../planning/follow-planner.ts';
import { chooseWorkMode } from '../work/choose-work-mode.ts';
import { commitMessage } from '../work/commit-message.ts';
import type { Job, JobEnd } from '../work/job.ts';
import { keepCheckpoints } from '../work/keep-checkpoints.ts';
import { readInstructions } from '../work/read-instructions.ts';
import { resumeWork } from '../work/resume-work.ts';
import { workDirectly } from '../work/work-directly.ts';

/** Lets the agent work on the contract, checkpointed, and makes a commit of what it left. */
export async function work(
  _: Extract<Effect, { type: 'work' }>,
  context: Context,
): Promise<Report> {
  const { ports, log, request } = context;
  const { contract } = log.state;
  if (!ports.agent) throw new CatalogueError('no-model');
  if (!contract) throw new CatalogueError('no-issue');
  const start = workFrom(log.state);
  const worktree = await ports.workspace.openWorktree(worktreeId(request.issue, start), start);
  await using _released = { [Symbol.asyncDispose]: () => worktree.release() };
  const { environment } = contract;
  if (environment.setup.length > 0)
    await worktree.setUp(digestOf(environment), () => ports.checks.install(worktree, environment));
  const before = await resumeWork(context, worktree);
  const { report, verdict } = await byMode({
    context,
    contract,
    worktree,
    start,
    instructions: await readInstructions(ports.workspace, contract.baseSha),
    findings: findings(log.state, contract),
    before,
  });
  ports.journal.note({ what: 'agent-ended', issue: request.issue, ...report });
  await keepCheckpoints(context);
  return verdict ?? fromReport(context, contract, worktree, start, report);
}

/** The modes are strategies over the same worktree, harness and tools (seeds/0). */
function byMode(job: Job): Promise<JobEnd> {
  const { mode, ...wish } = chooseWorkMode(job.context, job.contract);
  return mode === 'reactive' || mode === 'interleaved'
    ? workDirectly(job, mode)
    : followPlanner(job, { mode, ...wish });
}

/** One worktree for each commit that work starts from: a person’s push gives the agent a fresh one. */
const worktreeId = (issue: number, start: string): string => `issue-${issue}-${start.slice(0, 12)}`;

async function fromReport(
  context: Context,
  contract: Contract,
  worktree: Worktree,
  start: string,
  report: WorkReport,
): Promise<Report> {
  switch (report.end) {
    case 'interrupted':
      return { type: 'work-interrupted' };
    case 'out-of-turns':
      return { type: 'work-ended', outcome: 'over-budget', reason: report.detail };
    case 'model-failed':
      if (report.remedy) return { type: 'handed-back', handback: modelRefused(report) };
      return { type: 'work-ended', outcome: 'infra-failed', reason: report.detail };
    default:
      return commit(context, contract, worktree, start, report);
  }
}

async function commit(
  context: Context,
  contract: Contract,
  worktree: Worktree,
  start: string,
  report: WorkReport,
): Promise<Report> {
  const { ports, log, settings, request } = context;
  const { tree } = await worktree.checkpoint();
  const { candidate, publish } = log.state;
  const unchanged = tree === (await ports.workspace.treeOf(start));
  if (unchanged && publish.written === null)
    return { type: 'work-empty', detail: `The agent changed nothing (${report.detail}).` };
  if (isKnownToBeRed(log.state, tree))
    return {
      type: 'work-empty',
      sha: candidate?.sha ?? start,
      detail: `${UNCHANGED}${(log.state.verification?.summary ?? '').replace(UNCHANGED, '')}`,
    };
  const changes = await ports.workspace.changes(contract.baseSha, tree);
  const secrets = await scanChanges(
    context,
    tree,
    changes.filter((c) => c.status !== 'deleted').map((c) => c.path),
  );
  if (secrets.length > 0) return { type: 'handed-back', handback: secretFound(secrets) };
  const message = commitMessage(log.state, request, settings);
  const at = candidate?.tree === tree ? log.state.run?.startedAt : ports.clock.now().toISOString();
  const sha = unchanged
    ? start
    : await ports.workspace.commit({
        tree,
        parent: start,
        message,
        at: at ?? ports.clock.now().toISOString(),
      });
  return {
    type: 'worked',
    commit: {
      type: 'commit-created',
      sha,
      tree,
      parent: start,
      contractHash: log.state.contractHash ?? '',
      changedPaths: changes.map((change) => change.path),
      tamperSignals: tamperSignals(changes, oraclePaths(contract)),
      secrets: [],
    },
  };
}

/** Without a change by people the next look would fail the same way. */
function modelRefused({ detail, remedy }: WorkReport): Handback {
  return {
    found: detail.slice(0, 4000).toWellFormed() || 'the model refused',
    blocked: 'the work: the model cannot be asked',
    alternatives: [`${remedy} Then: /contract resume`, 'Leave the task as it is: /contract stop'],
    preserved: 'everything up to here is in the ledger and the checkpoints',
    decision: remedy ?? '',
  };
}

const UNCHANGED = 'Nothing was changed since it was found red. ';

/** The very tree that was verified under this contract and came back red: its checks would say the same again. */
function isKnownToBeRed(
  { candidate, verification, contractHash }: TaskState,
  tree: string,
): boolean {
  return (
    verification?.passed === false &&
    verification.counts !== false &&
    verification.contractHash === contractHash &&
    candidate?.tree === tree &&
    candidate.sha === verification.sha
  );
}

function oraclePaths(contract: Contract): Set<string> {
  const checks = contract.acceptance.flatMap((criterion) => criterion.checks);
  const files = checks.flatMap((check) => ('oracle' in check ? check.oracle : []));
  return new Set(files.map(({ path }) => path));
}

async function scanChanges(
  { ports }: Context,
  tree: string,
  paths: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const text = await ports.workspace.read(tree, path);
    if (text === null) continue;
    for (const finding of await ports.secrets.scan(text, path))
      found.push(`${finding.rule} at ${finding.place}`);
  }
  return found;
}

function secretFound(secrets: readonly string[]) {
  return {
    found: `The change contains what looks like a secret: ${secrets.slice(0, 5).join('; ')}`,
    blocked: 'delivery: nothing with a secret is ever pushed',
    alternatives: ['Rotate the credential, then let the agent remove it: /contract resume'],
    preserved: 'the worktree stays on the machine that ran it; nothing was pushed',
    decision: 'Rotate the credential and say that work may go on.',
  };
}

/** What is red now: the harness’s own output, never what the agent said about it. */
function findings(state: TaskState, contract: Contract): Finding[] {
  if (!state.verification || state.verification.passed) return [];
  // Nothing was red: the commit itself is gone, and is made again.
  if (state.verification.counts === false && state.planned !== null) return [];
  const red = contract.acceptance.flatMap((criterion) =>
    criterion.status === 'active'
      ? criterion.checks.flatMap((check) => {
          const last = latestEvidence(state.evidence, criterion.id, check.id);
          return last?.result === 'fail' && last.stage === 'verify'
            ? [
                {
                  criterionId: criterion.id,
                  statement: criterion.statement,
                  summary: last.observation.summary,
                  logTail: last.observation.logTail,
                },
              ]
            : [];
        })
      : [],
  );
  const whole = {
    criterionId: 'task',
    statement: 'the contract as a whole',
    summary: state.verification.summary,
    logTail: '',
  };
  return red.length > 0 ? red : [whole];
}
