import { resolve } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import type { SandboxPolicy } from '../../core/schema/checkpoint.ts';
import type { PathChange } from '../../ports.ts';
import {
  type CheckpointSource,
  findCheckpoint,
  openCheckpoints,
  type ShownCheckpoint,
} from './checkpoint-source.ts';
import { print, printJson } from './print.ts';
import type { RepositoryOptions } from './repository-options.ts';

/** `contractor checkpoint list` */
export async function list(
  task: string,
  options: RepositoryOptions & { json?: boolean },
): Promise<void> {
  const { checkpoints, disk } = await openCheckpoints(task, options);
  if (options.json) return printJson(checkpoints);
  if (checkpoints.length === 0) return print('There are no checkpoints.');
  for (const { id, at, tree, where, record } of checkpoints) {
    const what = record
      ? `  ${logWords(record.cause, 60)} (${record.changed.length} changed, ${record.exclusions.length} left out)`
      : '';
    print(`${id.padEnd(6)} ${at.slice(0, 19)}  ${tree.slice(0, 12)}  ${where}${what}`);
  }
  if (disk === null) return;
  const { objects, worktrees, other } = await disk();
  const parts = [`${megabytes(objects)} of contents`, `${megabytes(worktrees)} of worktrees`];
  print(`On this disk: ${parts.join(', ')}, ${megabytes(other)} besides.`);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** `contractor checkpoint show` */
export async function show(
  task: string,
  id: string,
  options: RepositoryOptions & { json?: boolean },
): Promise<void> {
  const source = await openCheckpoints(task, options);
  const checkpoint = findCheckpoint(source, id);
  if (options.json) return printJson(checkpoint.record ?? checkpoint);
  const { record } = checkpoint;
  const rows: [string, string][] = [
    ['Checkpoint', `${checkpoint.id}, ${checkpoint.at}, ${checkpoint.where}`],
    ['Tree', checkpoint.tree],
    ['Made from', checkpoint.headSha ?? 'not known any more'],
    ['Worktree', checkpoint.worktree],
  ];
  if (record) {
    const { sandbox } = record;
    rows.push(
      ['After', record.cause],
      ['Contract', `v${record.contractVersion}, plan v${record.planVersion}`],
      ['Finished', record.completedNodes.join(', ') || 'no step yet'],
      ['Next', record.nextNode ?? 'none'],
      ['Sandbox', sandboxWords(sandbox)],
      ...record.verification.map((each): [string, string] => [
        'Verified',
        `${each.evidenceId} ${each.result}`,
      ]),
      ...record.changed.map((path): [string, string] => ['Changed', path]),
      ...record.exclusions.map(({ path, kind, bytes }): [string, string] => [
        'Left out',
        `${path} (${kind}${bytes === null ? '' : `, ${bytes} bytes`})`,
      ]),
    );
  }
  for (const [name, value] of rows) print(`${name.padEnd(11)} ${logWords(value, 1000)}`);
}

/** `contractor checkpoint diff` */
export async function diff(
  task: string,
  from: string,
  to: string | undefined,
  options: RepositoryOptions & { names?: boolean },
): Promise<void> {
  const source = await openCheckpoints(task, options);
  const { workspace } = source;
  const first = findCheckpoint(source, from);
  const second = to === undefined ? first : findCheckpoint(source, to);
  const start = to === undefined ? startOf(first) : first.tree;
  for (const each of new Set([first, second])) await source.bring(each);
  if (options.names) return printChanges(await workspace.changes(start, second.tree));
  process.stdout.write(await workspace.patch(start, second.tree));
}

/** `contractor checkpoint restore` */
export async function restore(
  task: string,
  id: string,
  options: RepositoryOptions & { to?: string },
): Promise<void> {
  const source = await openCheckpoints(task, options);
  const checkpoint = findCheckpoint(source, id);
  await source.bring(checkpoint);
  if (options.to !== undefined) {
    const directory = resolve(options.to);
    await source.workspace.writeOut(checkpoint.tree, directory);
    return print(`The files of ${checkpoint.id} are in ${directory}.`);
  }
  await restoreWorktree(source, checkpoint);
}

async function restoreWorktree(
  { workspace }: CheckpointSource,
  checkpoint: ShownCheckpoint,
): Promise<void> {
  const worktree = await workspace.openWorktree(checkpoint.worktree, startOf(checkpoint));
  const before = await worktree.checkpoint();
  const changes = await worktree.restore(checkpoint.tree);
  printChanges(changes);
  print(`${worktree.path} is at ${checkpoint.id} (${changes.length} paths changed).`);
  print(`What was there before is kept as tree ${before.tree}.`);
}

function startOf({ id, headSha }: ShownCheckpoint): string {
  if (headSha !== null) return headSha;
  throw new CatalogueError(
    'bad-input',
    `The worktree of ${id} is gone, and what it was made from is not known here; --to writes its files elsewhere.`,
  );
}

function printChanges(changes: readonly PathChange[]): void {
  for (const { status, path } of changes) print(`${status.padEnd(13)} ${logWords(path, 1000)}`);
}

function sandboxWords({ asked, reached, network, hosts = [] }: SandboxPolicy): string {
  const granted = hosts.length > 0 ? `: ${hosts.join(', ')}` : '';
  return `${reached} (asked for ${asked}), network ${network}${granted}`;
}
