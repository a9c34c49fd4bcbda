import { readFile } from 'node:fs/promises';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { renderStatus } from '../../core/render/status.ts';
import { timelineLine } from '../../core/render/timeline.ts';
import { fold } from '../../core/run/evolve.ts';
import { entryDigest, readLedger } from '../../core/run/ledger-chain.ts';
import { taskViewOf } from '../../core/run/task-view-of.ts';
import type { LedgerEntry } from '../../core/schema/event.ts';
import { composeRepository } from '../compose.ts';
import { print, printJson } from './print.ts';
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

/** `contractor status`: the four questions of a task, answered from its ledger alone. */
export async function status(
  text: string,
  options: RepositoryOptions & { json?: boolean; events?: boolean },
): Promise<void> {
  const { entries, ...task } = parseTarget(text)
    ? await fromRepository(text, options)
    : await fromFile(text);
  const state = fold(entries);
  if (options.json) return printJson(options.events ? { state, entries } : { state });
  if (entries.length === 0) return print(`${task.taskId}: no task was ever started here.`);
  const last = entries.at(-1);
  print(renderStatus(taskViewOf(state, { ...task, ledgerTip: last ? entryDigest(last) : null })));
  if (!options.events) return;
  print();
  for (const entry of entries) print(timelineLine(entry));
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
