import { digestOf } from '../../digest.ts';
import type { CompletionFile } from '../../schema/completion-file.ts';
import type { LedgerEntry } from '../../schema/event.ts';
import type { Digest } from '../../schema/scalars.ts';

export interface AuditFinding {
  /** Where in the file, dotted, or what in the ledger. */
  field: string;
  /** Reads on from the field: "is not …". */
  why: string;
}

/** Holds a record against the ledger of its task: an unbroken chain that holds this record, its contract and its evidence. */
export function ledgerFindings(
  file: CompletionFile,
  entries: readonly LedgerEntry[],
): AuditFinding[] {
  const digests = entries.map((entry) => digestOf(entry));
  const broken = entries.findIndex(
    (entry, index) => entry.seq !== index + 1 || entry.previous !== (digests[index - 1] ?? null),
  );
  if (broken !== -1) {
    return [{ field: `ledger entry ${broken + 1}`, why: 'does not follow the one before' }];
  }
  return [
    ...recordFindings(file, entries, digests),
    ...contractFindings(file, entries),
    ...evidenceFindings(file, entries),
  ];
}

function recordFindings(
  file: CompletionFile,
  entries: readonly LedgerEntry[],
  digests: readonly Digest[],
): AuditFinding[] {
  const { statement } = file.digests;
  const recorded = entries.some(
    ({ event }) => event.type === 'completion-recorded' && digestOf(event.statement) === statement,
  );
  if (!recorded) return [{ field: 'statement', why: 'was never recorded in this ledger' }];
  return digests.includes(file.statement.predicate.ledgerTip)
    ? []
    : [{ field: 'statement.predicate.ledgerTip', why: 'is no entry of this ledger' }];
}

function contractFindings(file: CompletionFile, entries: readonly LedgerEntry[]): AuditFinding[] {
  const findings: AuditFinding[] = [];
  let current: Digest | null = null;
  for (const { seq, event } of entries) {
    if (event.type !== 'contract-drafted' && event.type !== 'contract-amended') continue;
    if (event.type === 'contract-amended' && event.amendment.previousHash !== current) {
      findings.push({ field: `ledger entry ${seq}`, why: 'amends another contract' });
    }
    if (digestOf(event.contract) !== event.contractHash) {
      findings.push({ field: `ledger entry ${seq}`, why: 'names a wrong contract hash' });
    }
    current = event.contractHash;
  }
  if (current !== file.digests.contract) {
    findings.push({ field: 'contract', why: 'is not the last one of this ledger' });
  }
  return findings;
}

function evidenceFindings(file: CompletionFile, entries: readonly LedgerEntry[]): AuditFinding[] {
  const known = new Set(
    entries.flatMap(({ event }) =>
      event.type === 'evidence-recorded' || event.type === 'evidence-reinstated'
        ? [`${event.evidence.id} ${event.evidence.key} ${event.evidence.result}`]
        : [],
    ),
  );
  return file.statement.predicate.acceptance
    .flatMap((criterion) => criterion.evidence)
    .filter((item) => !known.has(`${item.id} ${item.key} ${item.result}`))
    .map((item) => ({ field: item.id, why: 'was never recorded in this ledger' }));
}
