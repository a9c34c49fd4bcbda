import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { priceOf, reportedUsage, type TokenPrice } from '../../core/rules/limits/model-price.ts';
import type { Usage } from '../../core/schema/usage.ts';
import type { RequestedCall } from './call-tool.ts';
import { breakpoint, type CacheTtl } from './request.ts';
import type { Tool } from './tools/tool.ts';

export interface ModelRequest {
  model: { id: string; load(): Promise<LanguageModelV3> };
  system: string;
  messages: LanguageModelV3Message[];
  tools: readonly Tool[];
  ttl: CacheTtl;
  timeoutMs: number;
  prices: Readonly<Record<string, TokenPrice>>;
}

/** What the model did in one turn. */
export interface ModelTurn {
  /** The assistant's message as it belongs into the history; empty when it said nothing at all. */
  said: LanguageModelV3Message[];
  calls: (RequestedCall & { id: string })[];
  usage: Usage;
  /** The answer hit the output limit. */
  cutOff: boolean;
  /** Time the call took, tries made again included. */
  modelMs: number;
  /** The request’s body as it was sent. */
  body: unknown;
  /** How often the call was made again before it was answered, and the last cause. */
  retried: { retries: number; kind: string } | null;
}

/**
 * One model call. The provider’s package is asked directly: what the SDK puts before it checks the whole conversation
 * anew each turn, and ours is made by us alone.
 * @throws the provider's error after its retries, or on timeout.
 */
export async function askModel(request: ModelRequest): Promise<ModelTurn> {
  const { id } = request.model;
  const model = await request.model.load();
  const providerOptions = breakpoint(request.ttl);
  const begun = performance.now();
  const result = await model.doGenerate({
    prompt: [{ role: 'system', content: request.system, providerOptions }, ...request.messages],
    tools: declaredTools(request.tools),
    toolChoice: { type: 'auto' },
    abortSignal: AbortSignal.timeout(request.timeoutMs),
  });
  const modelMs = performance.now() - begun;
  const { inputTokens, outputTokens } = result.usage;
  const reported = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    inputTokenDetails: {
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
  };
  const calls = result.content.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, name: part.toolName, ...readInput(part.input) }]
      : [],
  );
  return {
    said: messageOf(result.content),
    calls,
    usage: reportedUsage(id, reported, priceOf(id, request.prices)),
    cutOff: result.finishReason.unified === 'length',
    modelMs,
    body: result.request?.body,
    retried: retriedOf(result.providerMetadata?.contractor),
  };
}

/** Arguments are text; what is none of JSON’s is told to the model, and stands in the history as no arguments. */
function readInput(text: string): Pick<RequestedCall, 'input' | 'unreadable'> {
  if (text.trim() === '') return { input: {}, unreadable: false };
  try {
    return { input: JSON.parse(text), unreadable: false };
  } catch {
    return { input: {}, unreadable: true };
  }
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

/** What the model said, as it is sent back to it: with what its provider signed, without what is empty. */
function messageOf(content: readonly LanguageModelV3Content[]): LanguageModelV3Message[] {
  const parts = content.flatMap((part): AssistantPart[] => {
    const metadata = 'providerMetadata' in part ? part.providerMetadata : undefined;
    const signed = metadata === undefined ? {} : { providerOptions: metadata };
    if (part.type === 'text' && part.text !== '')
      return [{ type: 'text', text: part.text, ...signed }];
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...signed }];
    if (part.type !== 'tool-call') return [];
    const { toolCallId, toolName } = part;
    const { input } = readInput(part.input);
    return [{ type: 'tool-call', toolCallId, toolName, input, ...signed }];
  });
  return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }];
}

function retriedOf(metadata: unknown): ModelTurn['retried'] {
  const { retries, kind } = (metadata ?? {}) as { retries?: unknown; kind?: unknown };
  return typeof retries === 'number' && typeof kind === 'string' ? { retries, kind } : null;
}

const known = new Map<readonly Tool[], LanguageModelV3FunctionTool[]>();

/** Schemas only describe here; `callTool` validates, so that a refusal is in our words. */
function declaredTools(tools: readonly Tool[]): LanguageModelV3FunctionTool[] {
  const before = known.get(tools);
  if (before !== undefined) return before;
  const made = tools.map(({ name, description, input }) => {
    const inputSchema = z.toJSONSchema(input, { io: 'input' });
    return { type: 'function', name, description, inputSchema } as LanguageModelV3FunctionTool;
  });
  known.set(tools, made);
  return made;
}
