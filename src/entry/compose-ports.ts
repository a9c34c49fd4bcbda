import { builtinAgent } from '../adapters/agent/builtin-agent.ts';
import { createCheckRunner } from '../adapters/checks/check-runner.ts';
import { createGitAdapters } from '../adapters/git/git-adapters.ts';
import { MODEL_KEY_NAMES, resolveModel } from '../adapters/model/resolve-model.ts';
import { structuredModel } from '../adapters/model/structured-model.ts';
import { chooseSandbox } from '../adapters/sandbox/choose-sandbox.ts';
import { createSecretScanner } from '../adapters/secrets/secret-scanner.ts';
import { withConfiguredPrices } from '../core/rules/limits/model-price.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Clock, Ports, Tracker } from '../ports.ts';
import type { RepositoryInput } from './repository-input.ts';

/** Every adapter but the tracker; a module of its own, so that it loads while the first request is on its way. */
export function composePorts(
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
  const journal = input.journal ?? { note: () => {} };
  const sandbox = chooseSandbox({
    asked: input.sandboxLevel ?? configuration.sandbox.level,
    caller: input.environment,
    hosts: configuration.sandbox.hosts,
    onRefused: (refused) => journal.note({ what: 'connections refused', refused }),
  });
  return {
    clock,
    tracker,
    ...git,
    sandbox,
    checks: createCheckRunner({ sandbox, caller: input.environment, secrets }),
    secrets,
    ...composeModels(input, configuration, sandbox),
    journal,
  };
}

function composeModels(
  input: RepositoryInput,
  { models, prices: configured }: Configuration,
  sandbox: Ports['sandbox'],
): Pick<Ports, 'models' | 'agent'> {
  const given = MODEL_KEY_NAMES.map((name) => [name, input.environment[name]]);
  const keys = { ...Object.fromEntries(given), GITHUB_TOKEN: input.token };
  const { baseUrl, endpoints, retries, longestWaitSeconds, contextTokens } = models;
  const patience = { retries, longestWaitMs: longestWaitSeconds * 1000 };
  const access = { keys, baseUrl, endpoints, patience };
  const prices = withConfiguredPrices(configured);
  const structured = (id: string | null, field: string) =>
    id === null ? null : structuredModel(resolveModel(id, access, field), { prices });
  const execute = models.execute;
  return {
    models: {
      draft: structured(models.draft, 'models.draft'),
      plan: structured(
        models.plan ?? execute,
        models.plan === null ? 'models.execute' : 'models.plan',
      ),
      review: structured(models.review, 'models.review'),
    },
    agent:
      execute === null
        ? null
        : builtinAgent({ model: resolveModel(execute, access), sandbox, prices, contextTokens }),
  };
}

/** Values that must never be written or posted, whatever they look like. */
function secretValues({ token, environment }: RepositoryInput): string[] {
  return [token, ...MODEL_KEY_NAMES.map((name) => environment[name])].filter(
    (value): value is string => value !== undefined && value !== '',
  );
}
