import { digestOf } from '../../digest.ts';
import type { Completion, CompletionStatement } from '../../schema/completion.ts';
import { CompletionFile } from '../../schema/completion-file.ts';
import type { Contract } from '../../schema/contract.ts';
import type { LedgerEntry } from '../../schema/event.ts';
import { type AuditFinding, ledgerFindings } from './audit-ledger.ts';
import { activeCriteria, judgeCompletion } from './completion.ts';
import { partDigests } from './completion-file.ts';

/**
 * `consistent` means only that the record agrees with itself: someone who recomputed every hash gets it too.
 * Calling it *verified* takes a rerun of the checks or a signature, which are the caller’s business.
 */
export interface AuditReport {
  verdict: 'consistent' | 'inconsistent';
  findings: AuditFinding[];
}

export interface AuditAgainst {
  /** A contract from a source the auditor trusts more than the file. */
  contract?: Contract;
  /** The task’s ledger, whole. */
  ledgerEntries?: readonly LedgerEntry[];
}

/**
 * Checks a completion record offline: schema, hashes, both invariants, links between its parts.
 * @param record the text of completion.json, or its parsed JSON
 */
export function auditRecord(record: unknown, against: AuditAgainst = {}): AuditReport {
  const findings: AuditFinding[] = [];
  const json = typeof record === 'string' ? readText(record, findings) : record;
  const parsed = CompletionFile.safeParse(json);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      findings.push({ field: issue.path.join('.') || '(file)', why: issue.message });
    }
    return report(findings);
  }
  const file = parsed.data;
  const predicate = file.statement.predicate;
  findings.push(
    ...digestFindings(file, json as CompletionFile),
    ...contractFindings(predicate, file.contract, against.contract),
    ...subjectFindings(file.statement),
    ...acceptanceFindings(predicate, file.contract),
    ...historyFindings(predicate),
    ...(against.ledgerEntries ? ledgerFindings(file, against.ledgerEntries) : []),
  );
  return report(findings);
}

function report(findings: AuditFinding[]): AuditReport {
  return { verdict: findings.length === 0 ? 'consistent' : 'inconsistent', findings };
}

/** A text that JSON reads differently from how it looks (a key twice) could show people and machines two records. */
function readText(text: string, findings: AuditFinding[]): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const bare = text.replaceAll('\r\n', '\n').trim();
  const asWritten = [JSON.stringify(json, null, 2), JSON.stringify(json)];
  if (!asWritten.includes(bare)) {
    findings.push({
      field: '(file)',
      why: 'is not written as a run writes it: a key may be twice',
    });
  }
  return json;
}

/** Digests are taken of the JSON as it stands, so that a field the schema does not know counts too. */
function digestFindings(file: CompletionFile, raw: CompletionFile): AuditFinding[] {
  const { record, ...parts } = raw.digests;
  const expected = partDigests(raw.statement, raw.contract);
  const { digests: _, ...body } = raw;
  return [
    ...mismatch('digests', digestOf(expected), digestOf(parts), 'a part was changed'),
    ...mismatch('digests.record', digestOf({ ...body, digests: parts }), record, 'it was changed'),
    ...mismatch(
      'digests.contract',
      file.digests.contract,
      file.statement.predicate.contractHash,
      'the record names another contract',
    ),
  ];
}

function contractFindings(
  predicate: Completion,
  contract: Contract,
  trusted: Contract | undefined,
): AuditFinding[] {
  const same = <K extends keyof Completion & keyof Contract>(field: K) =>
    mismatch(
      `statement.predicate.${field}`,
      String(contract[field]),
      String(predicate[field]),
      'differs from the contract',
    );
  return [
    ...same('taskId'),
    ...same('baseSha'),
    ...same('integrationTarget'),
    ...mismatch(
      'statement.predicate.contractVersion',
      String(contract.version),
      String(predicate.contractVersion),
      'differs from the contract',
    ),
    ...(trusted
      ? mismatch('contract', digestOf(trusted), digestOf(contract), 'is not the given contract')
      : []),
  ];
}

function subjectFindings({ subject, predicate }: CompletionStatement): AuditFinding[] {
  const digest = subject[0]?.digest;
  const field = 'statement.subject';
  return [
    ...mismatch(field, predicate.finalHeadSha, digest?.gitCommit, 'is not the delivered commit'),
    ...mismatch(field, predicate.finalTree, digest?.gitTree, 'is not the delivered tree'),
    ...mismatch(field, predicate.repository, subject[0]?.name, 'is not the repository'),
  ];
}

function acceptanceFindings(predicate: Completion, contract: Contract): AuditFinding[] {
  const field = 'statement.predicate.acceptance';
  const evidence = predicate.acceptance.flatMap((criterion) => criterion.evidence);
  const active = activeCriteria(contract);
  const judgement = judgeCompletion({
    contract,
    contractHash: digestOf(contract),
    candidate: { sha: predicate.finalHeadSha, tree: predicate.finalTree },
    verificationSha: predicate.verificationHeadSha,
    evidence,
    keys: null,
    scopeReview: predicate.scopeReview,
    unresolvedStopConditions: predicate.unresolvedStopConditions,
    undisposed: [],
  });
  const gaps = judgement.complete ? [] : judgement.gaps;
  return [
    ...gaps.map((gap) => ({ field: gap.criterionId ?? gap.invariant, why: gap.why })),
    ...mismatch(
      field,
      active.map(({ id, statement }) => `${id} ${statement}`).join('\n'),
      predicate.acceptance.map((each) => `${each.criterionId} ${each.statement}`).join('\n'),
      'does not list the contract’s active criteria',
    ),
    ...mismatch(
      field,
      active.map((each) => each.source?.text ?? null).join('\n'),
      predicate.acceptance.map((each) => each.quote).join('\n'),
      'quotes other words than the contract',
    ),
    ...predicate.acceptance
      .filter((each) => each.result !== 'PASS')
      .map((each) => ({ field: each.criterionId, why: 'is not PASS' })),
    ...repeated(evidence.map((item) => item.id)).map((id) => ({ field: id, why: 'stands twice' })),
    ...predicate.acceptance.flatMap((each) =>
      each.evidence
        .filter((item) => item.criterionId !== each.criterionId)
        .map((item) => ({ field: item.id, why: `is evidence for ${item.criterionId}` })),
    ),
    ...evidence
      .filter((item) => item.contractVersion !== predicate.contractVersion)
      .map((item) => ({ field: item.id, why: 'names another contract version' })),
  ];
}

function historyFindings(predicate: Completion): AuditFinding[] {
  const { amendments, dispositions, contractVersion } = predicate;
  const gap = amendments.findIndex(
    ({ fromVersion, toVersion }, index) =>
      toVersion !== fromVersion + 1 ||
      (index > 0 && fromVersion !== amendments[index - 1]?.toVersion),
  );
  const field = 'statement.predicate.amendments';
  const last = amendments.at(-1)?.toVersion ?? 1;
  return [
    ...(gap === -1 ? [] : [{ field, why: `number ${gap + 1} does not follow the one before` }]),
    ...mismatch(field, String(contractVersion), String(last), 'do not lead to this version'),
    ...repeatedDispositions(dispositions),
  ];
}

/** One change of one source has one disposition. A text edited there and back again has two, with another in between. */
function repeatedDispositions(dispositions: Completion['dispositions']): AuditFinding[] {
  const latest = new Map<string, string>();
  return dispositions.flatMap(({ source, change, contentHash }) => {
    const now = `${change} ${contentHash}`;
    const again = latest.get(source) === now;
    latest.set(source, now);
    const why = `${source} has two for the same change`;
    return again ? [{ field: 'statement.predicate.dispositions', why }] : [];
  });
}

function mismatch(
  field: string,
  expected: string,
  found: string | undefined,
  why: string,
): AuditFinding[] {
  return expected === found ? [] : [{ field, why }];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
