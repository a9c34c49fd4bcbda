import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { ModelScript, type ModelScriptInput, type ScriptedPurpose } from './script.ts';
import { ScriptPosition } from './script-position.ts';
import {
  type Answer,
  answerBeginning,
  answerBody,
  answerStream,
  type ChatRequest,
  countUsage,
} from './wire-chat.ts';

/** One request as it came over the wire. */
export interface RecordedRequest {
  purpose: ScriptedPurpose;
  /** 1-based number of the scripted turn; null for structured questions. */
  turn: number | null;
  /** The request body, byte for byte. */
  body: string;
  messages: ChatRequest['messages'];
  usage: { prompt_tokens: number; cached_tokens: number; completion_tokens: number };
}

export interface ScriptedModel extends AsyncDisposable {
  /** For `models.baseUrl`, with a model name of `openai-compatible/scripted`. */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

export interface ScriptedModelOptions {
  /** Awaited before the n-th turn (1-based) is answered: a named moment at which things can be made to happen. */
  beforeTurn?: (turn: number) => Promise<void>;
}

const MAXIMUM_BODY_BYTES = 64 * 1024 * 1024;

/**
 * A model server on 127.0.0.1 that speaks OpenAI's chat completions and answers from a script. Its place in the
 * script lives here, so it survives the death of the product it serves. A request with `response_format.json_schema`
 * is a structured question, told apart by the schema's name (draft, amend, plan, review); any other is a turn of work.
 * @throws ZodError when the script is malformed.
 */
export async function startScriptedModel(
  script: ModelScriptInput,
  options: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const position = new ScriptPosition(ModelScript.parse(script));
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
      return fail(response, 404, 'the scripted model serves POST /v1/chat/completions only');
    }
    const body = await readBody(request);
    const chat = Chat.safeParse(parseJson(body));
    if (!chat.success) return fail(response, 400, z.prettifyError(chat.error));
    const purpose = purposeOf(chat.data);
    const { answer, turn } = position.next(purpose, chat.data.messages);
    if (turn !== null) await options.beforeTurn?.(turn);
    const before = requests.findLast((earlier) => earlier.purpose === purpose);
    const usage = countUsage(chat.data, before?.messages ?? [], answer);
    requests.push({ purpose, turn, body, messages: chat.data.messages, usage });
    return reply(response, chat.data, answer, usage);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const Chat = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })).min(1),
  stream: z.boolean().optional(),
  tools: z.array(z.unknown()).optional(),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ name: z.string() }).optional() })
    .optional(),
});

function purposeOf(chat: ChatRequest): ScriptedPurpose {
  const name = chat.response_format?.json_schema?.name;
  return name === 'draft' || name === 'amend' || name === 'plan' || name === 'review'
    ? name
    : 'work';
}

function reply(
  response: ServerResponse,
  chat: ChatRequest,
  answer: Answer,
  usage: RecordedRequest['usage'],
): void {
  const streamed = chat.stream === true;
  const kind = { 'content-type': streamed ? 'text/event-stream' : 'application/json' };
  if ('error' in answer) {
    if (answer.error === 'drop') {
      response.destroy();
      return;
    }
    if (answer.error === 'truncated') {
      response.writeHead(200, kind);
      response.write(answerBeginning(chat), () => response.destroy());
      return;
    }
    fail(response, Number(answer.error), answer.message);
    return;
  }
  response.writeHead(200, kind);
  response.end(streamed ? answerStream(chat, answer, usage) : answerBody(chat, answer, usage));
}

/** Errors ask to be retried at once, so that a script about rate limits takes no time. */
function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ error: { message, type: 'scripted' } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAXIMUM_BODY_BYTES) throw new RangeError('request body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
