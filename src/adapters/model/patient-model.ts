import { setTimeout } from 'node:timers/promises';
import type { LanguageModelV3, SharedV3ProviderMetadata } from '@ai-sdk/provider';
import {
  classifyModelFailure,
  type ModelFailureKind,
} from '../../core/rules/limits/model-failure.ts';
import { type Patience, retryDelay } from '../../core/rules/limits/retry-delay.ts';

/** A call that failed for good, after so many tries made again. */
class ModelCallFailed extends Error {
  override readonly name = 'ModelCallFailed';
  readonly lastError: unknown;
  readonly retries: number;

  constructor(lastError: unknown, retries: number) {
    super(lastError instanceof Error ? lastError.message : String(lastError), { cause: lastError });
    this.lastError = lastError;
    this.retries = retries;
  }
}

/**
 * The same model, which waits out what passes: rate limits (as long as the server asks, up to a bound), failing servers,
 * connections and answers that break off. How often, and the last cause, stand in the answer’s
 * metadata under `contractor`, or in the error.
 */
export async function patientModel(
  model: LanguageModelV3,
  patience: Patience,
): Promise<LanguageModelV3> {
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      async wrapGenerate({ doGenerate, params }) {
        let kind: ModelFailureKind | null = null;
        for (let made = 0; ; made += 1) {
          try {
            const result = await doGenerate();
            if (kind === null) return result;
            return { ...result, providerMetadata: counted(result.providerMetadata, made, kind) };
          } catch (error) {
            const failure = classifyModelFailure(error, Date.now());
            const delay = retryDelay(failure, made, patience);
            if (delay === null) throw new ModelCallFailed(error, made);
            kind = failure.kind;
            await setTimeout(delay, undefined, { signal: params.abortSignal });
          }
        }
      },
    },
  });
}

function counted(
  metadata: SharedV3ProviderMetadata | undefined,
  retries: number,
  kind: ModelFailureKind,
): SharedV3ProviderMetadata {
  return { ...metadata, contractor: { retries, kind } };
}
