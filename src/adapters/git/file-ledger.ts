import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import {
  checkAppend,
  entryDigest,
  type LedgerPiece,
  ledgerLines,
  readLedger,
} from '../../core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import type { Ledger } from '../../ports.ts';
import {
  checkDocumentNames,
  chunkPath,
  eventsDirectory,
  orderedChunks,
  refuseSecrets,
  type SecretScan,
} from './ledger-layout.ts';

interface Loaded {
  entries: LedgerEntry[];
  chunks: string[];
  tip: string | null;
}

/**
 * The ledger as files, laid out as in git: for local use and for jobs that hold no write token. An append is one file
 * that comes into being whole, under a name only one process can take; its tip is the digest of the last entry.
 */
export function createFileLedger(root: string, scan?: SecretScan): Ledger {
  const home = (issue: number) => `${root}/${issue}`;
  const known = new Map<number, Loaded>();

  async function load(issue: number): Promise<Loaded> {
    const chunks = orderedChunks(await listChunks(home(issue)));
    const before = known.get(issue);
    const reuse = before && before.chunks.length <= chunks.length ? before : null;
    const fresh = chunks.slice(reuse?.chunks.length ?? 0);
    const pieces: LedgerPiece[] = [];
    for (const file of fresh)
      pieces.push({ file, text: await readFile(`${home(issue)}/${file}`, 'utf8') });
    const old = reuse?.entries ?? [];
    const entries = [...old, ...readLedger(pieces, old.at(-1) ?? null)];
    const last = entries.at(-1);
    const loaded = { entries, chunks, tip: last === undefined ? null : entryDigest(last) };
    known.set(issue, loaded);
    return loaded;
  }

  return {
    load: async (issue) => {
      const { entries, tip } = await load(issue);
      return { entries: [...entries], tip };
    },
    append: async (issue, tip, entries, documents) => {
      if (entries.length === 0) throw new TypeError('nothing to append');
      checkDocumentNames(documents);
      const now = await load(issue);
      if (now.tip !== tip) throw new CatalogueError('ledger-moved');
      checkAppend(now.entries.at(-1) ?? null, entries);
      const lines = ledgerLines(entries);
      await refuseSecrets(scan, { 'events.jsonl': lines, ...documents });
      const chunk = `${home(issue)}/${chunkPath(now.chunks.length + 1)}`;
      await mkdir(chunk.slice(0, chunk.lastIndexOf('/')), { recursive: true });
      const taken = await createWhole(home(issue), chunk, lines);
      if (!taken) throw new CatalogueError('ledger-moved');
      for (const [name, text] of Object.entries(documents))
        await replaceWhole(home(issue), `${home(issue)}/${name}`, text);
      return (await load(issue)).tip ?? '';
    },
  };
}

async function listChunks(directory: string): Promise<string[]> {
  const names = await readdir(`${directory}/${eventsDirectory}`, { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => `${eventsDirectory}/${name}`);
}

/** Creates a file with its whole content on the disk, or not at all; false when the name is taken. */
async function createWhole(directory: string, path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(directory, text);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(path.slice(0, path.lastIndexOf('/')));
  return true;
}

async function replaceWhole(directory: string, path: string, text: string): Promise<void> {
  await rename(await writeTemporary(directory, text), path);
}

async function writeTemporary(directory: string, text: string): Promise<string> {
  const path = `${directory}/.new-${randomUUID()}`;
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** A new name is safe only when its directory is on the disk too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
