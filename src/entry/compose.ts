import { setTimeout } from 'node:timers/promises';
import { createTracker } from '../adapters/github/tracker.ts';
import { type LookResult, look } from '../app/look.ts';
import type { LookRequest } from '../app/look-request.ts';
import type { Settings } from '../app/settings.ts';
import { parseConfiguration } from '../core/rules/configuration.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Clock, Ports, Tracker } from '../ports.ts';
import { harnessVersion } from './harness-version.ts';
import type { RepositoryInput } from './repository-input.ts';

export type { LookRequest, LookResult, RepositoryInput };

/** A repository ready to be looked at. */
export interface Repository {
  ports: Ports;
  settings: Settings;
  look(request: LookRequest, ports?: Ports): Promise<LookResult>;
}

const systemClock: Clock = {
  now: () => new Date(),
  wait: (milliseconds) => setTimeout(milliseconds),
};

const CONFIGURATION_FILE = '.github/contractor.yml';

/** The only place where use cases meet adapters. */
export async function composeRepository(input: RepositoryInput): Promise<Repository> {
  const clock = input.clock ?? systemClock;
  const tracker = createTracker({
    token: input.token,
    apiUrl: input.apiUrl,
    ...(input.graphqlUrl ? { graphqlUrl: input.graphqlUrl } : {}),
    owner: input.owner,
    repo: input.name,
    clock,
  });
  const [configuration, { composePorts }] = await Promise.all([
    readConfiguration(tracker),
    import('./compose-ports.ts'),
  ]);
  const settings: Settings = {
    repository: { owner: input.owner, name: input.name },
    serverUrl: input.serverUrl,
    configuration,
    harnessVersion: harnessVersion(),
    toolchain: `node ${process.version} ${process.platform}-${process.arch}`,
    pollMs: input.pollMs ?? 15_000,
  };
  const ports = composePorts(input, tracker, clock, configuration);
  return { ports, settings, look: (request, own = ports) => look(own, settings, request) };
}

async function readConfiguration(tracker: Tracker): Promise<Configuration> {
  const text = await tracker.readFile(CONFIGURATION_FILE, null);
  return parseConfiguration(text ?? '', CONFIGURATION_FILE);
}
