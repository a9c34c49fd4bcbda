import { inline } from '../rules/text/neutralise.ts';
import type { Amendment } from '../schema/contract.ts';
import type { Disposition } from '../schema/disposition.ts';
import { showSource } from './criteria.ts';
import type { Section } from './join-within.ts';

const OUTCOME_WORDS: Record<Disposition['outcome'], string> = {
  'no-effect': 'no effect',
  amendment: 'amended the contract',
  'plan-invalidated': 'changed the plan',
  'evidence-invalidated': 'made evidence stale',
  handback: 'handed back',
  question: 'answered',
  'not-authorised': 'a suggestion',
  'own-comment': 'our own',
};

/** Where the web shows a source. */
export interface Places {
  repositoryUrl: string;
  issue: number;
  pullRequest: number | null;
}

/** Old and new of each amendment. */
export function amendmentSection(amendments: readonly Amendment[], whole: string): Section {
  return {
    head: amendments.length > 0 ? ['#### Amendments'] : [],
    atoms: amendments.map(renderAmendment),
    whole,
    spare: 2,
  };
}

function renderAmendment(amendment: Amendment): string {
  const { fromVersion, toVersion, by, source, reason, changes } = amendment;
  const where = source ? ` (${showSource(source)})` : '';
  const cell = (text: string | null) => (text === null ? '—' : inline(text, 400));
  return [
    '',
    `**v${fromVersion} → v${toVersion}** by ${inline(by.login)}${where}: ${inline(reason, 500)}`,
    '',
    '| | Old | New |',
    '|---|---|---|',
    ...changes.map((each) => `| ${inline(each.what)} | ${cell(each.old)} | ${cell(each.new)} |`),
  ].join('\n');
}

/** What became of each comment, edit and deletion (F6). Our own comments are left out: they are no news. */
export function dispositionSection(
  dispositions: readonly Disposition[],
  places: Places,
  whole: string,
): Section {
  const foreign = dispositions.filter((each) => each.outcome !== 'own-comment');
  if (foreign.length === 0) return { atoms: [], whole, spare: 3 };
  return {
    head: ['#### Comments', '', '| From | What became of it |', '|---|---|'],
    atoms: foreign.map((each) => dispositionRow(each, places)),
    whole,
    spare: 3,
  };
}

function dispositionRow(disposition: Disposition, places: Places): string {
  const { outcome, contractVersion, reason, quote, change, author } = disposition;
  const version = outcome === 'amendment' ? ` → v${contractVersion}` : '';
  const said = quote ? `<br><sub>“${inline(quote, 200)}”</sub>` : '';
  const adopt = outcome === 'not-authorised' ? adoptHint(disposition) : '';
  const from = `${inline(author)}, ${link(disposition, places)}${change === 'added' ? '' : ` (${change})`}`;
  return `| ${from} | **${OUTCOME_WORDS[outcome]}${version}**: ${inline(reason, 300)}${said}${adopt} |`;
}

/** Somebody with write access makes the suggestion count, as it stands now. */
function adoptHint({ source }: Disposition): string {
  const target = source.split(':')[2] ?? source;
  return `<br><sub>To take it over: \`/contract adopt ${target}\`</sub>`;
}

function link({ source }: Disposition, { repositoryUrl, issue, pullRequest }: Places): string {
  const [, place, id] = source.split(':');
  if (id === undefined) return showSource(source);
  const page =
    place === 'issue' || pullRequest === null ? `issues/${issue}` : `pull/${pullRequest}`;
  const anchor = place === 'review' ? `discussion_r${id}` : `issuecomment-${id}`;
  return `[comment ${id}](${repositoryUrl}/${page}#${anchor})`;
}
