import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { z } from 'zod';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { modelFailure } from '../../core/rules/limits/model-failure.ts';
import {
  addUsage,
  priceOf,
  reportedUsage,
  type TokenPrice,
} from '../../core/rules/limits/model-price.ts';
import type { Usage } from '../../core/schema/usage.ts';
import type { Model, ModelPurpose } from '../../ports.ts';
import { findJson } from './find-json.ts';
import type { ResolvedModel } from './resolve-model.ts';

export interface StructuredModelOptions {
  /** For one call, retries included. Default 600,000 ms. */
  timeoutMs?: number;
  /** Prices by beginning of `provider/name`, before the built-in table. */
  prices?: Readonly<Record<string, TokenPrice>>;
}

interface Reading {
  text: string;
  usage: Usage;
}

/** The port `Model` over the AI SDK: structured output, read tolerantly, with one repair. */
export function structuredModel(model: ResolvedModel, options: StructuredModelOptions = {}): Model {
  return {
    id: model.id,
    async ask({ purpose, system, prompt, schema, read: reader }) {
      const judge = reader ?? ((text: string) => check(text, schema));
      const asked: ModelMessage[] = [{ role: 'user', content: prompt }];
      const request = { model, purpose, system, schema, options };
      const first = await read(request, asked);
      const answer = judge(first.text);
      if ('value' in answer) return { answer: answer.value, usage: first.usage };

      const second = await read(request, [...asked, ...repair(first.text, answer.problem)]);
      const usage = addUsage(first.usage, second.usage);
      const repaired = judge(second.text);
      if ('value' in repaired) return { answer: repaired.value, usage };
      const detail = `${model.id} gave no valid ${purpose} answer after one repair: ${repaired.problem}`;
      // Useless, and paid all the same.
      throw Object.assign(new CatalogueError('model-unusable', detail), { usage });
    },
  };
}

interface AskRequest {
  model: ResolvedModel;
  purpose: ModelPurpose;
  system: string;
  schema: z.ZodType;
  options: StructuredModelOptions;
}

/** One call. An endpoint that refuses a JSON schema is asked again in words. */
async function read(request: AskRequest, messages: ModelMessage[]): Promise<Reading> {
  try {
    const loaded = await request.model.load();
    try {
      return await call(request, loaded, request.system, messages, true);
    } catch (error) {
      if (!refusesSchema(error)) throw error;
      const shape = JSON.stringify(z.toJSONSchema(request.schema, { io: 'input' }));
      const system = `${request.system}\n\nAnswer with one JSON object of this schema, and nothing else:\n${shape}`;
      return await call(request, loaded, system, messages, false);
    }
  } catch (error) {
    throw new CatalogueError('model-unusable', `${request.model.id}: ${modelFailure(error)}`, {
      cause: error,
    });
  }
}

async function call(
  request: AskRequest,
  model: LanguageModelV3,
  system: string,
  messages: ModelMessage[],
  withSchema: boolean,
): Promise<Reading> {
  const { generateText, NoObjectGeneratedError, Output } = await import('ai');
  const { schema, purpose, options } = request;
  const price = priceOf(request.model.id, options.prices);
  try {
    const result = await generateText({
      model,
      system,
      messages,
      // The model itself is patient.
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(options.timeoutMs ?? 600_000),
      // The schema's name tells a local server what it is asked for. Optional fields rule strict mode out.
      ...(withSchema ? { output: Output.object({ schema, name: purpose }) } : {}),
      providerOptions: {
        openai: { strictJsonSchema: false },
        openaiCompatible: { strictJsonSchema: false },
      },
    });
    return { text: result.text, usage: reportedUsage(request.model.id, result.usage, price) };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error) || error.usage === undefined) throw error;
    return { text: error.text ?? '', usage: reportedUsage(request.model.id, error.usage, price) };
  }
}

function check<T>(text: string, schema: z.ZodType<T>): { value: T } | { problem: string } {
  const found = findJson(text);
  if (found === undefined) return { problem: 'the answer holds no JSON object' };
  const parsed = schema.safeParse(found);
  if (parsed.success) return { value: parsed.data };
  return { problem: z.prettifyError(parsed.error).slice(0, 1000) };
}

function repair(text: string, problem: string): ModelMessage[] {
  const said: ModelMessage[] = text === '' ? [] : [{ role: 'assistant', content: text }];
  return [
    ...said,
    {
      role: 'user',
      content: `That answer cannot be used: ${problem}\nAnswer again with the corrected JSON object alone.`,
    },
  ];
}

/** A 400 has many causes (a context that is too long, say); only one that names the schema is worth asking anew. */
function refusesSchema(error: unknown): boolean {
  const cause = (error as { lastError?: unknown } | null)?.lastError ?? error;
  const { statusCode, message } = (cause ?? {}) as { statusCode?: unknown; message?: unknown };
  const bad = statusCode === 400 || statusCode === 422;
  return bad && /response_?format|schema/i.test(String(message));
}
