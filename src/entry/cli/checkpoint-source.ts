import { stat } from 'node:fs/promises';
import { type DiskUse, diskUse } from '../../adapters/git/disk-use.ts';
import { createGitAdapters } from '../../adapters/git/git-adapters.ts';
import { recordedStates } from '../../adapters/git/recorded-states.ts';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { numberOf } from '../../core/rules/checkpoint/checkpoint-retention.ts';
import { fold } from '../../core/run/evolve.ts';
import type { Checkpoint } from '../../core/schema/checkpoint.ts';
import type { Workspace } from '../../ports.ts';
import { composeRepository } from '../compose.ts';
import {
  parseTarget,
  type RepositoryOptions,
  repositoryInput,
  requireTarget,
} from './repository-options.ts';

/** One checkpoint as the command line shows it. */
export interface ShownCheckpoint {
  id: string;
  at: string;
  tree: string;
  worktree: string;
  /** Commit the worktree was made from; null when that is not known any more. */
  headSha: string | null;
  /** Where it can be had besides this machine: `on the remote`, `held back: a secret`. */
  where: string;
  /** As in the ledger; null for what only this disk knows. */
  record: Checkpoint | null;
}

export interface CheckpointSource {
  checkpoints: ShownCheckpoint[];
  workspace: Workspace;
  /** What the state directory takes on the disk; null where the checkpoints are those of a ledger. */
  disk: (() => Promise<DiskUse>) | null;
  /** Sees to it that the tree is here. @throws CatalogueError `bad-input` when it is nowhere */
  bring(checkpoint: ShownCheckpoint): Promise<void>;
}

/** The checkpoints of a task by its ledger, or of a state directory by what stands there. */
export async function openCheckpoints(
  task: string,
  options: RepositoryOptions,
): Promise<CheckpointSource> {
  if (parseTarget(task) === null) return fromDirectory(task);
  const target = requireTarget(task);
  const { ports } = await composeRepository(repositoryInput(target, options));
  const { entries } = await ports.ledger.load(target.issue);
  const { checkpoints, keptCheckpoints } = fold(entries);
  const where = (id: string) => {
    if (keptCheckpoints.onRemote.includes(id)) return 'on the remote';
    return keptCheckpoints.refused.includes(id) ? 'held back: a secret' : 'not pushed';
  };
  return {
    workspace: ports.workspace,
    disk: null,
    checkpoints: checkpoints.map((record) => {
      const { id, at, tree, headSha, workspaceId } = record;
      return { id, at, tree, headSha, worktree: workspaceId, where: where(id), record };
    }),
    bring: async ({ id, tree }) => {
      const same = checkpoints.filter((each) => each.tree === tree).map(numberOf);
      const wanted = { tree, numbers: same.toReversed() };
      if (!(await ports.workspace.bringCheckpoint(target.issue, wanted)))
        throw new CatalogueError(
          'bad-input',
          `${id} is neither on this machine nor on the remote.`,
        );
    },
  };
}

async function fromDirectory(directory: string): Promise<CheckpointSource> {
  const clone = await stat(`${directory}/clone.git`).catch(() => null);
  if (!clone?.isDirectory())
    throw new CatalogueError(
      'bad-input',
      `${directory} is neither an issue nor a state directory.`,
    );
  const states = await recordedStates(directory);
  // Nothing is asked of it: all that is wanted is here.
  const offline = { url: 'file:///nonexistent', token: null };
  return {
    workspace: createGitAdapters({ stateDirectory: directory, ...offline }).workspace,
    disk: () => diskUse(directory),
    checkpoints: states.map(({ worktree, number, at, tree, headSha }) => {
      const id = `${worktree}/${number}`;
      return { id, at, tree, headSha, worktree, where: 'on this disk', record: null };
    }),
    bring: async () => {},
  };
}

/** @throws CatalogueError `bad-input` when there is no such checkpoint */
export function findCheckpoint({ checkpoints }: CheckpointSource, id: string): ShownCheckpoint {
  const found = checkpoints.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (found) return found;
  const first = checkpoints[0]?.id;
  const last = checkpoints.at(-1)?.id;
  throw new CatalogueError(
    'bad-input',
    first === undefined ? 'There are no checkpoints.' : `There is no ${id}: ${first} to ${last}.`,
  );
}
