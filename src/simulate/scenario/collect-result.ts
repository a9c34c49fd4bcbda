import { CATALOGUE, type CatalogueEntry, type ErrorCode } from '../../core/catalogue.ts';
import { fold } from '../../core/run/evolve.ts';
import { CompletionFile } from '../../core/schema/completion-file.ts';
import type { Event, EventOf, LedgerEntry } from '../../core/schema/event.ts';
import type { EmbeddedGitHub } from '../github/embedded-github.ts';
import type { ScriptedModel } from '../model/scripted-model.ts';
import type { Looks } from './looks.ts';
import { readChange, readLedgerRef } from './read-ledger.ts';
import type { Happening, ScenarioResult, SeenPull, ThreadComment } from './result.ts';

export interface Facts {
  scenario: string;
  github: EmbeddedGitHub;
  model: ScriptedModel | null;
  looks: Looks;
  issue: number;
  branch: string;
  happenings: Happening[];
  problems: string[];
  totalMs: number;
}

type Unjudged = Omit<ScenarioResult, 'asExpected' | 'expectations'>;

/** Reads back what came of it, from GitHub’s side and from the ledger with git: nothing is taken from the product’s word. */
export async function collectResult(facts: Facts): Promise<Unjudged> {
  const { github, looks, issue, branch } = facts;
  const { entries, documents } = await readLedgerRef(github.gitDir, issue);
  const state = fold(entries);
  const head = (await github.refs(`refs/heads/${branch}`)).get(`refs/heads/${branch}`) ?? null;
  const base = state.contract?.baseSha;
  const pull = pullOf(github, branch);
  const run = head === null ? undefined : github.checkRuns(head).at(-1);
  const last = lastEnd(looks);
  return {
    scenario: facts.scenario,
    problems: facts.problems,
    outcome: state.settled ? 'settled' : (state.ended?.outcome ?? last.outcome),
    reason: state.settled ?? state.ended?.reason ?? last.reason,
    handback: state.ended?.handback ?? null,
    ends: all(entries, 'run-ended').map(({ outcome, reason }) => ({ outcome, reason })),
    contracts: entries.flatMap(({ event }) =>
      event.type === 'contract-drafted' || event.type === 'contract-amended'
        ? [{ version: event.contract.version, hash: event.contractHash, contract: event.contract }]
        : [],
    ),
    amendments: state.amendments,
    dispositions: state.dispositions,
    plans: all(entries, 'plan-written').map((event) => event.plan),
    checkpoints: state.checkpoints,
    evidence: state.evidence,
    pullRequest: pull,
    checkRun: run ? { sha: run.headSha, conclusion: run.conclusion, title: run.title } : null,
    record: documents['completion.json']
      ? CompletionFile.parse(JSON.parse(documents['completion.json']))
      : null,
    head,
    change: head && base ? await readChange(github.gitDir, base, head) : null,
    thread: threadOf(github, issue),
    comment:
      github.comments(issue).find((comment) => comment.id === state.comment?.id)?.body ?? null,
    events: entries,
    happenings: facts.happenings,
    looks: looks.records.map(
      ({ run: name, wokenBy, killed, looks: ends, ignored, failure, durationMs }) => ({
        run: name,
        wokenBy,
        killed,
        ends,
        ignored,
        failure,
        durationMs,
      }),
    ),
    apiCalls: [...github.requests],
    modelCalls: (facts.model?.requests ?? []).map(({ purpose, turn, usage }) => ({
      purpose,
      turn,
      usage,
    })),
    effort: { turns: state.turns, usage: state.usage, conversation: state.conversation },
    sandbox: { asked: looks.sandboxLevel, reached: state.environment?.sandbox.reached ?? null },
    timings: {
      totalMs: facts.totalMs,
      lookMs: looks.records.reduce((sum, each) => sum + each.durationMs, 0),
    },
  };
}

function all<T extends Event['type']>(entries: readonly LedgerEntry[], type: T): EventOf<T>[] {
  return entries
    .map(({ event }) => event)
    .filter((event): event is EventOf<T> => event.type === type);
}

/** Where the ledger knows no end, a task that never began: the last process tells why. */
function lastEnd(looks: Looks): { outcome: ScenarioResult['outcome']; reason: string } {
  const record = looks.records.at(-1);
  const end = looks.records.findLast((each) => each.looks.length > 0)?.looks.at(-1);
  const failure = looks.records.findLast((each) => each.failure !== null)?.failure;
  if (failure)
    return { outcome: outcomeOf(failure), reason: `${failure.code}: ${failure.message}` };
  if (end) return end;
  if (record?.killed) return { outcome: 'killed', reason: 'The process was killed.' };
  return { outcome: 'nothing-to-do', reason: record?.ignored ?? 'Nothing woke the product.' };
}

/** As the action’s output has it: what a person can mend is no failure of ours. */
function outcomeOf({ code }: { code: string }): ScenarioResult['outcome'] {
  const entry: CatalogueEntry = CATALOGUE[code as ErrorCode];
  return entry.infrastructure ? 'infra-failed' : 'nothing-to-do';
}

function pullOf(github: EmbeddedGitHub, branch: string): SeenPull | null {
  const issue = github.pulls().findLast(({ pull }) => pull.headRef === branch);
  if (!issue) return null;
  const { number, title, body, pull } = issue;
  return {
    number,
    title,
    body: body ?? '',
    state: pull.mergedAt === null ? issue.state : 'merged',
    draft: pull.draft,
    head: pull.headSha,
    base: pull.baseRef,
    comments: commentsOf(github, number),
  };
}

function threadOf(github: EmbeddedGitHub, number: number): ScenarioResult['thread'] {
  const { title, body, author } = github.issue(number);
  return {
    title,
    body: body ?? '',
    author: author.login,
    comments: commentsOf(github, number),
  };
}

function commentsOf(github: EmbeddedGitHub, number: number): ThreadComment[] {
  return github
    .comments(number)
    .map(({ author, body, createdAt }) => ({ by: author.login, body, at: createdAt }));
}
