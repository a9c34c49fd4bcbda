import type { Sandbox, SandboxRun } from '../../../../src/ports.ts';

/** One way to reach something, tried from inside. */
export type Attempt =
  | { how: 'get'; url: string }
  | { how: 'connect'; target: string }
  | { how: 'tunnel'; target: string; host: string }
  | { how: 'socket'; host: string; port: number }
  | { how: 'datagram'; host: string; port: number };

/** Runs in the sandbox; prints one answer an attempt: what was read, or `failed …`. */
const CLIENT = `
const http = require('node:http'), net = require('node:net'), dgram = require('node:dgram');
const proxy = process.env.HTTP_PROXY ? new URL(process.env.HTTP_PROXY) : null;
const connect = (path) => new Promise((resolve, reject) => {
  if (!proxy) return reject(new Error('no proxy'));
  http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path, timeout: 5000 })
    .on('connect', (answer, socket, head) => resolve({ status: answer.statusCode, text: String(head), socket }))
    .on('error', reject).end();
});
const ways = {
  get: ({ url }) => new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(url);
    const place = proxy ? { host: proxy.hostname, port: proxy.port, path: url, headers: { host } } : { host: hostname, port };
    http.get({ ...place, timeout: 5000, agent: false }, (answer) => {
      if (answer.headers.location) return resolve(ways.get({ url: answer.headers.location }));
      let text = '';
      answer.on('data', (data) => (text += data)).on('end', () => resolve(answer.statusCode + ' ' + text.trim()));
    }).on('error', reject);
  }),
  connect: async ({ target }) => { const { status, text, socket } = await connect(target); socket.destroy(); return status + ' ' + text.trim(); },
  tunnel: async ({ target, host }) => {
    const { status, socket } = await connect(target);
    if (status !== 200) return String(status);
    let text = '';
    socket.on('data', (data) => (text += data)).write('GET / HTTP/1.1\\r\\nHost: ' + host + '\\r\\nConnection: close\\r\\n\\r\\n');
    return await new Promise((resolve) => socket.on('close', () => resolve(text)));
  },
  socket: ({ host, port }) => new Promise((resolve, reject) => {
    const socket = net.connect({ host, port }, () => { socket.destroy(); resolve('connected'); });
    socket.on('error', reject).setTimeout(3000, () => reject(new Error('timeout')));
  }),
  datagram: ({ host, port }) => new Promise((resolve, reject) => {
    const socket = dgram.createSocket('udp4').on('error', reject);
    socket.send('canary', port, host, (error) => { socket.close(); error ? reject(error) : resolve('sent'); });
  }),
};
(async () => {
  const answers = [];
  for (const attempt of JSON.parse(process.argv[1]))
    answers.push(await ways[attempt.how](attempt).catch((error) => 'failed ' + (error.cause?.code ?? error.code ?? error.message)));
  console.log('\\n' + JSON.stringify(answers));
})();`;

/** Tries them one after the other in one run. */
export async function tryFromInside(
  sandbox: Sandbox,
  root: string,
  attempts: readonly Attempt[],
  more: Partial<SandboxRun> = {},
): Promise<{ answers: string[]; refused: string[] }> {
  const result = await sandbox.run({
    argv: ['node', '-e', CLIENT, '--', JSON.stringify(attempts)],
    root,
    cwd: '.',
    timeoutSeconds: 60,
    network: 'granted',
    variables: {},
    ...more,
  });
  const line = result.output.trimEnd().split('\n').at(-1) ?? '';
  if (result.exitCode !== 0) throw new Error(result.output);
  const refused = (result.refused ?? []).map(
    ({ host, port, reason, times }) => `${times} × ${host}:${port} ${reason}`,
  );
  return { answers: JSON.parse(line), refused };
}
