import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3GenerateResult,
} from '@ai-sdk/provider';
import {
  classifyModelFailure,
  type ModelFailureKind,
} from '../../core/rules/limits/model-failure.ts';
import { type Patience, retryDelay } from '../../core/rules/limits/retry-delay.ts';
import { streamedCall } from './streamed-call.ts';

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
 * The same model, streamed, which waits out what passes: rate limits (as long as the server asks, up to a bound), failing
 * servers, silence, connections and answers that break off. How often, and the last cause, stand in the answer’s metadata
 * under `contractor`, or in the error.
 */
export function patientModel(model: LanguageModelV3, patience: Patience): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => patiently(model, patience, options),
    doStream: (options) => model.doStream(options),
  };
}

async function patiently(
  model: LanguageModelV3,
  patience: Patience,
  options: LanguageModelV3CallOptions,
): Promise<LanguageModelV3GenerateResult> {
  let kind: ModelFailureKind | null = null;
  for (let made = 0; ; made += 1) {
    try {
      const result = await streamedCall(model, options, patience.silenceMs);
      if (kind === null) return result;
      const contractor = { retries: made, kind };
      return { ...result, providerMetadata: { ...result.providerMetadata, contractor } };
    } catch (error) {
      const failure = classifyModelFailure(error, Date.now());
      const delay = retryDelay(failure, made, patience);
      if (delay === null) throw new ModelCallFailed(error, made);
      kind = failure.kind;
      await wait(delay, undefined, { signal: options.abortSignal });
    }
  }
}
