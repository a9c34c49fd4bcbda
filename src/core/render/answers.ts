import { codeSpan, inline } from '../rules/text/neutralise.ts';
import { helpLines } from './command-help.ts';
import type { Section } from './join-within.ts';
import { statusSections } from './status.ts';
import type { TaskAnswer, TaskView } from './task-view.ts';

/** What was asked with a command and our one comment answers: no further comment is written for it. */
export function answerSections(view: TaskView, whole: string): Section[] {
  return view.answers.map((answer) => answerSection(answer, view, whole));
}

function answerSection(answer: TaskAnswer, view: TaskView, whole: string): Section {
  const to = inline(answer.to, 100);
  switch (answer.topic) {
    case 'status':
      return folded(`Status, asked for by ${to}`, statusSections(view), whole);
    case 'help':
      return folded(`Commands, asked for by ${to}`, helpLines(), whole);
    case 'unknown':
      return plain(
        `${to}: there is no ${codeSpan(`/contract ${answer.text}`, 60)}. Write \`/contract help\` for what there is.`,
        whole,
      );
    case 'preview':
      return plain(
        `${to}: this comment shows the contract in force; the work on it goes on.`,
        whole,
      );
    case 'plan':
      return plain(
        view.plan
          ? `${to}: the plan in force is shown below; the work on it goes on.`
          : `${to}: there is no plan yet; the work goes on.`,
        whole,
      );
    case 'refused':
      return plain(`${to}: ${inline(answer.text, 500)}`, whole);
  }
}

function folded(title: string, lines: readonly string[], whole: string): Section {
  return {
    head: [`<details open><summary>${title}</summary>`, ''],
    atoms: lines,
    tail: ['', '</details>'],
    whole,
    spare: 7,
  };
}

const plain = (line: string, whole: string): Section => ({
  head: [`> ${line}`],
  atoms: [],
  whole,
  spare: 0,
});
