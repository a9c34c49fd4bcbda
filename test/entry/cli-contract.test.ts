import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'contractor-cli-contract-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function contractor(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/entry/cli.ts', 'contract', ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function file(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

/** A contract as the founding document writes one (D2), by hand and with no check named. */
const BY_HAND = [
  'task_id: CA-203',
  'contract_version: 1',
  `base_sha: ${'8f'.repeat(20)}`,
  'integration_target: main',
  'goal: acme users list --json prints a documented representation',
  'in_scope:',
  '- command parser',
  'out_of_scope:',
  '- changing the default text output',
  'acceptance:',
  '- "`acme users list` keeps its behavior"',
  '- "`acme users list --json` prints valid JSON"',
  'stop_if:',
  '- the public schema requires a product decision',
  '',
].join('\n');

describe('contractor contract', () => {
  it('D2 check reads a contract in the documented form and says what it lacks', async () => {
    const { code, stdout } = await contractor('check', await file('by-hand.yaml', BY_HAND));
    expect(stdout).toContain('CA-203 v1: 2 active criteria');
    expect(stdout).toMatch(/no-check \(AC-1\)\s+No check can tell/);
    expect(code).toBe(1);
  });

  it('export prints any version of a ledger, and what it prints is read back to the same hash', async () => {
    const ledger = 'test/golden/ledger-v1.jsonl';
    const exported = await contractor('export', ledger);
    expect(exported.code).toBe(0);
    const checked = await contractor(
      'check',
      '--json',
      await file('exported.yaml', exported.stdout),
    );
    const { contract, contractHash } = JSON.parse(checked.stdout);
    const again = await contractor('check', '--json', await file('again.yaml', exported.stdout));
    expect(JSON.parse(again.stdout).contractHash).toBe(contractHash);
    const first = await contractor('export', ledger, '--contract-version', '1');
    expect(first.stdout).toContain('contract_version: 1');
    expect(contract.version).toBeGreaterThanOrEqual(1);
  });

  it.each([
    [
      'a version there is not',
      ['export', 'test/golden/ledger-v1.jsonl', '--contract-version', '99'],
      'There are versions 1 to',
    ],
    ['a file there is not', ['check', 'nowhere.yaml'], 'nowhere.yaml'],
    ['a ledger there is not', ['export', 'nowhere.jsonl'], 'nowhere.jsonl'],
  ])('says what is wrong with %s', async (_, args, says) => {
    const { code, stderr } = await contractor(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  it('names line and field of what is no contract', async () => {
    const text = BY_HAND.replace('contract_version: 1', 'contract_version: first');
    const { code, stderr } = await contractor('check', await file('wrong.yaml', text));
    expect(code).toBe(2);
    expect(stderr).toMatch(/wrong\.yaml:2/);
  });
});
