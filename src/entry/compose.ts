import { setTimeout } from 'node:timers/promises';
import { createTracker } from '../adapters/github/tracker.ts';
import type { LookResult } from '../app/look.ts';
import type { LookRequest } from '../app/look-request.ts';
import type { Settings } from '../app/settings.ts';
import type { CatalogueError } from '../core/catalogue-error.ts';
import type { Wake } from '../core/rules/request/webhook-trigger.ts';
import type { Clock, Ports, Tracker } from '../ports.ts';
import { harnessVersion } from './harness-version.ts';
import type { RepositoryInput } from './repository-input.ts';
import { requestSent } from './request-sent.ts';

export type { LookRequest, LookResult, RepositoryInput };

/** A repository ready to be looked at. */
export interface Repository {
  ports: Ports;
  settings: Settings;
  look(request: LookRequest, ports?: Ports): Promise<LookResult>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (milliseconds) => setTimeout(milliseconds),
};

const CONFIGURATION_FILE = '.github/contractor.yml';

/**
 * The only place where use cases meet adapters. What the first request does not need loads while it is on its way: an
 * Action pays for its start-up in every job, also where there is nothing to do.
 * @throws CatalogueError `bad-configuration`, `token-invalid`, `github-failed`
 */
export async function composeRepository(input: RepositoryInput): Promise<Repository> {
  const clock = input.clock ?? systemClock;
  const tracker = composeTracker(input, clock);
  const sent = requestSent();
  const text = tracker.readFile(CONFIGURATION_FILE, null);
  await Promise.race([sent, text]);
  const [{ parseConfiguration }, { composePorts }, { look }] = await Promise.all([
    import('../core/rules/configuration/configuration.ts'),
    import('./compose-ports.ts'),
    import('../app/look.ts'),
    text,
  ]);
  const configuration = parseConfiguration(await text, CONFIGURATION_FILE);
  const settings: Settings = {
    repository: { owner: input.owner, name: input.name },
    serverUrl: input.serverUrl,
    configuration,
    harnessVersion: harnessVersion(),
    toolchain: `node ${process.version} ${process.platform}-${process.arch}`,
    pollMs: input.pollMs ?? 15_000,
  };
  const ports = composePorts(input, tracker, clock, configuration);
  return {
    ports,
    settings,
    look: (request, own = ports) => look(own, settings, request).finally(() => ports.tidy()),
  };
}

/** Where no repository can be composed, its issue is told why, as far as whoever woke us has a right to that. */
export async function noticeOfFailure(
  input: RepositoryInput,
  { wake, run }: { wake: Wake; run: string },
  error: CatalogueError,
): Promise<void> {
  if (error.code !== 'bad-configuration') return;
  const { noticeOnIssue } = await import('./notice-on-issue.ts');
  const clock = input.clock ?? systemClock;
  const repository = { owner: input.owner, name: input.name };
  const now = clock.now().toISOString();
  await noticeOnIssue(composeTracker(input, clock), { wake, run, repository, now }, error);
}

/** GitHub as this process sees it: what can be asked before the configuration is known. */
function composeTracker(input: RepositoryInput, clock: Clock): Tracker {
  return createTracker({
    token: input.token,
    apiUrl: input.apiUrl,
    ...(input.graphqlUrl ? { graphqlUrl: input.graphqlUrl } : {}),
    owner: input.owner,
    repo: input.name,
    clock,
  });
}
