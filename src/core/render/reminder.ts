import { currentStep, stepLine } from '../rules/planning/plan/plan-progress.ts';
import type { Plan, PlanItem } from '../schema/plan.ts';

/** A red check the model should see before it decides. */
export interface RedFinding {
  criterionId: string;
  summary: string;
}

/** At three bytes a token (fewer than any tokenizer in use needs for prose), 400 tokens. */
const MAXIMUM_BYTES = 1200;
const FINDING_BYTES = 110;
const MAXIMUM_FINDINGS = 3;
const SHOWN_STEPS = 12;
const MARK = { pending: ' ', in_progress: '>', completed: 'x', cancelled: '-' } as const;

/**
 * The ephemeral tail of a request (seeds/4): where the work stands, the plan as a list with statuses, and what is red.
 * At most 400 tokens, whatever the plan. Null when there is nothing to say (E5), so that nothing is appended.
 */
export function renderReminder(
  plan: Plan | null,
  findings: readonly RedFinding[] = [],
): string | null {
  const hasPlan = plan !== null && plan.items.length > 0;
  if (!hasPlan && findings.length === 0) return null;
  const red = findings.slice(0, MAXIMUM_FINDINGS).map(showFinding);
  if (findings.length > red.length) red.push(`- and ${findings.length - red.length} more`);
  const tail = red.length > 0 ? ['Red now:', ...red] : [];
  const room = MAXIMUM_BYTES - bytes(tail.join('\n')) - 40;
  const head = hasPlan ? showPlan(plan, room) : [];
  return ['[harness reminder]', ...head, ...tail].join('\n');
}

/** The plan as lines: `[x] s1 words`. */
function planLines(items: readonly PlanItem[], contentBytes: number): string[] {
  return items.map((item) => {
    const indent = item.parent === null ? '' : '  ';
    const words = clip(item.content.replaceAll('\n', ' '), contentBytes);
    return `${indent}[${MARK[item.status]}] ${item.id} ${words}`;
  });
}

function showPlan(plan: Plan, room: number): string[] {
  const title = `Plan v${plan.version}, ${clip(stepLine(plan), 120)}`;
  const { shown, before, after } = window(plan);
  const notes = [
    before > 0 ? `… ${before} earlier steps` : '',
    after > 0 ? `… ${after} later steps` : '',
  ];
  const fixed = bytes([title, ...notes].join('\n')) + 2;
  const frame = planLines(shown, 0).map((line) => bytes(line) + 1);
  const left = room - fixed - frame.reduce((sum, size) => sum + size, 0);
  const width = Math.min(120, Math.floor(left / Math.max(1, shown.length)));
  return [title, notes[0] ?? '', ...planLines(shown, Math.max(0, width)), notes[1] ?? ''].filter(
    (line) => line !== '',
  );
}

/** The steps around the current one; a long plan is not shown whole on every turn. */
function window(plan: Plan): { shown: PlanItem[]; before: number; after: number } {
  const { items } = plan;
  const current = currentStep(plan);
  const at = current === null ? items.length - 1 : items.indexOf(current);
  const last = Math.max(0, items.length - SHOWN_STEPS);
  const before = Math.min(last, Math.max(0, at - 4));
  const shown = items.slice(before, before + SHOWN_STEPS);
  return { shown, before, after: items.length - before - shown.length };
}

function showFinding(finding: RedFinding): string {
  return clip(`- ${finding.criterionId}: ${finding.summary.replaceAll('\n', ' ')}`, FINDING_BYTES);
}

/** Cuts to a number of UTF-8 bytes on a code point, with an ellipsis. */
function clip(text: string, limit: number): string {
  if (bytes(text) <= limit) return text;
  let kept = '';
  let size = 3;
  for (const character of text) {
    size += bytes(character);
    if (size > limit) break;
    kept += character;
  }
  return limit < 3 ? '' : `${kept}…`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
