import { readFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { fold } from '../../core/run/evolve.ts';
import { readLedger } from '../../core/run/ledger-chain.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import { composeRepository } from '../compose.ts';
import {
  parseTarget,
  type RepositoryOptions,
  repositoryInput,
  requireTarget,
} from './repository-options.ts';

interface Ledger {
  taskId: string;
  issue: number;
  repositoryUrl: string;
  entries: LedgerEntry[];
}

/** The ledger of a task: from its repository, or from a file that was taken out of it. */
export function loadEntries(text: string, options: RepositoryOptions): Promise<Ledger> {
  return parseTarget(text) ? fromRepository(text, options) : fromFile(text);
}

async function fromRepository(text: string, options: RepositoryOptions): Promise<Ledger> {
  const { owner, name, issue } = requireTarget(text);
  const input = repositoryInput({ owner, name, issue }, options);
  const { ports } = await composeRepository(input);
  const { entries } = await ports.ledger.load(issue);
  const repositoryUrl = `${input.serverUrl}/${owner}/${name}`;
  return { taskId: `${owner}/${name}#${issue}`, issue, repositoryUrl, entries };
}

async function fromFile(file: string): Promise<Ledger> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CatalogueError('bad-input', 'It is neither an issue nor a ledger that can be read.', {
      cause,
      place: { file },
    });
  }
  const entries = readLedger([{ file, text }]);
  const state = fold(entries);
  const taskId = state.contract?.taskId ?? file;
  const issue = state.snapshot?.issue ?? 0;
  return { taskId, issue, repositoryUrl: '', entries };
}
