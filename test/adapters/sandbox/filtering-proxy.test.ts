import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isPublic, startFilteringProxy } from '../../../src/adapters/sandbox/filtering-proxy.ts';

describe('isPublic', () => {
  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    ...['127.0.0.1', '127.1.2.3', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
    ],
    ...['', 'localhost', '127.0.0.1.example.org'],
  ])('not %j', (address) => expect(isPublic(address)).toBe(false));
});

describe('the filtering proxy', () => {
  /** What it answers to these bytes until it closes. */
  async function say(socket: string, ...texts: string[]): Promise<string> {
    const connection = createConnection(socket);
    let answer = '';
    connection.on('data', (data) => {
      answer += data;
    });
    connection.on('error', () => undefined);
    for (const text of texts) connection.write(text);
    connection.end();
    await once(connection, 'close');
    return answer;
  }

  async function proxied<T>(
    act: (socket: string, refused: () => unknown[]) => Promise<T>,
  ): Promise<T> {
    const directory = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    const socket = join(directory, 'proxy.sock');
    await using proxy = await startFilteringProxy({
      socket,
      grants: ['granted.test'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    try {
      return await act(socket, proxy.refused);
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  it.each([
    ['nothing', ''],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
    ['a path alone', 'GET / HTTP/1.1\r\nHost: granted.test\r\n\r\n'],
    ['another scheme', 'GET ftp://granted.test/ HTTP/1.1\r\nHost: granted.test\r\n\r\n'],
    ['a target without a port', 'CONNECT granted.test HTTP/1.1\r\n\r\n'],
    ['an unreadable target', 'CONNECT ]]]:443 HTTP/1.1\r\n\r\n'],
    ['a header that never ends', `GET http://granted.test/ HTTP/1.1\r\nA: ${'a'.repeat(100_000)}`],
    [
      'credentials of no known kind',
      'CONNECT granted.test:443 HTTP/1.1\r\nProxy-Authorization: x y\r\n\r\n',
    ],
  ])('opens nothing for %s, and goes on', async (_, bytes) => {
    await proxied(async (socket) => {
      expect(await say(socket, bytes)).not.toMatch(/^HTTP\/1.1 2/);
      const after = await say(socket, 'CONNECT other.test:443 HTTP/1.1\r\n\r\n');
      expect(after).toMatch(/^HTTP\/1.1 403 .*not granted\n$/s);
    });
  });

  it.each([
    [
      'a second request on the same connection',
      'GET http://other.test:PORT/ HTTP/1.1\r\nHost: granted.test\r\n\r\n',
    ],
    [
      'a second request by address',
      'GET http://127.0.0.1:PORT/ HTTP/1.1\r\nHost: granted.test\r\n\r\n',
    ],
    ['a tunnel behind a request', 'CONNECT 127.0.0.1:PORT HTTP/1.1\r\n\r\n'],
    [
      'a change of protocol',
      'GET http://127.0.0.1:PORT/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('opens what is granted and not, behind it, %s', async (_, second) => {
    const [granted, canary] = [createServer(), createServer()];
    let hits = 0;
    granted.on('request', (_request, response) => response.end('hello'));
    canary.on('connection', () => {
      hits += 1;
    });
    for (const server of [granted, canary]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const [a, b] = [granted, canary].map((server) => (server.address() as AddressInfo).port);
    const directory = await mkdtemp(join(tmpdir(), 'proxy-test-'));
    const socket = join(directory, 'proxy.sock');
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const grants = [`granted.test:${a}`, `127.0.0.1:${a}`];
    await using _proxy = await startFilteringProxy({ socket, grants, lookup });
    const first = `GET http://granted.test:${a}/ HTTP/1.1\r\nHost: granted.test:${a}\r\n\r\n`;
    const connection = createConnection(socket);
    let answer = '';
    connection.setEncoding('utf8').on('data', (data) => {
      answer += data;
    });
    connection.write(first);
    await vi.waitFor(() => expect(answer).toContain('hello'), { timeout: 20_000 });
    connection.write(second.replaceAll('PORT', `${b}`));
    await once(connection, 'close');
    expect(answer).toMatch(/403 Forbidden.*not granted|400 Bad Request/s);
    expect(hits).toBe(0);
    for (const server of [granted, canary]) server.close();
    await rm(directory, { recursive: true });
  });

  it('lists fifty targets and counts the others together', async () => {
    await proxied(async (socket, refused) => {
      for (let n = 0; n < 53; n += 1) await say(socket, `CONNECT n${n}.test:443 HTTP/1.1\r\n\r\n`);
      expect(refused()).toHaveLength(51);
      expect(refused().at(-1)).toEqual({
        host: 'others',
        port: 0,
        reason: 'not granted',
        times: 3,
      });
    });
  });

  it('cannot be started where its socket cannot be', async () => {
    const socket = join('/no/such/directory', 'proxy.sock');
    await expect(startFilteringProxy({ socket, grants: [] })).rejects.toThrow(
      /listen|ENOENT|EACCES/,
    );
  });
});
