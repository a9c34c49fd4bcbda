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
  /** Begins its answer and breaks off. */
  | { drop: true };

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
  patience: Patience = { retries: 2, longestWaitMs: 50 },
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
    if ('drop' in served) {
      const whole = JSON.stringify(format.answer({ text: 'I was about to' }, 1));
      response.writeHead(200, { ...json, 'content-length': whole.length });
      return void response.write(whole.slice(0, 40), () => response.destroy());
    }
    if ('raw' in served) return void response.writeHead(200, json).end(served.raw);
    if ('overflow' in served)
      return void response
        .writeHead(format.overflow.status, json)
        .end(JSON.stringify(format.overflow.body));
    if ('status' in served) {
      const { status, message = 'scripted', headers: more } = served;
      response.writeHead(status, { ...json, ...more });
      return void response.end(JSON.stringify(format.error(status, message)));
    }
    response.writeHead(200, json).end(JSON.stringify(format.answer(served, bodies.length)));
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
