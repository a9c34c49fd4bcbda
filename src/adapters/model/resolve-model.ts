import type { LanguageModelV3 } from '@ai-sdk/provider';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Patience } from '../../core/rules/limits/retry-delay.ts';
import { patientModel } from './patient-model.ts';
import { watchedFetch } from './wire.ts';

const PROVIDERS = ['anthropic', 'openai', 'google', 'github', 'openai-compatible'] as const;
type Provider = (typeof PROVIDERS)[number];

/** Keys and endpoints, given explicitly: this module never reads the environment. */
export interface ModelAccess {
  keys: Partial<Record<ModelKeyName, string>>;
  /** Endpoint of openai-compatible models (`models.baseUrl`). */
  baseUrl: string | null;
  /** Other endpoints for the named providers (`models.endpoints`): a gateway of one's own. */
  endpoints?: Partial<Record<Provider, string | null>>;
  /** What is waited for, and what is tried again. Default: twice, a minute at most, three minutes of silence. */
  patience?: Partial<Patience>;
}

/** Names under which a job hands keys over. */
export const MODEL_KEY_NAMES = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'CONTRACTOR_MODEL_KEY',
  'GITHUB_TOKEN',
] as const;
type ModelKeyName = (typeof MODEL_KEY_NAMES)[number];

/** A model that is known to be configured; its provider's package is loaded on first use only. */
export interface ResolvedModel {
  /** `provider/name`, as configured. */
  readonly id: string;
  /** Name under which the job hands its key over. */
  readonly keyName: string;
  load(): Promise<LanguageModelV3>;
}

const DEFAULTS: Record<Provider, { key: ModelKeyName; endpoint: string | null }> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', endpoint: 'https://api.anthropic.com/v1' },
  openai: { key: 'OPENAI_API_KEY', endpoint: 'https://api.openai.com/v1' },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    endpoint: 'https://generativelanguage.googleapis.com/v1beta',
  },
  // GitHub Models, with the job’s own token.
  github: { key: 'GITHUB_TOKEN', endpoint: 'https://models.github.ai/inference' },
  'openai-compatible': { key: 'CONTRACTOR_MODEL_KEY', endpoint: null },
};

const PATIENCE: Patience = { retries: 2, longestWaitMs: 60_000, silenceMs: 180_000 };

/**
 * Turns `provider/name` into a model. An openai-compatible server may need no key; all others do. A missing key is told
 * when the model is first used (`no-model`), so that everything that needs none still works without it.
 * @param field configuration key the name stands in, for the error's place.
 * @throws CatalogueError `bad-configuration` for an unknown provider or a missing endpoint.
 */
export function resolveModel(
  id: string,
  access: ModelAccess,
  field = 'models.execute',
): ResolvedModel {
  const slash = id.indexOf('/');
  const provider = PROVIDERS.find((known) => known === id.slice(0, slash));
  const name = id.slice(slash + 1);
  if (provider === undefined || name === '') {
    throw new CatalogueError(
      'bad-configuration',
      `"${id.slice(0, 100)}" is no model: write provider/name with one of ${PROVIDERS.join(', ')}.`,
      { place: { field } },
    );
  }
  const { key: keyName, endpoint } = DEFAULTS[provider];
  const own = provider === 'openai-compatible' ? access.baseUrl : null;
  const baseURL = access.endpoints?.[provider] ?? own ?? endpoint;
  if (baseURL === null) {
    throw new CatalogueError('bad-configuration', `${provider} models need an endpoint.`, {
      place: { field: 'models.baseUrl' },
    });
  }
  const apiKey = access.keys[keyName]?.trim() ?? '';
  let loaded: Promise<LanguageModelV3> | null = null;
  return {
    id,
    keyName,
    load: async () => {
      if (apiKey === '' && provider !== 'openai-compatible') {
        const detail = `${id} needs a key: pass ${keyName} to the job.`;
        throw new CatalogueError('no-model', detail, { place: { field } });
      }
      // The SDK would print its warnings, with what the model said in them, to the job's log.
      Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
      loaded ??= loadProvider(provider, name, { baseURL, apiKey }).then((model) =>
        patientModel(model, { ...PATIENCE, ...access.patience }),
      );
      return loaded;
    },
  };
}

/** Endpoint and key are always passed, so that no provider package falls back to the environment. */
async function loadProvider(
  provider: Provider,
  name: string,
  { baseURL, apiKey }: { baseURL: string; apiKey: string },
): Promise<LanguageModelV3> {
  const settings = { baseURL, apiKey, fetch: watchedFetch };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)(name);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(name);
    case 'github':
    case 'openai-compatible':
      return (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        name: provider,
        baseURL,
        fetch: watchedFetch,
        supportsStructuredOutputs: true,
        // Else a stream tells nothing of its tokens.
        includeUsage: true,
        ...(apiKey === '' ? {} : { apiKey }),
      })(name);
  }
}
