import { resolve } from 'node:path';
import type { Ledger, Workspace } from '../../ports.ts';
import { type Identity, openClone } from './clone.ts';
import { createGitLedger } from './git-ledger.ts';
import type { SecretScan } from './ledger-layout.ts';
import { createRemote, type RemoteOptions } from './remote.ts';
import { createWorkspace } from './workspace.ts';

export interface GitAdapterOptions extends RemoteOptions {
  /** Our own directory, outside everything an agent or a check can write. Made when missing; kept between runs. */
  stateDir: string;
  /** Author and committer of every commit. */
  identity: Identity;
  /** Files above it are named in a checkpoint, not recorded. 50 MB when left out. */
  maximumFileBytes?: number;
  /** Looks for secrets in each append to the ledger before it is pushed; a finding refuses it. */
  scan?: SecretScan;
}

const fiftyMegabytes = 50_000_000;

/** The ports that stand on git: one bare clone under `stateDir` serves both. */
export async function createGitAdapters(
  options: GitAdapterOptions,
): Promise<{ workspace: Workspace; ledger: Ledger }> {
  const stateDir = resolve(options.stateDir);
  const clone = await openClone(
    `${stateDir}/clone.git`,
    (gitDir) => createRemote(options, gitDir),
    options.identity,
  );
  const maximumFileBytes = options.maximumFileBytes ?? fiftyMegabytes;
  const workspace = await createWorkspace(clone, stateDir, { maximumFileBytes });
  return { workspace, ledger: createGitLedger(clone, options.scan) };
}
