import { z } from 'zod';
import { digestText } from '../digest.ts';
import { fenced, inline } from '../rules/text/neutralise.ts';
import { Digest } from '../schema/scalars.ts';
import { answerSections } from './answers.ts';
import { contractSections } from './contract-section.ts';
import { costLine, EVIDENCE_HEAD, evidenceRows } from './evidence-table.ts';
import { renderHandback } from './handback.ts';
import { amendmentSection, dispositionSection } from './history.ts';
import { BODY_LIMIT, joinWithin, type Section } from './join-within.ts';
import { belowMarker, MarkerIdentity, parseMarker, renderMarker } from './marker.ts';
import { planSection } from './plan-list.ts';
import { modeLine, refusalLine } from './planning-lines.ts';
import {
  headline,
  ledgerRef,
  STATE_WORDS,
  shortDigest,
  shortSha,
  type TaskView,
} from './task-view.ts';

/** What the comment’s first line says to machines. */
export const IssueCommentHead = MarkerIdentity.extend({
  kind: z.literal('issue'),
  state: z.string(),
  contractVersion: z.int().nullable(),
  contractHash: Digest.nullable(),
  planVersion: z.int().nullable(),
  pullRequest: z.int().nullable(),
  head: z.string().nullable(),
  ledgerTip: Digest.nullable(),
  bodyDigest: Digest.describe('of all that follows the first line'),
});
export type IssueCommentHead = z.infer<typeof IssueCommentHead>;

/** The one comment of a task, edited in place. */
export function renderIssueComment(view: TaskView, nonce: string): string {
  const head = headOf(view, nonce);
  const markerRoom = renderMarker(head, { ...head, bodyDigest: '0'.repeat(64) }).length + 1;
  const body = joinWithin(sections(view), BODY_LIMIT - markerRoom);
  return `${renderMarker(head, { ...head, bodyDigest: digestText(body) })}\n${body}`;
}

/** Reads it back. `intact` is false when somebody edited the text by hand: that is no amendment and no approval. */
export function parseIssueComment(
  body: string,
): { head: IssueCommentHead; intact: boolean } | null {
  const head = parseMarker(body, IssueCommentHead);
  return head && { head, intact: digestText(belowMarker(body)) === head.bodyDigest };
}

/** What the first line says, without the digest. */
export function headOf(view: TaskView, nonce: string): Omit<IssueCommentHead, 'bodyDigest'> {
  return {
    task: view.taskId,
    nonce,
    kind: 'issue',
    state: view.state,
    contractVersion: view.contract?.version ?? null,
    contractHash: view.contractHash,
    planVersion: view.plan?.version ?? null,
    pullRequest: view.pullRequest,
    head: view.head,
    ledgerTip: view.ledgerTip,
  };
}

function sections(view: TaskView): Section[] {
  const ledger = ledgerRef(view.issue);
  const inLedger = (file: string) => `\`${file}\` on ${ledger}`;
  return [
    fixed([`### ${headline(view)}`, ...standing(view)]),
    fixed(approval(view)),
    fixed(planApproval(view)),
    ...answerSections(view, ledger),
    fixed(view.handback ? renderHandback(view.handback) : []),
    ...contractSections(view, inLedger('contract.yaml')),
    fixed(planning(view)),
    planPreview(view, inLedger('plan.json')),
    planSection(view.plan, inLedger('plan.json')),
    graph(view, inLedger('plan.json')),
    amendmentSection(view.amendments, inLedger('contract.yaml')),
    dispositionSection(view.dispositions, view, ledger),
    notes(view, ledger),
    evidence(view, ledger),
    fixed(footer(view)),
  ];
}

function fixed(lines: string[]): Section {
  return { head: lines, atoms: [], whole: '', spare: 0 };
}

function standing(view: TaskView): string[] {
  const { next } = STATE_WORDS[view.state];
  const pull = view.pullRequest === null ? '' : `Pull request: #${view.pullRequest}.`;
  const line = [inline(view.reason, 1000), pull, next].filter((part) => part !== '').join(' ');
  return line === '' ? [] : ['', line];
}

function approval({ approval: { needed, reasons, by }, contractHash }: TaskView): string[] {
  if (!needed) {
    return by.length > 0 ? [`Approved by ${by.map((login) => inline(login)).join(', ')}.`] : [];
  }
  return [
    `> **To approve this contract**, someone with write access writes \`/contract approve ${shortDigest(contractHash)}\`.`,
    ...reasons.map((reason) => `> - ${inline(reason, 300)}`),
  ];
}

function planApproval({ planApproval: waits }: TaskView): string[] {
  if (!waits) return [];
  return [
    `> **To approve this plan**, someone with write access writes \`/contract approve plan ${shortDigest(waits.hash)}\`. These steps cannot be undone:`,
    ...waits.steps.map((step) => `> - ${inline(step, 300)}`),
  ];
}

/** One small line, so that whoever wonders why there is no plan, or what was refused, finds it. */
function planning(view: TaskView): string[] {
  const lines = [...modeLine(view), ...refusalLine(view)];
  return lines.length === 0 ? [] : ['', `<sub>${lines.join(' · ')}</sub>`];
}

function planPreview({ planPreview: text }: TaskView, whole: string): Section {
  return { atoms: text === null ? [] : [fenced(text, '', 10_000)], whole, spare: 6 };
}

function graph({ graph: source, graphNotes }: TaskView, whole: string): Section {
  const lines = graphNotes.slice(0, 20).map((line) => `- ${inline(line, 300)}`);
  return {
    atoms: source ? [fenced(source, 'mermaid', 10_000), ...lines] : [],
    whole,
    spare: 7,
  };
}

function notes({ notes: lines }: TaskView, whole: string): Section {
  return {
    head: lines.length > 0 ? ['#### Noted while reading', ''] : [],
    atoms: lines.map((line) => `- ${inline(line, 300)}`),
    whole,
    spare: 6,
  };
}

function evidence({ evidence: items, contractHash }: TaskView, whole: string): Section {
  if (items.length === 0) return { atoms: [], whole, spare: 8 };
  return {
    head: [`<details><summary>Evidence (${items.length})</summary>`, '', ...EVIDENCE_HEAD],
    atoms: evidenceRows(items, contractHash),
    tail: ['', '</details>'],
    whole,
    spare: 8,
  };
}

function footer(view: TaskView): string[] {
  const facts = [
    view.contract ? `contract \`${shortDigest(view.contractHash)}\`` : '',
    view.head ? `head \`${shortSha(view.head)}\`` : '',
    costLine(view.usage, view.turns, view.conversation),
    `ledger ${ledgerRef(view.issue)} at \`${shortDigest(view.ledgerTip)}\``,
  ];
  return [
    '---',
    `<sub>${facts.filter((fact) => fact !== '').join(' · ')}</sub>`,
    '',
    '<sub>Write `/contract approve`, `amend <text>`, `decide <n>`, `adopt <comment>`, `verify`, `status`, `replan <reason>`, `stop`, `resume` or `help`; a plain comment is heard too. Editing this comment changes nothing.</sub>',
  ];
}
