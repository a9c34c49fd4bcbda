import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Environment = Record<string, string | undefined>;

/** Time from the start of a process to its exit, in ms. */
export function untilExit(args: readonly string[], env: Environment): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', () => resolve(performance.now() - begun)));
}

/** A server that notes when a request arrives, and answers nothing of use. */
export async function startArrivals() {
  let arrived: (at: number) => void = () => {};
  const server = createServer((_, response) => {
    arrived(performance.now());
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Time from the start of a process to its first request, in ms; the process is ended there. */
    async untilFirstRequest(args: readonly string[], env: Environment): Promise<number> {
      const arrival = new Promise<number>((resolve) => {
        arrived = resolve;
      });
      const begun = performance.now();
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      const at = await arrival;
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      return at - begun;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
