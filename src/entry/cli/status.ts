import { renderStatus } from '../../core/render/status.ts';
import { tellingOrder } from '../../core/render/telling-order.ts';
import { timelineLine } from '../../core/render/timeline.ts';
import { fold } from '../../core/run/evolve.ts';
import { entryDigest } from '../../core/run/ledger-chain.ts';
import { taskViewOf } from '../../core/run/task-view-of.ts';
import { loadEntries } from './load-entries.ts';
import { print, printJson } from './print.ts';
import type { RepositoryOptions } from './repository-options.ts';

/** `contractor status`: the four questions of a task, answered from its ledger alone. */
export async function status(
  text: string,
  options: RepositoryOptions & { json?: boolean; events?: boolean },
): Promise<void> {
  const { entries, ...task } = await loadEntries(text, options);
  const state = fold(entries);
  if (options.json) return printJson(options.events ? { state, entries } : { state });
  if (entries.length === 0) return print(`${task.taskId}: no task was ever started here.`);
  const last = entries.at(-1);
  print(renderStatus(taskViewOf(state, { ...task, ledgerTip: last ? entryDigest(last) : null })));
  if (!options.events) return;
  print();
  for (const entry of tellingOrder(entries)) print(timelineLine(entry));
}
