import { digestOf } from '../../digest.ts';
import type { CompletionStatement } from '../../schema/completion.ts';
import type { CompletionFile } from '../../schema/completion-file.ts';
import type { Contract } from '../../schema/contract.ts';
import type { Digest } from '../../schema/scalars.ts';

/** The file a run writes as `completion.json`: the record, its contract, and digests of every part. */
export function buildCompletionFile(
  statement: CompletionStatement,
  contract: Contract,
): CompletionFile {
  const body = { schemaVersion: 1 as const, statement, contract };
  const digests = partDigests(statement, contract);
  return { ...body, digests: { ...digests, record: digestOf({ ...body, digests }) } };
}

/** The text of that file, indented for people. */
export function completionFileText(file: CompletionFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Digests by which an audit tells *which* part was changed. */
export function partDigests(
  statement: CompletionStatement,
  contract: Contract,
): Omit<CompletionFile['digests'], 'record'> {
  const { acceptance, amendments, dispositions } = statement.predicate;
  const evidence: Record<string, Digest> = {};
  for (const item of acceptance.flatMap((criterion) => criterion.evidence)) {
    evidence[item.id] = digestOf(item);
  }
  return {
    contract: digestOf(contract),
    evidence,
    amendments: digestOf(amendments),
    dispositions: digestOf(dispositions),
    statement: digestOf(statement),
  };
}
