import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderContractYaml } from '../../core/render/contract-yaml.ts';
import { tellingOrder } from '../../core/render/telling-order.ts';
import { timelineLine } from '../../core/render/timeline.ts';
import { completionFileText } from '../../core/rules/evidence/completion-file.ts';
import { ledgerLines } from '../../core/run/ledger-chain.ts';
import { turnLines } from '../../core/run/turn-lines.ts';
import type { Happening, ScenarioResult, ThreadComment } from './result.ts';

/** Writes what came of a scenario as files for people. @returns their names, in the order to read them */
export async function writeResult(result: ScenarioResult, directory: string): Promise<string[]> {
  const files = resultFiles(result);
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return Object.keys(files);
}

function resultFiles(result: ScenarioResult): Record<string, string> {
  const { contracts, plans, record, pullRequest, change, events } = result;
  const files: Record<string, string> = { 'timeline.txt': `${timelineOf(result).join('\n')}\n` };
  for (const { version, contract } of contracts)
    files[`contract-v${version}.yaml`] = renderContractYaml(contract);
  const plan = plans.at(-1);
  if (plan) files['plan.json'] = `${JSON.stringify(plan, null, 2)}\n`;
  if (record) files['completion.json'] = completionFileText(record);
  files['issue.md'] = issuePage(result);
  if (pullRequest) files['pull-request.md'] = pullPage(pullRequest);
  if (change) files['change.patch'] = change.patch;
  files['ledger.jsonl'] = ledgerLines(events);
  files['turns.jsonl'] = turnLines(events)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  files['result.json'] = `${JSON.stringify(result, null, 2)}\n`;
  return files;
}

/** Ledger and people, in the order of time; a turn stands where what it did begins. */
function timelineOf({ events, happenings }: ScenarioResult): string[] {
  let begins = '~';
  const told = tellingOrder(events)
    .reverse()
    .map((entry) => {
      if (entry.at < begins) begins = entry.at;
      return { at: begins, text: timelineLine(entry) };
    });
  const lines = [
    ...told.reverse(),
    ...happenings.map((each) => ({ at: each.at, text: happeningLine(each) })),
  ];
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ text }) => text);
}

/** `>>   10:04:31  maya · comment · …   (checkpoint 2)` */
export function happeningLine({ at, moment, what, refused }: Happening): string {
  const failed = refused === null ? '' : ` — refused: ${refused}`;
  return `>>   ${at.slice(11, 19)}  ${what}   (${moment})${failed}`;
}

function issuePage({ thread }: ScenarioResult): string {
  const { title, author, body, comments } = thread;
  return [`# ${title}`, `*${author}*`, body, ...comments.map(commentPart), ''].join('\n\n');
}

function pullPage(pull: NonNullable<ScenarioResult['pullRequest']>): string {
  const { number, title, state, draft, head, base, body, comments } = pull;
  return [
    `# ${title} (#${number})`,
    `*${draft ? 'draft' : state}, ${head} → ${base}*`,
    body,
    ...comments.map(commentPart),
    '',
  ].join('\n\n');
}

const commentPart = ({ by, at, body }: ThreadComment): string =>
  `---\n\n*${by}, ${at.slice(11, 19)}*\n\n${body}`;
