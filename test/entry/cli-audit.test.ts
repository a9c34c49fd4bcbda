import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../src/core/digest.ts';
import { auditRecord } from '../../src/core/rules/evidence/audit.ts';
import {
  buildCompletionFile,
  completionFileText,
} from '../../src/core/rules/evidence/completion-file.ts';
import type { CompletionFile } from '../../src/core/schema/completion-file.ts';
import { judgeRecord } from '../../src/entry/cli/audit.ts';
import { loadScenario } from '../../src/simulate/scenario/load-scenario.ts';
import { runScenario } from '../../src/simulate/scenario/run-scenario.ts';

/** A record that a real run made, and the repository it speaks of. */
let directory: string;
let record: CompletionFile;
const repository = () => join(directory, 'repository.git');
/** The same without the ledger’s ref: nothing but the commits. */
const bare = () => join(directory, 'bare.git');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'contractor-audit-'));
  const file = 'examples/scenarios/feature.yaml';
  const scenario = await loadScenario(file);
  const result = await runScenario(scenario, { file, keepRepository: repository() });
  if (!result.record) throw new Error('the scenario made no record');
  record = result.record;
  await cp(repository(), bare(), { recursive: true });
  const ref = 'refs/contractor/1/ledger';
  execFileSync('git', ['--git-dir', bare(), 'update-ref', '-d', ref]);
}, 120_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

const rerun = (file: CompletionFile, where: string) =>
  judgeRecord(completionFileText(file), { rerun: true, repository: where, sandbox: 'S0' });

describe('F8 a record is checked offline', () => {
  it('is consistent as the run wrote it', () => {
    expect(auditRecord(completionFileText(record))).toEqual({
      verdict: 'consistent',
      findings: [],
    });
  });

  it('is not consistent after any of its fields is changed', () => {
    const undetected = leaves(record).filter((path) => {
      const forged = structuredClone(record);
      change(forged, path);
      return auditRecord(completionFileText(forged)).verdict === 'consistent';
    });
    expect(undetected).toEqual([]);
  });

  it('is neither verified nor refuted where its commits are missing', async () => {
    const empty = join(directory, 'empty.git');
    execFileSync('git', ['init', '--bare', '--quiet', empty]);
    const { verdict, findings } = await rerun(record, empty);
    expect(verdict).toBe('unchecked');
    expect(findings.map(({ why }) => why)).toContain('is no commit of this repository');
  });

  it('is verified by a rerun, never without one', async () => {
    const { verdict, findings } = await rerun(record, repository());
    expect(findings).toEqual([]);
    expect(verdict).toBe('verified');
  });
});

describe('a forger who recomputed every hash gets consistent, and is found out by a rerun', () => {
  const forgeries: [string, (file: CompletionFile) => void, RegExp][] = [
    [
      'a check that cannot fail',
      ({ contract }) => {
        for (const check of contract.acceptance[0]?.checks ?? [])
          Object.assign(check, { kind: 'command', argv: ['true'], oracle: [], minimumTests: 0 });
      },
      /holds on the base already/,
    ],
    [
      'a commit of somebody else',
      ({ statement, contract }) => {
        const { predicate, subject } = statement;
        const sha = contract.baseSha;
        Object.assign(predicate, { finalHeadSha: sha, verificationHeadSha: sha });
        subject[0]?.digest && Object.assign(subject[0].digest, { gitCommit: sha });
        for (const { evidence } of predicate.acceptance)
          for (const each of evidence) Object.assign(each, { verifiedSha: sha, validForSha: sha });
      },
      /fails when it is run again/,
    ],
    [
      'paths that were not changed',
      ({ statement }) => {
        statement.predicate.scopeReview.changedPaths = ['README.md'];
      },
      /is not what differs from the base/,
    ],
  ];

  it.each(forgeries)('%s', async (_, forge, finding) => {
    const file = structuredClone(record);
    forge(file);
    const forged = rehash(file);
    expect(auditRecord(completionFileText(forged))).toMatchObject({ verdict: 'consistent' });
    expect(await rerun(forged, repository())).toMatchObject({ verdict: 'inconsistent' });
    const { verdict, findings } = await rerun(forged, bare());
    expect(verdict).toBe('refuted');
    expect(findings.map(({ why }) => why).join('\n')).toMatch(finding);
  });
});

/** What anybody can do who can write the file. */
function rehash({ statement, contract }: CompletionFile): CompletionFile {
  const contractHash = digestOf(contract);
  statement.predicate.contractHash = contractHash;
  for (const { evidence } of statement.predicate.acceptance)
    for (const each of evidence) each.contractHash = contractHash;
  return buildCompletionFile(statement, contract);
}

type Path = (string | number)[];

/** Paths of every value that is no container. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]) => leaves(child, [...path, key]));
}

/** Changes one value to another of its type, so that no schema notices. */
function change(root: unknown, path: Path): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at as Record<string, unknown>)[key], root);
  const key = path.at(-1) ?? '';
  const values = parent as Record<string | number, unknown>;
  values[key] = another(values[key]);
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  const last = value.at(-1) ?? '';
  return value.slice(0, -1) + (last === '0' ? '1' : '0');
}
