import type { Configuration } from '../core/schema/configuration.ts';
import type { Clock, Journal } from '../ports.ts';

/** Everything a process is told about the repository it serves. Nothing below reads the environment by itself. */
export interface RepositoryInput {
  owner: string;
  name: string;
  /** Token that reads and writes the repository; it reaches GitHub and git’s transport, nothing else. */
  token: string;
  apiUrl: string;
  graphqlUrl?: string;
  /** Where people see the repository and git fetches from, like https://github.com. */
  serverUrl: string;
  /** Our clone, worktrees and shadow repositories live here; no agent can write it. */
  stateDirectory: string;
  /** The caller’s environment: model keys and tools are looked up in it, nothing else of it is passed on. */
  environment: Readonly<Record<string, string | undefined>>;
  journal?: Journal;
  clock?: Clock;
  /** Least time between two looks while an agent works. Default 15,000 ms. */
  pollMs?: number;
  /** Least isolation instead of the configured one, as the demo on a machine without bubblewrap needs it. */
  sandboxLevel?: Configuration['sandbox']['level'];
}
