import { builtinAgent } from '../adapters/agent/builtin-agent.ts';
import { createCheckRunner } from '../adapters/checks/check-runner.ts';
import { createGitAdapters } from '../adapters/git/git-adapters.ts';
import { createTracker } from '../adapters/github/tracker.ts';
import { MODEL_KEY_NAMES, resolveModel } from '../adapters/model/resolve-model.ts';
import { structuredModel } from '../adapters/model/structured-model.ts';
import { chooseSandbox } from '../adapters/sandbox/choose-sandbox.ts';
import { createSecretScanner } from '../adapters/secrets/secret-scanner.ts';
import { type LookRequest, type LookResult, look } from '../app/look.ts';
import type { Settings } from '../app/settings.ts';
import { parseConfiguration } from '../core/rules/configuration.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Clock, Journal, Ports, Tracker } from '../ports.ts';
import { harnessVersion } from './harness-version.ts';

export type { LookRequest, LookResult };

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

/** A repository ready to be looked at. */
export interface Repository {
  ports: Ports;
  settings: Settings;
  look(request: LookRequest, ports?: Ports): Promise<LookResult>;
}

const CONFIGURATION_FILE = '.github/contractor.yml';

/** The only place where use cases meet adapters. */
export async function composeRepository(input: RepositoryInput): Promise<Repository> {
  const clock = input.clock ?? { now: () => new Date() };
  const tracker = createTracker({
    token: input.token,
    apiUrl: input.apiUrl,
    ...(input.graphqlUrl ? { graphqlUrl: input.graphqlUrl } : {}),
    owner: input.owner,
    repo: input.name,
    clock,
  });
  const configuration = await readConfiguration(tracker);
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

function composePorts(
  input: RepositoryInput,
  tracker: Tracker,
  clock: Clock,
  configuration: Configuration,
): Ports {
  const secrets = createSecretScanner(secretValues(input));
  const git = createGitAdapters({
    stateDirectory: input.stateDirectory,
    url: `${input.serverUrl}/${input.owner}/${input.name}.git`,
    token: input.token,
    scan: (text, path) => secrets.scan(text, path),
  });
  const sandbox = chooseSandbox({
    asked: input.sandboxLevel ?? configuration.sandbox.level,
    caller: input.environment,
  });
  return {
    clock,
    tracker,
    ...git,
    sandbox,
    checks: createCheckRunner({ sandbox, caller: input.environment, secrets }),
    secrets,
    ...composeModels(input, configuration, sandbox),
    journal: input.journal ?? { note: () => {} },
  };
}

function composeModels(
  input: RepositoryInput,
  { models }: Configuration,
  sandbox: Ports['sandbox'],
): Pick<Ports, 'models' | 'agent'> {
  const keys = Object.fromEntries(MODEL_KEY_NAMES.map((name) => [name, input.environment[name]]));
  const access = { keys, baseUrl: models.baseUrl };
  const structured = (id: string | null, field: string) =>
    id === null ? null : structuredModel(resolveModel(id, access, field));
  const execute = models.execute;
  return {
    models: {
      draft: structured(models.draft, 'models.draft'),
      review: structured(models.review, 'models.review'),
    },
    agent:
      execute === null ? null : builtinAgent({ model: resolveModel(execute, access), sandbox }),
  };
}

/** Values that must never be written or posted, whatever they look like. */
function secretValues({ token, environment }: RepositoryInput): string[] {
  return [token, ...MODEL_KEY_NAMES.map((name) => environment[name])].filter(
    (value): value is string => value !== undefined && value !== '',
  );
}
