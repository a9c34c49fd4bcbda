import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLedger } from '../../../src/adapters/git/file-ledger.ts';
import type { SecretScan } from '../../../src/adapters/git/ledger-layout.ts';
import { chainEntries } from '../../../src/core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../../src/core/schema/event.ts';
import type { Ledger } from '../../../src/ports.ts';
import { adaptersFor, makeRemote, naiveGit, scratch } from './support/repositories.ts';

const issue = 7;

/** `count` entries after `last`; each run’s differ. */
function more(last: LedgerEntry | null, count = 1, run = 'run-1', epoch = 1): LedgerEntry[] {
  const reasons = Array.from({ length: count }, (_, n) => `${run} ${n}`);
  const events = reasons.map((reason) => ({ type: 'delivery-withdrawn' as const, reason }));
  return chainEntries(last, events, { at: '2024-05-01T10:00:00.000Z', run, epoch });
}

interface Stage {
  /** A ledger as another process would open it. */
  open(scan?: SecretScan): Ledger;
  /** Changes one chunk of events behind the ledger’s back; null removes it. */
  tamper(chunk: number, change: (text: string) => string | null): void;
  document(name: string): string | null;
}

const chunkFile = (n: number) => `events/0000/${String(n).padStart(6, '0')}.jsonl`;

function gitStage(): Stage {
  const remote = makeRemote();
  const ref = `refs/contractor/${issue}/ledger`;
  return {
    open: (scan) => adaptersFor(remote, scan ? { scan } : {}).ledger,
    tamper: (chunk, change) => {
      const work = scratch();
      naiveGit(work, ['init', '-q', '.']);
      naiveGit(work, ['fetch', '-q', remote.path, ref]);
      naiveGit(work, ['checkout', '-q', 'FETCH_HEAD']);
      rewrite(join(work, chunkFile(chunk)), change);
      naiveGit(work, ['add', '-A']);
      naiveGit(work, ['commit', '-q', '-m', 'tampered']);
      naiveGit(work, ['push', '-q', remote.path, `HEAD:${ref}`]);
    },
    document: (name) => {
      try {
        return `${naiveGit(remote.path, ['cat-file', 'blob', `${ref}:${name}`])}\n`;
      } catch {
        return null;
      }
    },
  };
}

function fileStage(): Stage {
  const root = scratch();
  return {
    open: (scan) => createFileLedger(root, scan),
    tamper: (chunk, change) => rewrite(join(root, `${issue}`, chunkFile(chunk)), change),
    document: (name) => readFileSync(join(root, `${issue}`, name), 'utf8'),
  };
}

function rewrite(path: string, change: (text: string) => string | null): void {
  const changed = change(readFileSync(path, 'utf8'));
  if (changed === null) rmSync(path);
  else writeFileSync(path, changed);
}

describe.each([
  ['git', gitStage],
  ['file', fileStage],
])('the ledger in %s', (_, makeStage) => {
  it('that does not exist is empty', async () => {
    expect(await makeStage().open().load(issue)).toEqual({ entries: [], tip: null });
  });

  it('gives back what was appended, to this process and to another', async () => {
    const stage = makeStage();
    const ledger = stage.open();
    const first = more(null, 3);
    const tip = await ledger.append(issue, null, first, { 'contract.yaml': 'v: 1\n' });
    const second = more(first[2] ?? null, 2);
    const next = await ledger.append(issue, tip, second, { 'contract.yaml': 'v: 2\n' });
    const expected = { entries: [...first, ...second], tip: next };
    expect(await ledger.load(issue)).toEqual(expected);
    expect(await stage.open().load(issue)).toEqual(expected);
    expect(stage.document('contract.yaml')).toBe('v: 2\n');
    expect((await ledger.load(8)).entries).toEqual([]);
  });

  it('keeps a document that an append does not name', async () => {
    const stage = makeStage();
    const ledger = stage.open();
    const first = more(null);
    const tip = await ledger.append(issue, null, first, { 'plan.json': '{}\n' });
    await ledger.append(issue, tip, more(first[0] ?? null), {});
    expect(stage.document('plan.json')).toBe('{}\n');
  });

  it('is written by exactly one of two writers, also for the first entry and with equal events', async () => {
    const stage = makeStage();
    const writers = [stage.open(), stage.open()];
    let tip: string | null = null;
    let last: LedgerEntry | null = null;
    for (let round = 0; round < 3; round++) {
      const entries = more(last);
      const results = await Promise.allSettled(
        writers.map((writer) => writer.append(issue, tip, entries, {})),
      );
      const won = results.filter((result) => result.status === 'fulfilled');
      const lost = results.filter((result) => result.status === 'rejected');
      expect([won.length, lost.length]).toEqual([1, 1]);
      expect(lost[0]?.reason).toMatchObject({ code: 'ledger-moved' });
      tip = won[0]?.value ?? null;
      last = entries.at(-1) ?? null;
    }
    const loaded = await stage.open().load(issue);
    expect([loaded.entries.length, loaded.tip]).toEqual([3, tip]);
  });

  it.each([
    ['a tip that was passed', (tips: string[]) => tips[0] ?? null],
    ['no tip where there is one', () => null],
  ])('refuses an append after %s', async (_name, choose) => {
    const stage = makeStage();
    const ledger = stage.open();
    const first = more(null);
    const second = more(first[0] ?? null);
    const one = await ledger.append(issue, null, first, {});
    const two = await ledger.append(issue, one, second, {});
    const tip = choose([one, two]);
    const stale = tip === null ? more(null, 1, 'run-2') : more(first[0] ?? null, 1, 'run-2');
    await expect(stage.open().append(issue, tip, stale, {})).rejects.toMatchObject({
      code: 'ledger-moved',
      infrastructure: true,
    });
    expect((await ledger.load(issue)).entries).toEqual([...first, ...second]);
  });

  it('refuses an older epoch', async () => {
    const ledger = makeStage().open();
    const first = more(null, 1, 'run-2', 2);
    const tip = await ledger.append(issue, null, first, {});
    const old = more(first[0] ?? null, 1, 'run-1', 1);
    await expect(ledger.append(issue, tip, old, {})).rejects.toMatchObject({ code: 'epoch-lost' });
  });

  it.each<[string, number, (text: string) => string | null, object]>([
    [
      'a changed byte',
      1,
      (text) => text.replace('run-1 0', 'run-1 9'),
      { file: chunkFile(1), line: 2 },
    ],
    ['a broken line', 2, (text) => text.replace('{', '['), { file: chunkFile(2), line: 1 }],
    ['a line that is cut off', 3, (text) => text.slice(0, -20), { file: chunkFile(3), line: 2 }],
    [
      'a cut at a line end, once more is appended',
      2,
      (text) => `${text.split('\n')[0]}\n`,
      { file: chunkFile(3), line: 1 },
    ],
    ['an empty chunk', 2, () => '', { file: chunkFile(2), line: 1 }],
    ['a missing chunk', 2, () => null, { file: chunkFile(3) }],
  ])(
    'with %s is corrupt: it says where, and takes no append',
    async (_name, chunk, change, place) => {
      const stage = makeStage();
      const ledger = stage.open();
      let entries: LedgerEntry[] = [];
      let tip: string | null = null;
      for (let n = 0; n < 3; n++) {
        const added = more(entries.at(-1) ?? null, 2);
        tip = await ledger.append(issue, tip, added, {});
        entries = [...entries, ...added];
      }
      stage.tamper(chunk, change);
      const fresh = stage.open();
      await expect(fresh.load(issue)).rejects.toMatchObject({ code: 'ledger-corrupt', place });
      await expect(fresh.append(issue, tip, more(entries.at(-1) ?? null), {})).rejects.toThrow();
    },
  );

  it('goes on over a hundred appends, and reads them in order', async () => {
    const stage = makeStage();
    const ledger = stage.open();
    const entries: LedgerEntry[] = [];
    let tip: string | null = null;
    for (let n = 0; n < 102; n++) {
      const added = more(entries.at(-1) ?? null);
      tip = await ledger.append(issue, tip, added, {});
      entries.push(...added);
    }
    expect(await stage.open().load(issue)).toEqual({ entries, tip });
  });

  it('is not pushed with a secret in it, in an event or a document', async () => {
    const found: string[] = [];
    const scan: SecretScan = async (text, path) => {
      found.push(path);
      return text.includes('hunter2') ? [{ rule: 'password' }] : [];
    };
    const stage = makeStage();
    const ledger = stage.open(scan);
    const bad = more(null, 1, 'hunter2');
    const refusal = { code: 'secret-found', message: expect.not.stringContaining('hunter2') };
    await expect(ledger.append(issue, null, bad, {})).rejects.toMatchObject(refusal);
    const documents = { 'plan.json': 'hunter2' };
    await expect(ledger.append(issue, null, more(null), documents)).rejects.toMatchObject(refusal);
    expect(await stage.open().load(issue)).toEqual({ entries: [], tip: null });
    await ledger.append(issue, null, more(null), { 'plan.json': '{}' });
    expect(found).toEqual(expect.arrayContaining(['events.jsonl', 'plan.json']));
  });

  it.each(['../x', 'a/b', 'events', '.hidden', ''])(
    'refuses a document called %j',
    async (name) => {
      const ledger = makeStage().open();
      await expect(ledger.append(issue, null, more(null), { [name]: '' })).rejects.toThrow(
        TypeError,
      );
    },
  );
});

describe('the ledger in git', () => {
  it('reads with git alone, each append a commit on the one before', async () => {
    const remote = makeRemote();
    const { ledger } = adaptersFor(remote);
    const first = more(null);
    const tip = await ledger.append(issue, null, first, { 'contract.yaml': 'v: 1\n' });
    await ledger.append(issue, tip, more(first[0] ?? null), {});
    const ref = `refs/contractor/${issue}/ledger`;
    expect(naiveGit(remote.path, ['log', '--format=%an %s', ref]).split('\n')).toEqual([
      'contractor[bot] Record delivery-withdrawn',
      'contractor[bot] Record delivery-withdrawn',
    ]);
    expect(naiveGit(remote.path, ['ls-tree', '-r', '--name-only', ref]).split('\n')).toEqual([
      'contract.yaml',
      chunkFile(1),
      chunkFile(2),
    ]);
    expect(naiveGit(remote.path, ['fsck', '--strict'])).toBe('');
  });

  it('rewritten to another history is noticed by its chain or read as it is, never mixed with the old', async () => {
    const remote = makeRemote();
    const ours = adaptersFor(remote).ledger;
    const first = more(null, 2);
    await ours.append(issue, null, first, {});
    naiveGit(remote.path, ['update-ref', '-d', `refs/contractor/${issue}/ledger`]);
    const other = more(null, 3, 'forger');
    const tip = await adaptersFor(remote).ledger.append(issue, null, other, {});
    expect(await ours.load(issue)).toEqual({ entries: other, tip });
  });
});

describe('the ledger in files', () => {
  it('ignores what a killed writer left behind, and keeps every entry', async () => {
    const root = scratch();
    const ledger = createFileLedger(root);
    const first = more(null);
    const tip = await ledger.append(issue, null, first, {});
    writeFileSync(join(root, `${issue}/.new-dead`), '{"half":');
    mkdirSync(join(root, `${issue}/events/0001`));
    await ledger.append(issue, tip, more(first[0] ?? null), {});
    expect((await createFileLedger(root).load(issue)).entries).toHaveLength(2);
    expect(readdirSync(join(root, `${issue}/events/0000`))).toHaveLength(2);
  });
});
