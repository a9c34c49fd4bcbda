import { z } from 'zod';
import { digestOf } from '../digest.ts';
import { codeSpan, inline, plainLine } from '../rules/text/neutralise.ts';
import {
  type Completion,
  CompletionStatement,
  type CriterionResult,
} from '../schema/completion.ts';
import { Digest, GitSha } from '../schema/scalars.ts';
import { showSource } from './criteria.ts';
import { amendmentSection, dispositionSection } from './history.ts';
import { BODY_LIMIT, joinWithin, type Section } from './join-within.ts';
import { MarkerIdentity, parseMarker, renderMarker } from './marker.ts';
import { ledgerRef, shortDigest, shortSha } from './task-view.ts';

/** What the body’s first line says to machines: which record it shows, and for which commit. */
export const PullRequestHead = MarkerIdentity.extend({
  kind: z.literal('pull-request'),
  head: GitSha.describe('commit the record describes'),
  contractVersion: z.int(),
  contractHash: Digest,
  statementDigest: Digest,
  ledgerTip: Digest,
});
export type PullRequestHead = z.infer<typeof PullRequestHead>;

export interface PullRequestView {
  repositoryUrl: string;
  issue: number;
  /** Null before it is opened. */
  pullRequest: number | null;
  goal: string;
  statement: CompletionStatement;
  nonce: string;
  /** Why the record no longer holds, shown on top; null while it does. */
  staleBecause: string | null;
}

const RECORD_OPENING = '<details><summary>Completion record (in-toto, JSON)</summary>';

/** One line from the goal; nothing in it mentions, references, closes or skips anything. */
export function pullRequestTitle(goal: string): string {
  return plainLine(goal.replaceAll('`', ''), 120);
}

/** The body of our pull request: what was asked, what proves it, how to check that again. */
export function renderPullRequestBody(view: PullRequestView): string {
  const head = pullRequestHeadOf(view);
  const marker = renderMarker(head, head);
  return `${marker}\n${joinWithin(sections(view), BODY_LIMIT - marker.length - 1)}`;
}

/** Reads it back; `statement` is null when it did not fit (the ledger has it) or was changed by hand. */
export function parsePullRequestBody(
  body: string,
): { head: PullRequestHead; statement: CompletionStatement | null } | null {
  const head = parseMarker(body, PullRequestHead);
  if (!head) return null;
  const statement = readStatement(body);
  const intact = statement !== null && digestOf(statement) === head.statementDigest;
  return { head, statement: intact ? statement : null };
}

function pullRequestHeadOf({ statement, nonce }: PullRequestView): PullRequestHead {
  const { taskId, finalHeadSha, contractVersion, contractHash, ledgerTip } = statement.predicate;
  return {
    task: taskId,
    nonce,
    kind: 'pull-request',
    head: finalHeadSha,
    contractVersion,
    contractHash,
    statementDigest: digestOf(statement),
    ledgerTip,
  };
}

function sections(view: PullRequestView): Section[] {
  const { predicate } = view.statement;
  const whole = `\`completion.json\` on ${ledgerRef(view.issue)}`;
  const fixed = (lines: string[]): Section => ({ head: lines, atoms: [], whole, spare: 0 });
  const warning = `> [!WARNING]\n> **Not current:** ${inline(view.staleBecause ?? '', 500)}`;
  return [
    fixed(view.staleBecause === null ? [] : [warning]),
    fixed([`Closes #${view.issue}`, '', inline(view.goal, 1000)]),
    fixed([verdict(predicate)]),
    {
      head: ['| | What must be true | Proved by |', '|---|---|---|'],
      atoms: predicate.acceptance.map(criterionRow),
      whole,
      spare: 1,
    },
    paths(predicate, whole),
    list('Look at these', predicate.tamperSignals, whole),
    list('Assumed', predicate.openAssumptions, whole),
    list('Decided', predicate.stopDecisions, whole),
    amendmentSection(predicate.amendments, whole),
    dispositionSection(predicate.dispositions, view, whole),
    fixed(audit(view.issue, predicate)),
    recordSection(view.statement, whole),
  ];
}

function verdict(predicate: Completion): string {
  const head = shortSha(predicate.finalHeadSha);
  const same = predicate.verificationHeadSha === predicate.finalHeadSha;
  const where = same
    ? `every criterion was verified on \`${head}\`, the commit delivered here`
    : `every criterion was verified on \`${shortSha(predicate.verificationHeadSha)}\`, and nothing it depends on differs on \`${head}\``;
  return `**Complete under contract v${predicate.contractVersion}** (\`${shortDigest(predicate.contractHash)}\`): ${where}.`;
}

function criterionRow({
  criterionId,
  statement,
  quote,
  result,
  evidence,
}: CriterionResult): string {
  const said = quote === null ? '' : `<br><sub>“${inline(quote, 200)}”</sub>`;
  const proofs = evidence.map((item) => {
    const where =
      item.verifiedSha === item.validForSha ? '' : ` on \`${shortSha(item.verifiedSha)}\``;
    return `${item.id}: ${inline(item.observation.summary, 150)}${where}`;
  });
  const icon = result === 'PASS' ? '✅' : '❌';
  return `| ${icon} ${inline(criterionId)} | ${inline(statement, 500)}${said} | ${proofs.join('<br>')} |`;
}

function paths(predicate: Completion, whole: string): Section {
  const { changedPaths, result, takenOver = [] } = predicate.scopeReview;
  const count = `${changedPaths.length} ${changedPaths.length === 1 ? 'file' : 'files'}`;
  const theirs =
    takenOver.length > 0
      ? `all in scope but ${takenOver.length} of a person’s commit`
      : 'all in scope';
  const scope = result === 'PASS' ? theirs : 'not all in scope';
  return {
    head: [`<details><summary>${count} changed, ${scope}</summary>`, ''],
    atoms: changedPaths.map(
      (path) =>
        `- ${codeSpan(path)}${takenOver.includes(path) ? ' (outside the scope, by a person)' : ''}`,
    ),
    tail: ['', '</details>'],
    whole,
    spare: 5,
  };
}

function list(title: string, lines: readonly string[], whole: string): Section {
  return {
    head: lines.length > 0 ? [`**${title}**`, ''] : [],
    atoms: lines.map((each) => `- ${inline(each, 300)}`),
    whole,
    spare: 4,
  };
}

function audit(issue: number, predicate: Completion): string[] {
  const { requirementsRevision: revision, baseSha, integrationTarget } = predicate;
  const last = revision.lastCommentId;
  const read = last === 0 ? 'no comment' : showSource(`comment:issue:${last}`);
  return [
    '#### Check it again',
    '',
    `Requirements read up to ${read} (body \`${shortDigest(revision.bodyHash)}\`); base \`${shortSha(baseSha)}\` on ${codeSpan(integrationTarget)}; ledger at \`${shortDigest(predicate.ledgerTip)}\`.`,
    '',
    '```sh',
    `git fetch origin refs/contractor/${issue}/ledger ${predicate.finalHeadSha} && git show FETCH_HEAD:completion.json > completion.json`,
    'contractor audit completion.json          # does the record agree with itself?',
    'contractor audit completion.json --rerun  # do its checks still pass on that commit?',
    '```',
  ];
}

/** The statement on one line, so that no line of it is Markdown or a marker. Left out whole when it does not fit. */
function recordSection(statement: CompletionStatement, whole: string): Section {
  const json = JSON.stringify(statement).replace(/[<>`]/g, escapeJson);
  return {
    head: [RECORD_OPENING, ''],
    atoms: [`\`\`\`json\n${json}\n\`\`\``],
    tail: ['', '</details>'],
    whole,
    spare: 9,
  };
}

function readStatement(body: string): CompletionStatement | null {
  const lines = belowRecordOpening(body);
  const at = lines.indexOf('```json');
  try {
    return CompletionStatement.safeParse(JSON.parse(lines[at + 1] ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** Untrusted text never begins a line with `<`, so the opening can only be ours. */
function belowRecordOpening(body: string): string[] {
  const lines = body.split(/\r?\n/);
  return lines.slice(lines.lastIndexOf(RECORD_OPENING) + 1);
}

function escapeJson(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}
