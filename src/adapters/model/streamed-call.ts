import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3GenerateResult,
} from '@ai-sdk/provider';
import { collectStream } from './collect-stream.ts';
import { onWire, type Wire } from './wire.ts';

/** The provider said nothing for too long: before its answer, or in the middle of it. */
class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
}

/**
 * One call, read as a stream: a long answer may take its time as long as the provider gives signs of life, and one that
 * stalls is noticed. A server that answers whole instead is read whole, by the same request.
 * @param silenceMs longest silence, before the answer and within it
 */
export async function streamedCall(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  silenceMs: number,
): Promise<LanguageModelV3GenerateResult> {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const words = `the provider was silent for ${silenceMs / 1000} s`;
      silence.abort(new ProviderSilent(words));
    }, silenceMs);
  };
  const { abortSignal: given } = options;
  const abortSignal = given ? AbortSignal.any([given, silence.signal]) : silence.signal;
  const wire: Wire = { sent: null, alive, whole: null };
  const call = { ...options, abortSignal };
  alive();
  try {
    const result = await onWire(wire, () => streamedOrWhole(model, call, wire));
    return wire.sent === null ? result : { ...result, request: { body: wire.sent } };
  } catch (error) {
    // However the provider’s package words an aborted call.
    throw silence.signal.aborted && given?.aborted !== true ? silence.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

async function streamedOrWhole(
  model: LanguageModelV3,
  call: LanguageModelV3CallOptions,
  wire: Wire,
): Promise<LanguageModelV3GenerateResult> {
  try {
    return await collectStream(await model.doStream(call));
  } catch (error) {
    if (wire.whole === null) throw error;
    return model.doGenerate(call);
  }
}
