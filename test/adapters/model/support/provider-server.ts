import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ResolvedModel, resolveModel } from '../../../../src/adapters/model/resolve-model.ts';
import type { Patience } from '../../../../src/core/rules/limits/retry-delay.ts';
import { type Body, WIRE_FORMATS, type WireAnswer, type WireFormat } from './wire-formats.ts';

/** What the server does with one request. */
export type Served =
  | WireAnswer
  | { status: number; message?: string; headers?: Record<string, string> }
  | { raw: string }
  | { overflow: true }
  /** Answers whole, as a server does that cannot stream. */
  | { whole: WireAnswer }
  /** Begins its answer and breaks off, or never says more. */
  | { begun: 'drop' | 'stall' }
  /** Ends its answer in mid-stream as if that were all. */
  | { begun: 'close' }
  /** Tells of an error in mid-stream. */
  | { begun: 'error'; event: object };

export interface ProviderServer extends AsyncDisposable {
  format: WireFormat;
  model: ResolvedModel;
  /** Bodies, byte for byte. */
  bodies: string[];
  headers: IncomingHttpHeaders[];
  parsed(): Body[];
}

export const KEY = 'k-1234567890';

/** A local server that speaks one provider's interface, and a model that speaks to it through that provider's package. */
export async function startProvider(
  provider: string,
  serve: (request: Body, n: number) => Served,
  patience: Partial<Patience> = { retries: 2, longestWaitMs: 50 },
): Promise<ProviderServer> {
  const format = WIRE_FORMATS[provider];
  if (format === undefined) throw new Error(`no format ${provider}`);
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', 'http://x');
    if (!format.path.test(url.pathname)) return void response.writeHead(404).end();
    bodies.push(body);
    headers.push(request.headers);
    const json = { 'content-type': 'application/json' };
    const served = serve(JSON.parse(body), bodies.length);
    if ('raw' in served) return void response.writeHead(200, json).end(served.raw);
    if ('whole' in served)
      return void response
        .writeHead(200, json)
        .end(JSON.stringify(format.answer(served.whole, bodies.length)));
    if ('overflow' in served)
      return void response
        .writeHead(format.overflow.status, json)
        .end(JSON.stringify(format.overflow.body));
    if ('status' in served) {
      const { status, message = 'scripted', headers: more } = served;
      response.writeHead(status, { ...json, ...more });
      return void response.end(JSON.stringify(format.error(status, message)));
    }
    const streamed = JSON.parse(body).stream === true || url.pathname.includes('streamG');
    if (!streamed) return void response.writeHead(400).end('every call is to be streamed');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (!('begun' in served)) return void response.end(sent(format.events(served, bodies.length)));
    const events = format.events({ text: 'I was about to say something' }, bodies.length);
    const half = sent(events.slice(0, -2));
    if (served.begun === 'close') return void response.end(half);
    if (served.begun === 'error') return void response.end(half + sent([served.event]));
    response.write(half, () => served.begun === 'drop' && response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    format,
    model: resolveModel(format.id, {
      keys: { [format.key]: KEY },
      baseUrl: url,
      endpoints: { [provider]: url },
      patience,
    }),
    bodies,
    headers,
    parsed: () => bodies.map((body) => JSON.parse(body)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const sent = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
