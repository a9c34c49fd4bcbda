/** One answer of a model, whatever the provider. */
export interface WireAnswer {
  text?: string;
  calls?: { name: string; input: unknown }[];
  /** All input tokens; cached ones and those written to the cache are among them. */
  input?: number;
  cached?: number;
  written?: number;
  output?: number;
}

/** What a provider's interface looks like on the wire: as much of it as an agent needs. */
export interface WireFormat {
  /** `provider/name` and where its key goes. */
  id: string;
  key: string;
  header: string;
  path: RegExp;
  answer(answer: WireAnswer, n: number): object;
  /** The same as the events of a stream. */
  events(answer: WireAnswer, n: number): object[];
  error(status: number, message: string): object;
  /** Its words for a prompt that is too long, with their status. */
  overflow: { status: number; body: object };
  /** Texts of the tool results in a request body, in order. */
  toolResults(body: Body): string[];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of four providers, read by tests alone
export type Body = any;

const defaults = { text: '', calls: [], input: 100, cached: 0, written: 0, output: 10 };

export const WIRE_FORMATS: Record<string, WireFormat> = {
  anthropic: {
    id: 'anthropic/claude-sonnet-4-5',
    key: 'ANTHROPIC_API_KEY',
    header: 'x-api-key',
    path: /\/messages$/,
    answer(given, n) {
      const { text, calls, input, cached, written, output } = { ...defaults, ...given };
      return {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...calls.map((call, at) => ({ type: 'tool_use', id: `toolu_${n}_${at}`, ...call })),
        ],
        stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
        usage: {
          input_tokens: input - cached - written,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: written,
          output_tokens: output,
        },
      };
    },
    events(given, n) {
      const { content, stop_reason, usage, ...message } = this.answer(given, n) as Body;
      return [
        { type: 'message_start', message: { ...message, content: [], usage } },
        ...content.flatMap((block: Body, index: number) => {
          const isText = block.type === 'text';
          const empty = isText ? { text: '' } : { input: {} };
          const halves = inHalves(isText ? block.text : argumentsOf(block.input));
          return [
            { type: 'content_block_start', index, content_block: { ...block, ...empty } },
            ...halves.map((half) => ({
              type: 'content_block_delta',
              index,
              delta: isText
                ? { type: 'text_delta', text: half }
                : { type: 'input_json_delta', partial_json: half },
            })),
            { type: 'content_block_stop', index },
          ];
        }),
        {
          type: 'message_delta',
          delta: { stop_reason },
          usage: { output_tokens: usage.output_tokens },
        },
        { type: 'message_stop' },
      ];
    },
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 401 ? 'authentication_error' : 'api_error', message },
    }),
    overflow: {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 208310 tokens > 200000 maximum',
        },
      },
    },
    toolResults: ({ messages }) =>
      messages.flatMap((message: Body) =>
        (Array.isArray(message.content) ? message.content : []).flatMap((block: Body) =>
          block.type === 'tool_result' ? textOf(block.content) : [],
        ),
      ),
  },
  openai: {
    id: 'openai/gpt-5',
    key: 'OPENAI_API_KEY',
    header: 'authorization',
    path: /\/responses$/,
    answer(given, n) {
      const { text, calls, input, cached, output } = { ...defaults, ...given };
      return {
        id: `resp_${n}`,
        created_at: 0,
        model: 'gpt-5',
        output: [
          ...(text === ''
            ? []
            : [
                {
                  type: 'message',
                  role: 'assistant',
                  id: `msg_${n}`,
                  content: [{ type: 'output_text', text, annotations: [] }],
                },
              ]),
          ...calls.map((call, at) => ({
            type: 'function_call',
            id: `fc_${n}_${at}`,
            call_id: `call_${n}_${at}`,
            name: call.name,
            arguments: argumentsOf(call.input),
          })),
        ],
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: cached },
          output_tokens: output,
        },
      };
    },
    events(given, n) {
      const { output, usage, ...response } = this.answer(given, n) as Body;
      return [
        { type: 'response.created', response },
        ...output.flatMap((item: Body, output_index: number) => {
          const isText = item.type === 'message';
          const halves = inHalves(isText ? item.content[0].text : item.arguments);
          return [
            {
              type: 'response.output_item.added',
              output_index,
              item: isText ? { ...item, content: [] } : { ...item, arguments: '' },
            },
            ...halves.map((delta) => ({
              type: isText
                ? 'response.output_text.delta'
                : 'response.function_call_arguments.delta',
              item_id: item.id,
              output_index,
              delta,
            })),
            {
              type: 'response.output_item.done',
              output_index,
              item: { ...item, status: 'completed' },
            },
          ];
        }),
        { type: 'response.completed', response: { ...response, output, usage } },
      ];
    },
    error: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
    overflow: {
      status: 400,
      body: {
        error: {
          message:
            'Your input exceeds the context window of this model. Please adjust your input and try again.',
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
    },
    toolResults: ({ input }) =>
      input.flatMap((item: Body) =>
        item.type === 'function_call_output' ? textOf(item.output) : [],
      ),
  },
  google: {
    id: 'google/gemini-2.5-pro',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    header: 'x-goog-api-key',
    path: /:(?:g|streamG)enerateContent$/,
    answer(given) {
      const { text, calls, input, cached, output } = { ...defaults, ...given };
      const parts = [
        ...(text === '' ? [] : [{ text }]),
        ...calls.map((call) => ({ functionCall: { name: call.name, args: call.input } })),
      ];
      return {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: input,
          cachedContentTokenCount: cached,
          candidatesTokenCount: output,
        },
      };
    },
    events(given, n) {
      const { candidates, usageMetadata } = this.answer(given, n) as Body;
      const { content, finishReason } = candidates[0];
      return [
        ...content.parts
          .flatMap((part: Body) =>
            part.text === undefined ? [part] : inHalves(part.text).map((text) => ({ text })),
          )
          .map((part: Body) => ({
            candidates: [{ content: { role: 'model', parts: [part] } }],
            usageMetadata,
          })),
        { candidates: [{ content: { role: 'model', parts: [] }, finishReason }], usageMetadata },
      ];
    },
    error: (status, message) => ({ error: { code: status, message, status: 'ERROR' } }),
    overflow: {
      status: 400,
      body: {
        error: {
          code: 400,
          message:
            'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
    },
    toolResults: ({ contents }) =>
      contents.flatMap((content: Body) =>
        content.parts.flatMap((part: Body) =>
          part.functionResponse ? String(part.functionResponse.response.content) : [],
        ),
      ),
  },
  'openai-compatible': {
    ...chatFormat('openai-compatible/llama', 'CONTRACTOR_MODEL_KEY'),
    overflow: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
        },
      },
    },
  },
  github: {
    ...chatFormat('github/openai/gpt-4.1', 'GITHUB_TOKEN'),
    overflow: {
      status: 413,
      body: {
        error: {
          code: 'tokens_limit_reached',
          message: 'Request body too large for gpt-4.1 model. Max size: 8000 tokens.',
        },
      },
    },
  },
};

function chatFormat(id: string, key: string): Omit<WireFormat, 'overflow'> {
  return {
    id,
    key,
    header: 'authorization',
    path: /\/chat\/completions$/,
    answer(given, n) {
      const { text, calls, input, cached, output } = { ...defaults, ...given };
      const tool_calls = calls.map((call, at) => ({
        id: `call_${n}_${at}`,
        type: 'function',
        function: { name: call.name, arguments: argumentsOf(call.input) },
      }));
      return {
        id: `chat_${n}`,
        object: 'chat.completion',
        created: 0,
        model: 'm',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: text === '' ? null : text,
              ...(calls.length > 0 ? { tool_calls } : {}),
            },
            finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          },
        ],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          prompt_tokens_details: { cached_tokens: cached },
        },
      };
    },
    events(given, n) {
      const { choices, usage, ...chunk } = this.answer(given, n) as Body;
      const { message, finish_reason } = choices[0];
      const { content, tool_calls = [] } = message;
      const deltas = [
        ...inHalves(content ?? '').map((half) => ({ content: half })),
        ...tool_calls.flatMap((call: Body, index: number) =>
          inHalves(call.function.arguments).map((half, at) => ({
            tool_calls: [
              at === 0
                ? { ...call, index, function: { ...call.function, arguments: half } }
                : { index, function: { arguments: half } },
            ],
          })),
        ),
      ];
      return [
        ...deltas.map((delta) => ({
          ...chunk,
          choices: [{ index: 0, delta, finish_reason: null }],
        })),
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
        { ...chunk, choices: [], usage },
      ];
    },
    error: (status, message) => ({ error: { message, type: 'error', code: status } }),
    toolResults: ({ messages }) =>
      messages.flatMap((message: Body) => (message.role === 'tool' ? textOf(message.content) : [])),
  };
}

/** What comes in pieces: nothing at all in none. */
const inHalves = (text: string): string[] =>
  [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter((half) => half !== '');

const argumentsOf = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

function textOf(content: Body): string[] {
  if (typeof content === 'string') return [content];
  return (content as Body[]).map((block) => String(block.text));
}
