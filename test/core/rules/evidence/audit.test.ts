import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/core/digest.ts';
import { auditRecord } from '../../../../src/core/rules/evidence/audit.ts';
import {
  buildCompletionFile,
  completionFileText,
} from '../../../../src/core/rules/evidence/completion-file.ts';
import type { CompletionStatement } from '../../../../src/core/schema/completion.ts';
import type { CompletionFile } from '../../../../src/core/schema/completion-file.ts';
import type { Contract } from '../../../../src/core/schema/contract.ts';
import type { Event, LedgerEntry } from '../../../../src/core/schema/event.ts';
import {
  AMENDMENT,
  AT,
  CONTRACT,
  CONTRACT_HASH,
  EVIDENCE,
  STATEMENT,
} from '../../render/example.ts';

const FILE = buildCompletionFile(STATEMENT, CONTRACT);
const TEXT = completionFileText(FILE);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Step = string | number;

/** Paths of every leaf, and of every empty list or object. */
function leaves(value: Json, path: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [Step, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([k, v]) => leaves(v, [...path, k]));
}

/** A value of the same kind, as close to the old one as can be: one hex digit, one letter, one more. */
function changed(value: Json): Json {
  if (typeof value === 'string') {
    const last = value.at(-1) ?? '';
    return value.slice(0, -1) + (last === '0' ? '1' : /[0-9a-f]/.test(last) ? '0' : `${last}x`);
  }
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return ['x'];
  return value === null ? 'x' : { x: 'x' };
}

function mutate(file: CompletionFile, path: Step[]): CompletionFile {
  const copy = structuredClone(file) as unknown as Json;
  let parent = copy;
  for (const step of path.slice(0, -1)) parent = (parent as { [key: Step]: Json })[step] as Json;
  const holder = parent as { [key: Step]: Json };
  const key = path.at(-1) as Step;
  holder[key] = changed(holder[key] as Json);
  return copy as unknown as CompletionFile;
}

const reforged = (statement: Partial<CompletionStatement['predicate']>, contract = CONTRACT) =>
  buildCompletionFile(
    { ...STATEMENT, predicate: { ...STATEMENT.predicate, ...statement } },
    contract,
  );

describe('auditRecord', () => {
  it('F8 calls an untouched record consistent, as text and as JSON', () => {
    expect(auditRecord(TEXT)).toEqual({ verdict: 'consistent', findings: [] });
    expect(auditRecord(JSON.parse(TEXT))).toEqual({ verdict: 'consistent', findings: [] });
    expect(auditRecord(TEXT.replaceAll('\n', '\r\n')).verdict).toBe('consistent');
  });

  const paths = leaves(FILE as unknown as Json);
  it('walks the whole record', () => {
    expect(paths.length).toBeGreaterThan(250);
  });

  it.each(paths.map((path) => [path.join('.'), path] as const))('notices %s', (_name, path) => {
    const report = auditRecord(mutate(FILE, path));
    expect(report.verdict).toBe('inconsistent');
    expect(report.findings[0]?.why).not.toBe('');
  });

  it('notices a field taken away or added', () => {
    const { tamperSignals: _, ...predicate } = STATEMENT.predicate;
    for (const statement of [
      { ...STATEMENT, predicate },
      { ...STATEMENT, note: 'verified' },
    ]) {
      expect(auditRecord({ ...FILE, statement }).verdict).toBe('inconsistent');
    }
  });

  it('notices a key that stands twice', () => {
    const twice = TEXT.replace('"schemaVersion": 1,', '"schemaVersion": 2,\n  "schemaVersion": 1,');
    expect(auditRecord(twice)).toMatchObject({ verdict: 'inconsistent' });
  });

  it.each(['', '{', 'null', '[]', '{"a":1}'])('is not fooled by %j', (text) => {
    expect(auditRecord(text).verdict).toBe('inconsistent');
  });

  it('calls a forger’s record, every hash recomputed, consistent and never verified', () => {
    const forged = reforged({ run: 'run-forged', finalTree: STATEMENT.predicate.finalTree });
    expect(auditRecord(forged)).toEqual({ verdict: 'consistent', findings: [] });
    expect(JSON.stringify(auditRecord(forged))).not.toContain('verified');
  });

  it.each<[string, CompletionFile, RegExp]>([
    ['a red criterion', reforged({ acceptance: redAcceptance() }), /is fail|not PASS/],
    [
      'a criterion left out',
      reforged({ acceptance: STATEMENT.predicate.acceptance.slice(1) }),
      /no evidence|active/,
    ],
    ['another head', reforged({ finalHeadSha: 'e'.repeat(40) }), /not the delivered commit/],
    ['a verification elsewhere', reforged({ verificationHeadSha: 'e'.repeat(40) }), /would be/],
    [
      'a weaker contract',
      reforged({}, { ...CONTRACT, acceptance: CONTRACT.acceptance.slice(0, 2) }),
      /contract/,
    ],
    ['a missing amendment', reforged({ amendments: [] }), /do not lead/],
    [
      'a gap in the amendments',
      reforged({ amendments: [{ ...AMENDMENT, toVersion: 3 }] }),
      /follow/,
    ],
    ['a disposition twice', reforged({ dispositions: twiceTheFirst() }), /two for the same/],
    [
      'a stray path',
      reforged({ scopeReview: { result: 'PASS', changedPaths: [], outOfScope: ['x'] } }),
      /scope/,
    ],
    ['other words quoted', reforged({ acceptance: requoted() }), /quotes other/],
  ])('even with every hash recomputed finds %s', (_name, file, why) => {
    const report = auditRecord(file);
    expect(report.verdict).toBe('inconsistent');
    expect(report.findings.map((each) => each.why).join('\n')).toMatch(why);
  });

  it('holds the contract against one from a better source', () => {
    expect(auditRecord(FILE, { contract: CONTRACT }).verdict).toBe('consistent');
    const other: Contract = { ...CONTRACT, goal: 'something else' };
    expect(auditRecord(FILE, { contract: other }).findings).toEqual([
      { field: 'contract', why: 'is not the given contract' },
    ]);
  });
});

describe('auditRecord against a ledger', () => {
  const ledger = chain(
    {
      type: 'contract-drafted',
      contract: CONTRACT,
      contractHash: CONTRACT_HASH,
      drafter: 'rules',
      notes: [],
    },
    ...EVIDENCE.map((item) => ({ type: 'evidence-recorded', evidence: item }) as const),
  );
  const statement: CompletionStatement = {
    ...STATEMENT,
    predicate: { ...STATEMENT.predicate, ledgerTip: digestOf(ledger.at(-1)) },
  };
  const file = buildCompletionFile(statement, CONTRACT);
  const events = ledger.map((entry) => entry.event);
  const recorded: Event = { type: 'completion-recorded', statement, digest: digestOf(statement) };
  const whole = chain(...events, recorded);

  it('accepts the ledger it came from', () => {
    expect(auditRecord(file, { ledgerEntries: whole })).toMatchObject({ findings: [] });
  });

  it.each<[string, LedgerEntry[], RegExp]>([
    ['an entry taken out', whole.toSpliced(1, 1), /does not follow/],
    ['a record that is not in it', ledger, /never recorded/],
    [
      'evidence that is not in it',
      chain(...events.slice(0, 2), recorded),
      /never recorded|no entry/,
    ],
    [
      'another contract at its end',
      chain(
        ...events,
        {
          type: 'contract-amended',
          contract: { ...CONTRACT, version: 3 },
          contractHash: 'a'.repeat(64),
          amendment: AMENDMENT,
        },
        recorded,
      ),
      /last one/,
    ],
    ['an empty ledger', [], /never recorded/],
  ])('finds %s', (_name, ledgerEntries, why) => {
    const report = auditRecord(file, { ledgerEntries });
    expect(report.findings.map((each) => each.why).join('\n')).toMatch(why);
  });
});

function chain(...events: Event[]): LedgerEntry[] {
  let previous: string | null = null;
  return events.map((event, index) => {
    const entry: LedgerEntry = {
      schemaVersion: 1,
      seq: index + 1,
      previous,
      at: AT,
      run: 'run-1',
      epoch: 1,
      event,
    };
    previous = digestOf(entry);
    return entry;
  });
}

function redAcceptance() {
  return STATEMENT.predicate.acceptance.map((each) => ({
    ...each,
    evidence: each.evidence.map((item) => ({ ...item, result: 'fail' as const })),
  }));
}

function requoted() {
  return STATEMENT.predicate.acceptance.map((each) => ({ ...each, quote: 'never said' }));
}

function twiceTheFirst() {
  const [first] = STATEMENT.predicate.dispositions;
  return first ? [first, first] : [];
}
