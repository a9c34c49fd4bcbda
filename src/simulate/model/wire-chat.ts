import type { ScriptedFailure } from './script.ts';

/** A chat-completions request, as far as the scripted model reads it. */
export interface ChatRequest {
  model: string;
  messages: { role: string; [field: string]: unknown }[];
  stream?: boolean | undefined;
  response_format?: { json_schema?: { name: string } | undefined } | undefined;
}

interface ScriptedCall {
  id: string;
  name: string;
  /** JSON text, or text that is meant to be none. */
  arguments: string;
}

export type Answer =
  | { text: string; calls: ScriptedCall[] }
  | { error: NonNullable<ScriptedFailure['error']>; message: string };
type Said = Extract<Answer, { text: string }>;

export interface WireUsage {
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
}

/** Deterministic token numbers: four characters a token; cached is what the request before shares from its start. */
export function countUsage(
  chat: ChatRequest,
  before: ChatRequest['messages'],
  answer: Answer,
): WireUsage {
  const sizes = chat.messages.map((message) => JSON.stringify(message));
  const shared = sizes.findIndex((text, n) => text !== JSON.stringify(before[n] ?? null));
  const cached = sizes.slice(0, shared === -1 ? sizes.length : shared);
  const said = 'error' in answer ? '' : answer.text + JSON.stringify(answer.calls);
  return {
    prompt_tokens: tokens(sizes.join('').length),
    cached_tokens: tokens(cached.join('').length),
    completion_tokens: tokens(said.length),
  };
}

/** The answer as one `chat.completion` object. */
export function answerBody(chat: ChatRequest, answer: Said, usage: WireUsage): string {
  return JSON.stringify({
    ...head(chat, 'chat.completion'),
    choices: [
      { index: 0, message: message(answer), finish_reason: finishReason(answer), logprobs: null },
    ],
    usage: wireUsage(usage),
  });
}

/** The answer as server-sent events: one delta, the finish reason, usage, `[DONE]`. */
export function answerStream(chat: ChatRequest, answer: Said, usage: WireUsage): string {
  const { content, tool_calls, role } = message(answer);
  const calls = tool_calls?.map((call, index) => ({ index, ...call }));
  const delta = { role, content, ...(calls ? { tool_calls: calls } : {}) };
  const chunk = (fields: object) =>
    `data: ${JSON.stringify({ ...head(chat, 'chat.completion.chunk'), ...fields })}\n\n`;
  return [
    chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason(answer) }] }),
    chunk({ choices: [], usage: wireUsage(usage) }),
    'data: [DONE]\n\n',
  ].join('');
}

/** The beginning of an answer as it goes over the wire, and no more. */
export function answerBeginning(chat: ChatRequest): string {
  const said: Said = { text: 'I was about', calls: [] };
  const usage = { prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0 };
  const whole =
    chat.stream === true ? answerStream(chat, said, usage) : answerBody(chat, said, usage);
  return whole.slice(0, whole.indexOf(said.text) + said.text.length);
}

const head = (chat: ChatRequest, object: string) => ({
  id: `scripted-${chat.messages.length}`,
  object,
  created: 0,
  model: chat.model,
});

const finishReason = (answer: Said) => (answer.calls.length > 0 ? 'tool_calls' : 'stop');

function message(answer: Said) {
  const calls = answer.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    role: 'assistant',
    content: answer.text === '' ? null : answer.text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

const wireUsage = (usage: WireUsage) => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: usage.completion_tokens,
  total_tokens: usage.prompt_tokens + usage.completion_tokens,
  prompt_tokens_details: { cached_tokens: usage.cached_tokens },
});

const tokens = (characters: number) => Math.ceil(characters / 4);
