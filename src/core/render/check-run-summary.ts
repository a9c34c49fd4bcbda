import { inline } from '../rules/text/neutralise.ts';
import { contractSections } from './contract-section.ts';
import { EVIDENCE_HEAD, evidenceRows } from './evidence-table.ts';
import { joinWithin } from './join-within.ts';
import { headline, ledgerRef, shortDigest, shortSha, type TaskView } from './task-view.ts';

/** Title and summary of the one check run on the head. GitHub takes 65,535 characters of summary. */
export function renderCheckRun(view: TaskView): { title: string; summary: string } {
  const ledger = ledgerRef(view.issue);
  const tip = `Issue #${view.issue} · head \`${shortSha(view.head)}\` · contract \`${shortDigest(view.contractHash)}\` · ledger at \`${shortDigest(view.ledgerTip)}\``;
  const summary = joinWithin(
    [
      {
        head: view.reason === '' ? [tip] : [inline(view.reason, 1000), '', tip],
        atoms: [],
        whole: ledger,
        spare: 0,
      },
      ...contractSections(view, `\`contract.yaml\` on ${ledger}`).slice(0, 2),
      {
        head: view.evidence.length > 0 ? EVIDENCE_HEAD : [],
        atoms: evidenceRows(view.evidence, view.contractHash),
        whole: ledger,
        spare: 2,
      },
    ],
    65_535,
  );
  return { title: headline(view), summary };
}
