import { inline } from '../rules/text/neutralise.ts';
import { contractSections } from './contract-section.ts';
import { costLine } from './evidence-table.ts';
import { renderHandback } from './handback.ts';
import { isolationLine } from './isolation-line.ts';
import { joinWithin } from './join-within.ts';
import { headline, ledgerRef, STATE_WORDS, type TaskView } from './task-view.ts';

/** What the job’s page shows: where the task stands, why, and what to do. */
export function renderJobSummary(view: TaskView): string {
  const page = `${view.repositoryUrl}/issues/${view.issue}`;
  const pull =
    view.pullRequest === null
      ? ''
      : ` · [pull request #${view.pullRequest}](${view.repositoryUrl}/pull/${view.pullRequest})`;
  const words = [inline(view.reason, 1000), STATE_WORDS[view.state].next].filter(Boolean).join(' ');
  const cost = costLine(view.usage, view.turns, view.conversation);
  const fixed = (lines: string[]) => ({ head: lines, atoms: [], whole: page, spare: 0 });
  return `${joinWithin([
    fixed([`### ${headline(view)}`, '', `[Issue #${view.issue}](${page})${pull}`]),
    fixed(words === '' ? [] : [words]),
    fixed(view.handback ? renderHandback(view.handback) : []),
    ...contractSections(view, `\`contract.yaml\` on ${ledgerRef(view.issue)}`).slice(0, 2),
    fixed([...isolationLine(view.sandbox), ...(cost === '' ? [] : [cost])].map(small)),
  ])}\n`;
}

const small = (line: string): string => `<sub>${line}</sub>`;
