import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  url: string;
  authorization: string | undefined;
}

export interface HttpRemote {
  origin: string;
  requests: SeenRequest[];
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | null;

/**
 * Serves the bare repositories beside `repository` over real smart HTTP.
 * @param refuse decides about each request before git sees it; null lets it through, hang never answers
 */
export async function serveHttp(
  repository: string,
  refuse: (request: SeenRequest) => Answer = () => null,
): Promise<HttpRemote> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const seen = { url: request.url ?? '', authorization: request.headers.authorization };
    requests.push(seen);
    const refusal = refuse(seen);
    if (refusal === null) backend(dirname(repository), request, response);
    else if (refusal !== 'hang')
      response.writeHead(refusal.status, refusal.headers).end(refusal.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests };
}

/** git http-backend is a CGI program: headers, an empty line, then the body. */
function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_PROTOCOL: `${request.headers['git-protocol'] ?? ''}`,
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: `${request.headers['content-encoding'] ?? ''}`,
      REMOTE_USER: 'someone',
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole.toString('latin1', 0, end).split('\r\n');
    let status = 200;
    for (const header of headers) {
      const [name = '', value = ''] = header.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status).end(whole.subarray(end + 4));
  });
  request.pipe(child.stdin);
}
