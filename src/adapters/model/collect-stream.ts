import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3StreamResult,
} from '@ai-sdk/provider';
import { StreamFailure } from './stream-failure.ts';

type Spoken = Extract<LanguageModelV3Content, { type: 'text' | 'reasoning' }>;

/**
 * The whole answer out of its stream: what was said in the order in which it began.
 * @throws StreamFailure when the provider tells of an error in mid-stream, or the stream ends before its answer does
 */
export async function collectStream({
  stream,
  request,
  response,
}: LanguageModelV3StreamResult): Promise<LanguageModelV3GenerateResult> {
  const content: LanguageModelV3Content[] = [];
  const open = new Map<string, Spoken>();
  let warnings: LanguageModelV3GenerateResult['warnings'] = [];
  for await (const part of parts(stream)) {
    switch (part.type) {
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'text-start':
      case 'reasoning-start':
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end':
        speak(content, open, part);
        break;
      case 'tool-call':
      case 'tool-result':
      case 'file':
      case 'source':
        content.push(part);
        break;
      case 'error':
        throw new StreamFailure(part.error);
      case 'finish': {
        const { finishReason, usage, providerMetadata } = part;
        const endedEarly = finishReason.unified === 'other' && finishReason.raw === undefined;
        if (endedEarly || finishReason.unified === 'error')
          throw new StreamFailure('the answer broke off before its end');
        const metadata = providerMetadata === undefined ? {} : { providerMetadata };
        return {
          content,
          finishReason,
          usage,
          warnings,
          ...metadata,
          ...(request === undefined ? {} : { request }),
          ...(response === undefined ? {} : { response }),
        };
      }
    }
  }
  throw new StreamFailure('the answer broke off before its end');
}

type SpeechPart = Extract<LanguageModelV3StreamPart, { type: `${Spoken['type']}-${string}` }>;

/** A block’s last metadata counts: what a provider signs stands at the block’s end. */
function speak(content: LanguageModelV3Content[], open: Map<string, Spoken>, part: SpeechPart) {
  const type = part.type.startsWith('text') ? 'text' : 'reasoning';
  const key = `${type} ${part.id}`;
  const begun = part.type.endsWith('-start') ? undefined : open.get(key);
  const block: Spoken = begun ?? { type, text: '' };
  if (begun === undefined) {
    open.set(key, block);
    content.push(block);
  }
  if ('delta' in part) block.text += part.delta;
  if (part.providerMetadata !== undefined) block.providerMetadata = part.providerMetadata;
}

async function* parts(
  stream: ReadableStream<LanguageModelV3StreamPart>,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also where nobody wants the rest: the connection is not kept for it.
    await reader.cancel().catch(() => {});
  }
}
