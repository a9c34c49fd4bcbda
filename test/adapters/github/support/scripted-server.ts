import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the scripted server; `drop` closes the connection without one. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  drop?: boolean;
}

export interface ScriptedServer extends AsyncDisposable {
  url: string;
  /** Method and path of each request received. */
  seen: string[];
}

/** A real HTTP server that gives these answers in order, and the last one from then on. */
export async function scriptedServer(answers: Answer[]): Promise<ScriptedServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)] ?? {};
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    if (answer.drop) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json',
      ...answer.headers,
    });
    response.end(JSON.stringify(answer.body ?? { message: 'scripted' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
