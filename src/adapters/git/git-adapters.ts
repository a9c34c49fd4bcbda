import { resolve } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Ledger, Workspace } from '../../ports.ts';
import { createClone, type Identity } from './clone.ts';
import { createGitLedger } from './git-ledger.ts';
import type { SecretScan } from './ledger-layout.ts';
import { createRemote, type Protocol } from './remote.ts';
import { createWorkspace } from './workspace.ts';

export interface GitAdapterOptions {
  /** Our own directory, outside everything an agent or a check can write. Made when missing; kept between runs. */
  stateDirectory: string;
  /** Literal URL of the repository, without credentials. */
  url: string;
  /** The one protocol git may speak. The URL’s own when left out. */
  protocol?: Protocol;
  token: string | null;
  /** Author and committer of every commit. `contractor[bot]` when left out. */
  identity?: Identity;
  /** Files above it are named in a checkpoint, not recorded. 50 MB when left out. */
  maximumFileBytes?: number;
  /** Whether worktrees are watched, so that a quick checkpoint need not scan. True when left out. */
  watch?: boolean;
  /** Looks for secrets in each append to the ledger and in each checkpoint before it is pushed; a finding refuses it. */
  scan?: SecretScan;
  signal?: AbortSignal;
}

const fiftyMegabytes = 50_000_000;

const bot: Identity = {
  name: 'contractor[bot]',
  email: 'contractor[bot]@users.noreply.github.com',
};

/** The ports that stand on git: one bare clone under the state directory serves both. Nothing runs before it is needed. */
export function createGitAdapters(options: GitAdapterOptions): {
  workspace: Workspace;
  ledger: Ledger;
} {
  const { url, token, signal } = options;
  const stateDirectory = resolve(options.stateDirectory);
  const protocol = options.protocol ?? protocolOf(url);
  const clone = createClone(
    `${stateDirectory}/clone.git`,
    (gitDir) => createRemote({ url, protocol, token, signal }, gitDir),
    options.identity ?? bot,
  );
  const maximumFileBytes = options.maximumFileBytes ?? fiftyMegabytes;
  return {
    workspace: createWorkspace(clone, stateDirectory, {
      maximumFileBytes,
      watch: options.watch ?? true,
      scan: options.scan,
    }),
    ledger: createGitLedger(clone, options.scan),
  };
}

function protocolOf(url: string): Protocol {
  const known = (['https', 'http', 'file'] as const).find((name) => url.startsWith(`${name}://`));
  if (known !== undefined) return known;
  throw new CatalogueError(
    'bad-input',
    'The repository’s address must be an https, http or file URL.',
  );
}
