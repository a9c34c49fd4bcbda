import { builtinAgent } from '../adapters/agent/builtin-agent.ts';
import { MODEL_KEY_NAMES, resolveModel } from '../adapters/model/resolve-model.ts';
import { structuredModel } from '../adapters/model/structured-model.ts';
import { withConfiguredPrices } from '../core/rules/limits/model-price.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Ports } from '../ports.ts';
import type { RepositoryInput } from './repository-input.ts';

/** The models a configuration names, with the keys of the environment; null where none is named. */
export function composeModels(
  input: Pick<RepositoryInput, 'environment'> & { token: string | null },
  { models, prices: configured }: Configuration,
  sandbox: Ports['sandbox'],
  mask: (text: string) => Promise<string>,
): Pick<Ports, 'models' | 'agent'> {
  const given = MODEL_KEY_NAMES.map((name) => [name, input.environment[name]]);
  const keys = { ...Object.fromEntries(given), GITHUB_TOKEN: input.token ?? undefined };
  const { baseUrl, endpoints, retries, longestWaitSeconds, silenceSeconds, contextTokens } = models;
  const patience = {
    retries,
    longestWaitMs: longestWaitSeconds * 1000,
    silenceMs: silenceSeconds * 1000,
  };
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
        : builtinAgent({
            ...{ model: resolveModel(execute, access), sandbox, prices, contextTokens },
            mask,
          }),
  };
}
