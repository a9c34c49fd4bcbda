import { readFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { auditRecord } from '../../core/rules/evidence/audit.ts';
import type { AuditFinding } from '../../core/rules/evidence/audit-ledger.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import { CompletionFile } from '../../core/schema/completion-file.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import { composeLocal } from '../compose-local.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';
import { sandboxLevel } from './repository-options.ts';
import { rerunChecks } from './rerun.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface AuditOptions {
  rerun?: boolean;
  repository: string;
  sandbox: string;
  json?: boolean;
}

export interface Verdict {
  verdict: 'verified' | 'consistent' | 'inconsistent' | 'refuted' | 'unchecked';
  findings: AuditFinding[];
  notes: string[];
}

/** `contractor audit`: offline, believing nobody. Only a rerun may call a record verified. */
export async function audit(file: string, options: AuditOptions): Promise<void> {
  const text = await readRecord(file);
  const { verdict, findings, notes } = await judgeRecord(text, options);
  process.exitCode = findings.length === 0 ? EXIT.ok : EXIT.gap;
  if (options.json) return printJson({ file, verdict, findings, notes });
  for (const { field, why } of findings) print(`gap: ${logWords(field)} ${logWords(why, 600)}`);
  for (const note of notes) print(`note: ${logWords(note, 600)}`);
  print(`${file}: ${verdict}. ${WORDS[verdict]}`);
}

const WORDS: Record<Verdict['verdict'], string> = {
  verified: 'Its checks were run again here, red on the base and green on the delivered commit.',
  consistent: 'It agrees with itself; run it with --rerun to see whether it is true.',
  inconsistent: 'Something in it was changed, or it is no completion record.',
  refuted: 'It agrees with itself, but not with the commit: what it says is not so.',
  unchecked:
    'It agrees with itself, but its checks could not be run: fetch the commits, or name their clone by --repository.',
};

/** What can be said of a record; `verified` and `refuted` take a rerun. */
export async function judgeRecord(text: string, options: AuditOptions): Promise<Verdict> {
  const alone = auditRecord(text);
  if (alone.verdict === 'inconsistent' || !options.rerun) return { ...alone, notes: [] };
  const record = CompletionFile.parse(JSON.parse(text));
  await using own = temporaryDirectory();
  const context = await composeLocal({
    directory: options.repository,
    stateDirectory: own.path,
    environment: process.env,
    sandboxLevel: sandboxLevel(options.sandbox),
  });
  const ledger = await readLedger(record, context.ports.ledger);
  const against = ledger ? auditRecord(text, { ledgerEntries: ledger }) : alone;
  if (against.verdict === 'inconsistent') return { ...against, notes: [] };
  const { findings, notes, ran } = await rerunChecks(record, context);
  return {
    verdict: verdictOf(findings, ran),
    findings,
    notes: [
      `${ran} checks were run`,
      ledger
        ? `the ledger in this repository holds it (${ledger.length} entries)`
        : 'this repository holds no ledger of the task',
      ...notes,
    ],
  };
}

/** Where nothing could be run, a rerun says nothing for or against the record. */
function verdictOf(findings: readonly AuditFinding[], ran: number): Verdict['verdict'] {
  if (ran === 0) return findings.length === 0 ? 'consistent' : 'unchecked';
  return findings.length === 0 ? 'verified' : 'refuted';
}

/** The ledger, where the clone has its ref; without one the record stands alone. */
async function readLedger(
  { contract }: CompletionFile,
  ledger: { load(issue: number): Promise<{ entries: LedgerEntry[] }> },
): Promise<LedgerEntry[] | null> {
  const issue = Number(/#(\d+)$/.exec(contract.taskId)?.[1]);
  if (!Number.isSafeInteger(issue)) return null;
  const { entries } = await ledger.load(issue);
  return entries.length === 0 ? null : entries;
}

async function readRecord(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    JSON.parse(text);
  } catch (cause) {
    throw new CatalogueError('bad-record', 'It cannot be read as JSON.', {
      cause,
      place: { file },
    });
  }
  return text;
}
