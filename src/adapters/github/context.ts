import type { Clock } from '../../ports.ts';
import type { GitHubClient } from './octokit.ts';

/** What every part of the adapter needs: the client and the repository it speaks about. */
export interface GitHubContext {
  client: GitHubClient;
  owner: string;
  repo: string;
  clock: Pick<Clock, 'now'>;
  /** How long one second of waiting lasts, in ms. */
  secondMs: number;
}
