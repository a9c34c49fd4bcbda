import { activeCriteria, latestEvidence } from '../rules/evidence/completion.ts';
import { inline } from '../rules/text/neutralise.ts';
import { showSource } from './criteria.ts';
import { costLine } from './evidence-table.ts';
import { isolationLine } from './isolation-line.ts';
import { BODY_LIMIT, joinWithin, type Section } from './join-within.ts';
import { stepOf } from './plan-list.ts';
import { modeLine, refusalLine } from './planning-lines.ts';
import { standingLines } from './standing-lines.ts';
import {
  headline,
  ledgerRef,
  STATE_WORDS,
  shortDigest,
  shortSha,
  type TaskView,
} from './task-view.ts';

/** Answers the four questions of seeds/3 (D13): asked for, assumed and found, verified where, why it goes on or stopped. */
export function renderStatus(view: TaskView): string {
  return joinWithin(
    [
      section([`**${headline(view)}** (${view.taskId})`], []),
      section(['**What exactly was requested?**', ''], requested(view)),
      section(['**What was assumed, and what was found?**', ''], assumed(view)),
      section(['**Where does the work stand?**', ''], standingLines(view)),
      section(['**Which code state did each pass verify?**', ''], verified(view)),
      section(['**Why did it continue, stop, or finish?**', ''], why(view)),
    ].map((each) => ({ ...each, whole: ledgerRef(view.issue) })),
    BODY_LIMIT,
  );
}

/** The same answers as lines of a comment. */
export function statusSections(view: TaskView): string[] {
  return [
    ['**What exactly was requested?**', requested(view)],
    ['**What was assumed, and what was found?**', assumed(view)],
    ['**Where does the work stand?**', standingLines(view)],
    ['**Which code state did each pass verify?**', verified(view)],
    ['**Why did it continue, stop, or finish?**', why(view)],
  ].flatMap(([question, lines]) => [
    ...(typeof question === 'string' ? [question] : []),
    '',
    ...(Array.isArray(lines) ? lines.map((line) => `- ${line}`) : []),
    '',
  ]);
}

function section(head: string[], lines: string[]): Omit<Section, 'whole'> {
  return { head, atoms: lines.map((line) => `- ${line}`), spare: lines.length > 0 ? 1 : 0 };
}

function requested({ contract, contractHash, amendments }: TaskView): string[] {
  if (!contract) return ['no contract yet'];
  const revision = contract.requirementsRevision;
  const until = revision.lastCommentId === 0 ? 'no comment' : `comment ${revision.lastCommentId}`;
  return [
    `contract v${contract.version} (\`${shortDigest(contractHash)}\`): ${inline(contract.goal, 500)}`,
    `read up to ${until}, body \`${shortDigest(revision.bodyHash)}\``,
    ...activeCriteria(contract).map(({ id, statement, source }) => {
      const from = source ? showSource(source.source) : 'assumed';
      return `${id} (${from}): ${inline(statement, 300)}`;
    }),
    ...amendments.map(
      (each) =>
        `v${each.fromVersion} → v${each.toVersion} by ${inline(each.by.login)}: ${inline(each.reason, 300)}`,
    ),
  ];
}

function assumed({ contract, notes, plan, handback }: TaskView): string[] {
  const found = [
    ...(contract?.assumptions ?? []).map((each) => `assumed: ${inline(each, 300)}`),
    ...(contract?.openQuestions ?? []).map(
      (each) =>
        `${each.id}: ${inline(each.text, 300)} → ${inline(each.decision?.choice ?? 'undecided')}`,
    ),
    ...notes.map((each) => `noted: ${inline(each, 300)}`),
    ...(plan?.reasonForReplan ? [`replanned: ${inline(plan.reasonForReplan, 300)}`] : []),
    ...(handback ? [`found: ${inline(handback.found, 500)}`] : []),
  ];
  return found.length > 0 ? found : ['nothing'];
}

function verified({ contract, evidence, contractHash }: TaskView): string[] {
  if (!contract) return ['nothing yet'];
  return activeCriteria(contract).flatMap((criterion) =>
    criterion.checks.map((check) => {
      const item = latestEvidence(evidence, criterion.id, check.id);
      const name = `${criterion.id} · ${check.id}`;
      if (!item) return `${name}: not run`;
      if (item.contractHash !== contractHash) return `${name}: stale (${item.id}, older contract)`;
      const on = item.verifiedSha
        ? `commit \`${shortSha(item.verifiedSha)}\``
        : `tree \`${item.tree.slice(0, 7)}\`, never committed`;
      return `${name}: ${item.result} on ${on} (${item.id}; ${inline(item.reason, 200)})`;
    }),
  );
}

function why(view: TaskView): string[] {
  const { state, reason, plan, handback, dispositions, usage, turns } = view;
  const cost = costLine(usage, turns, view.conversation);
  const last = dispositions.findLast((each) => each.outcome !== 'own-comment');
  return [
    [STATE_WORDS[state].title, inline(reason, 500)].filter(Boolean).join(': '),
    ...modeLine(view),
    ...(plan ? [`plan v${plan.version}: ${stepOf(plan)}`] : []),
    ...refusalLine(view),
    ...isolationLine(view.sandbox),
    ...(last
      ? [`last heard: ${showSource(last.source)}, ${last.outcome} (${inline(last.reason, 300)})`]
      : []),
    ...(handback ? [`to decide: ${inline(handback.decision, 500)}`] : []),
    ...(cost === '' ? [] : [cost]),
    ...(STATE_WORDS[state].next === '' ? [] : [`next: ${STATE_WORDS[state].next}`]),
  ];
}
