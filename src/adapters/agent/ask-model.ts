import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelMessage, ToolSet } from 'ai';
import { z } from 'zod';
import { priceOf, reportedUsage, type TokenPrice } from '../../core/rules/limits/model-price.ts';
import type { Usage } from '../../core/schema/event.ts';
import type { RequestedCall } from './call-tool.ts';
import { breakpoint, type CacheTtl } from './request.ts';
import type { Tool } from './tools/tool.ts';

export interface ModelRequest {
  model: { id: string; load(): Promise<LanguageModelV3> };
  system: string;
  messages: ModelMessage[];
  tools: readonly Tool[];
  ttl: CacheTtl;
  timeoutMs: number;
  prices: Readonly<Record<string, TokenPrice>>;
}

/** What the model did in one turn. */
export interface ModelTurn {
  /** The assistant's message as it belongs into the history; empty when it said nothing at all. */
  said: ModelMessage[];
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
 * One model call. Tools are declared without functions, so the SDK makes exactly one request and leaves calling to us.
 * @throws the provider's error after its retries, or on timeout.
 */
export async function askModel(request: ModelRequest): Promise<ModelTurn> {
  const { generateText, InvalidToolInputError } = await import('ai');
  const declared = await declaredTools(request.tools);
  const begun = performance.now();
  const result = await generateText({
    model: await request.model.load(),
    system: {
      role: 'system',
      content: request.system,
      providerOptions: breakpoint(request.ttl),
    },
    messages: request.messages,
    tools: declared,
    // The model itself is patient.
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(request.timeoutMs),
  });
  const modelMs = performance.now() - begun;
  const { id } = request.model;
  return {
    said: result.response.messages.filter((message) => message.role === 'assistant'),
    calls: result.toolCalls.map((call) => ({
      id: call.toolCallId,
      name: call.toolName,
      input: call.input,
      unreadable: call.dynamic === true && InvalidToolInputError.isInstance(call.error),
    })),
    usage: reportedUsage(id, result.usage, priceOf(id, request.prices)),
    cutOff: result.finishReason === 'length',
    modelMs,
    body: result.request.body,
    retried: retriedOf(result.providerMetadata?.contractor),
  };
}

function retriedOf(metadata: unknown): ModelTurn['retried'] {
  const { retries, kind } = (metadata ?? {}) as { retries?: unknown; kind?: unknown };
  return typeof retries === 'number' && typeof kind === 'string' ? { retries, kind } : null;
}

const known = new Map<readonly Tool[], ToolSet>();

/** Schemas only describe here; `callTool` validates, so that a refusal is in our words. */
async function declaredTools(tools: readonly Tool[]): Promise<ToolSet> {
  const before = known.get(tools);
  if (before !== undefined) return before;
  const { jsonSchema, tool } = await import('ai');
  const made: ToolSet = Object.fromEntries(
    tools.map(({ name, description, input }) => {
      const shape = z.toJSONSchema(input, { io: 'input' }) as Parameters<typeof jsonSchema>[0];
      return [name, tool({ description, inputSchema: jsonSchema(shape) })];
    }),
  );
  known.set(tools, made);
  return made;
}
