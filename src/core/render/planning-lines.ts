import { codeSpan, inline } from '../rules/text/neutralise.ts';
import type { TaskView } from './task-view.ts';

/** How the task is planned and why (A9): one line, or none before work. */
export function modeLine({ mode }: Pick<TaskView, 'mode'>): string[] {
  if (mode === null) return [];
  return [`planning: ${mode.mode} (${mode.reasons.map((each) => inline(each, 200)).join('; ')})`];
}

/** What the harness refused the agent and reminded it of, by code: every one is counted and shown. */
export function refusalLine({
  refusals,
  reminders,
  conversation,
}: Pick<TaskView, 'refusals' | 'reminders' | 'conversation'>): string[] {
  return [
    ...counted('refused', refusals),
    ...counted('reminded', reminders),
    ...counted('trouble with the model’s provider', conversation.troubles),
  ];
}

function counted(what: string, counts: Readonly<Record<string, number>>): string[] {
  const all = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  if (all.length === 0) return [];
  const each = all.map(([code, times]) => `${times} × ${codeSpan(code)}`);
  return [`${what}: ${each.slice(0, 20).join(', ')}`];
}
