import { spawn } from 'node:child_process';

export interface CgiRequest {
  readonly method: string;
  /** `/owner/name.git/info/refs`, below the project root. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  /** The `Git-Protocol` header: version 2 is asked for there. */
  readonly protocol: string;
  readonly body: Buffer;
  readonly user: string;
}

export interface CgiAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Lets `git http-backend` answer one request of the smart HTTP protocol. */
export async function httpBackend(
  projectRoot: string,
  request: CgiRequest,
  hookEnvironment: Record<string, string> = {},
): Promise<CgiAnswer> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    LC_ALL: 'C',
    GIT_PROJECT_ROOT: projectRoot,
    GIT_HTTP_EXPORT_ALL: '1',
    REQUEST_METHOD: request.method,
    PATH_INFO: request.path,
    QUERY_STRING: request.query,
    CONTENT_TYPE: request.contentType,
    CONTENT_LENGTH: String(request.body.length),
    REMOTE_ADDR: '127.0.0.1',
    REMOTE_USER: request.user,
    HTTP_GIT_PROTOCOL: request.protocol,
    ...hookEnvironment,
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A backend that refuses early closes its input; its answer tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(request.body);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  return parseAnswer(Buffer.concat(chunks));
}

function parseAnswer(out: Buffer): CgiAnswer {
  const end = out.indexOf('\r\n\r\n');
  if (end < 0)
    return { status: 500, headers: {}, body: Buffer.from('git http-backend said nothing') };
  const headers: Record<string, string> = {};
  for (const line of out.toString('latin1', 0, end).split('\r\n')) {
    const at = line.indexOf(':');
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
  }
  const { status = '200', ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest, body: out.subarray(end + 4) };
}
