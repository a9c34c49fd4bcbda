import { codeSpan, inline } from '../rules/text/neutralise.ts';
import type { Contract } from '../schema/contract.ts';
import { criteriaRows } from './criteria.ts';
import type { Section } from './join-within.ts';
import type { TaskView } from './task-view.ts';

/** Goal, criteria with their state, and the limits of the task, as sections. */
export function contractSections(view: TaskView, whole: string): Section[] {
  const { contract } = view;
  if (!contract) return [];
  return [
    { head: [`**Goal:** ${inline(contract.goal, 1000)}`], atoms: [], whole, spare: 0 },
    {
      head:
        contract.acceptance.length > 0
          ? ['| | What must be true | Checked by | State |', '|---|---|---|---|']
          : [],
      atoms: criteriaRows(contract.acceptance, view.evidence, view.contractHash),
      whole,
      spare: 1,
    },
    { atoms: limits(contract), whole, spare: 5 },
    questions(contract, whole),
  ];
}

function limits(contract: Contract): string[] {
  const scope = (entries: Contract['inScope']) =>
    entries.map(({ text, globs }) => {
      const paths = globs.map((glob) => codeSpan(glob, 80)).join(', ');
      return `${inline(text, 300)}${paths ? ` (${paths})` : ''}`;
    });
  return [
    ...line('In scope', scope(contract.inScope)),
    ...line('Out of scope', scope(contract.outOfScope)),
    ...line(
      'Constraints',
      contract.constraints.map((each) => inline(each, 300)),
    ),
    ...line(
      'Stops if',
      contract.stopRules.map((rule) => inline(rule.text, 300)),
    ),
    ...line(
      'Assumed',
      contract.assumptions.map((each) => inline(each, 300)),
    ),
  ];
}

function line(title: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`- **${title}:** ${values.join('; ')}`];
}

function questions({ openQuestions }: Contract, whole: string): Section {
  return {
    head: openQuestions.length > 0 ? ['#### Questions', ''] : [],
    atoms: openQuestions.map(({ id, text, alternatives, decision, blocking }) => {
      const answer = decision ? ` → **${inline(decision.choice)}**` : blocking ? ' (blocks)' : '';
      const choices = alternatives.map((each, index) => `  ${index + 1}. ${inline(each, 500)}`);
      return [`- ${id}: ${inline(text, 1000)}${answer}`, ...(decision ? [] : choices)].join('\n');
    }),
    whole,
    spare: 5,
  };
}
