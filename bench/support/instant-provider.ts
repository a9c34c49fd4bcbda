/** Puts itself in the place of the network: Anthropic’s interface, which answers every request at once with a tool call. */
export function instantProvider(model: string, turns: number) {
  /** Time from one answer to the next request, ms. */
  const between: number[] = [];
  const { fetch } = globalThis;
  let answered: number | null = null;
  let n = 0;
  globalThis.fetch = async (_, init) => {
    if (answered !== null) between.push(performance.now() - answered);
    n += 1;
    const name = n >= turns ? 'done' : 'list_files';
    const streamed = String(init?.body).endsWith('"stream":true}');
    const call = { type: 'tool_use', id: `toolu_${n}`, name, input: {} };
    const usage = { input_tokens: 100, output_tokens: 10 };
    const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model, usage };
    const events = [
      { type: 'message_start', message: { ...message, content: [] } },
      { type: 'content_block_start', index: 0, content_block: call },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage },
      { type: 'message_stop' },
    ];
    const body = streamed
      ? events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
      : JSON.stringify({ ...message, content: [call], stop_reason: 'tool_use' });
    const kind = streamed ? 'text/event-stream' : 'application/json';
    answered = performance.now();
    return new Response(body, { headers: { 'content-type': kind } });
  };
  return {
    between,
    [Symbol.dispose]: () => {
      globalThis.fetch = fetch;
    },
  };
}
