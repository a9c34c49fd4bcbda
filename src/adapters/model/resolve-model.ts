import type { LanguageModelV3 } from '@ai-sdk/provider';
import { CatalogueError } from '../../core/catalogue-error.ts';

const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
type Provider = (typeof PROVIDERS)[number];

/** Keys and endpoints, given explicitly: this module never reads the environment. */
export interface ModelAccess {
  keys: Partial<Record<ModelKeyName, string>>;
  /** Endpoint of openai-compatible models (`models.baseUrl`). */
  baseUrl: string | null;
  /** Other endpoints for the named providers: a gateway of one's own. */
  endpoints?: Partial<Record<Provider, string>>;
}

/** Names under which a job hands keys over. */
export const MODEL_KEY_NAMES = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'CONTRACTOR_MODEL_KEY',
] as const;
type ModelKeyName = (typeof MODEL_KEY_NAMES)[number];

/** A model that is known to be configured; its provider's package is loaded on first use only. */
export interface ResolvedModel {
  /** `provider/name`, as configured. */
  readonly id: string;
  load(): Promise<LanguageModelV3>;
}

const DEFAULTS: Record<Provider, { key: ModelKeyName; endpoint: string | null }> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', endpoint: 'https://api.anthropic.com/v1' },
  openai: { key: 'OPENAI_API_KEY', endpoint: 'https://api.openai.com/v1' },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    endpoint: 'https://generativelanguage.googleapis.com/v1beta',
  },
  'openai-compatible': { key: 'CONTRACTOR_MODEL_KEY', endpoint: null },
};

/**
 * Turns `provider/name` into a model. An openai-compatible server may need no key; all others do.
 * @param field configuration key the name stands in, for the error's place.
 * @throws CatalogueError `bad-configuration` for an unknown provider or a missing endpoint, `no-model` for a missing key.
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
  if (apiKey === '' && provider !== 'openai-compatible') {
    throw new CatalogueError('no-model', `${id} needs a key: pass ${keyName} to the job.`, {
      place: { field },
    });
  }
  let loaded: Promise<LanguageModelV3> | null = null;
  return {
    id,
    load: () => {
      // The SDK would print its warnings, with what the model said in them, to the job's log.
      Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
      loaded ??= loadProvider(provider, name, { baseURL, apiKey });
      return loaded;
    },
  };
}

/** Endpoint and key are always passed, so that no provider package falls back to the environment. */
async function loadProvider(
  provider: Provider,
  name: string,
  settings: { baseURL: string; apiKey: string },
): Promise<LanguageModelV3> {
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)(name);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(name);
    case 'openai-compatible':
      return (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: settings.baseURL,
        supportsStructuredOutputs: true,
        ...(settings.apiKey === '' ? {} : { apiKey: settings.apiKey }),
      })(name);
  }
}
