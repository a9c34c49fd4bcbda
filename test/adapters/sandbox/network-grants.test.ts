import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCaptured } from '../../../src/adapters/process.ts';
import { bubblewrapArguments } from '../../../src/adapters/sandbox/bubblewrap-arguments.ts';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import { startFilteringProxy } from '../../../src/adapters/sandbox/filtering-proxy.ts';
import { defaultLimits } from '../../../src/adapters/sandbox/limits.ts';
import { PROXY_VARIABLES } from '../../../src/adapters/sandbox/network-relay.ts';
import { systemMounts } from '../../../src/adapters/sandbox/system-mounts.ts';
import type { RefusedConnection } from '../../../src/core/rules/sandbox/refused-connections.ts';
import type { Sandbox } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';
import { type Attempt, tryFromInside } from './support/network-client.ts';

const caller = { PATH: process.env.PATH, HOME: process.env.HOME };
let granted: Server;
let canary: Server;
/** Requests and connections that reached what nobody granted. */
let hits = 0;
let a: number;
let b: number;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'network-test-'));
  hits = 0;
  return () => rm(root, { recursive: true, force: true });
});

async function serve(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

describeConfined('granted hosts (threat 30)', () => {
  let sandbox: Sandbox;
  let heard: RefusedConnection[] = [];
  let resolved = 0;

  beforeAll(async () => {
    requireBubblewrap();
    granted = await serve((request, response) => {
      if (request.url === '/redirect')
        response.writeHead(302, { location: `http://127.0.0.1:${b}` });
      response.end(`hello ${request.headers.host}`);
    });
    canary = await serve((_, response) => response.end('canary'));
    canary.on('connection', () => {
      hits += 1;
    });
    [a, b] = [portOf(granted), portOf(canary)];
    sandbox = chooseSandbox({
      asked: 'S3',
      caller,
      hosts: [
        ...[`granted.test:${a}`, `*.granted.test:${a}`, `127.0.0.1:${a}`],
        ...[`private.test:${b}`, `turning.test:${a}`, 'metadata.test', 'gone.test'],
      ],
      onRefused: (refused) => heard.push(...refused),
      lookup: async (host) => {
        if (host === 'metadata.test') return [{ address: '169.254.169.254', family: 4 }];
        if (host === 'gone.test') throw new Error('ENOTFOUND');
        // First an address that may be reached, then one that may not: what a rebinding name server answers.
        if (host === 'turning.test')
          return [{ address: resolved++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
        return [{ address: /^[\d.]+$/.test(host) ? host : '127.0.0.1', family: 4 }];
      },
    });
  });
  afterAll(() => {
    granted.close();
    canary.close();
  });

  it('are reached, by plain HTTP and through a tunnel, and by no other name', async () => {
    const { answers, refused } = await tryFromInside(sandbox, root, [
      { how: 'get', url: `http://granted.test:${a}/` },
      { how: 'get', url: `http://deep.sub.granted.test:${a}/` },
      { how: 'connect', target: `127.0.0.1:${a}` },
      { how: 'tunnel', target: `GRANTED.test.:${a}`, host: 'inside' },
      { how: 'get', url: `http://other.test:${a}/` },
    ]);
    expect(answers.slice(0, 3)).toEqual(
      [`200 hello granted.test:${a}`, `200 hello deep.sub.granted.test:${a}`, '200'].map((text) =>
        expect.stringMatching(new RegExp(`^${text}`)),
      ),
    );
    expect(answers[3]).toContain('hello inside');
    expect(answers[4]).toBe('403 contractor sandbox: not granted');
    expect(refused).toEqual([`1 × other.test:${a} not granted`]);
  });

  it('are part of the policy, and every refusal is heard of', async () => {
    expect(await sandbox.probe()).toMatchObject({
      reached: 'S3',
      network: 'allow-list',
      hosts: expect.arrayContaining(['metadata.test', `granted.test:${a}`]),
    });
    heard = [];
    const twice: Attempt = { how: 'connect', target: `evil.test:${b}` };
    await tryFromInside(sandbox, root, [twice, twice]);
    expect(heard).toEqual([{ host: 'evil.test', port: b, reason: 'not granted', times: 2 }]);
  });

  // Each reaches the canary, or would, from a program without a sandbox.
  const attacks: [string, () => Attempt, RegExp][] = [
    ['a name nobody granted', () => ({ how: 'get', url: `http://evil.test:${b}/` }), /^403/],
    ['an address', () => ({ how: 'get', url: `http://127.0.0.2:${b}/` }), /^403/],
    ['an address in other notation', () => ({ how: 'connect', target: `2130706433:${b}` }), /^403/],
    ['an address of version 6', () => ({ how: 'connect', target: `[::ffff:7f00:1]:${b}` }), /^403/],
    [
      'another port of a granted name',
      () => ({ how: 'connect', target: `granted.test:${b}` }),
      /^403/,
    ],
    [
      'another port of a granted address',
      () => ({ how: 'connect', target: `127.0.0.1:${b}` }),
      /^403/,
    ],
    ['port 22', () => ({ how: 'connect', target: 'metadata.test:22' }), /^403/],
    [
      'a granted name as the user of another',
      () => ({ how: 'connect', target: `granted.test:${a}@127.0.0.1:${b}` }),
      /^4/,
    ],
    [
      'a granted name that leads to this machine',
      () => ({ how: 'get', url: `http://private.test:${b}/` }),
      /^403/,
    ],
    [
      'a granted name that leads to the metadata',
      () => ({ how: 'connect', target: 'metadata.test:80' }),
      /^403/,
    ],
    ['the metadata itself', () => ({ how: 'connect', target: '169.254.169.254:80' }), /^403/],
    ['a name that is not found', () => ({ how: 'connect', target: 'gone.test:443' }), /^502/],
    [
      'a socket past the proxy',
      () => ({ how: 'socket', host: '127.0.0.1', port: b }),
      /^failed ECONNREFUSED/,
    ],
    [
      'the metadata past the proxy',
      () => ({ how: 'socket', host: '169.254.169.254', port: 80 }),
      /^failed/,
    ],
    [
      'a redirect',
      () => ({ how: 'get', url: `http://granted.test:${a}/redirect` }),
      /^failed|^403/,
    ],
  ];
  /** All in one run, for time’s sake. */
  let attacked: Promise<{ answers: string[]; hits: number }> | undefined;
  const attackAll = async () => {
    const attempts = attacks.map(([, attempt]) => attempt());
    return { ...(await tryFromInside(sandbox, root, attempts)), hits };
  };

  it.each(attacks.map(([what, , expected], index) => ({ what, expected, index })))(
    'do not open $what',
    async ({ index, expected }) => {
      attacked ??= attackAll();
      const { answers, hits: reached } = await attacked;
      expect(answers[index]).toMatch(expected);
      expect(reached).toBe(0);
    },
  );

  it('are judged by the very address that is connected to, whatever the name says next', async () => {
    const elsewhere = createServer((_, response) => response.end('canary')).listen(a, '127.0.0.2');
    await once(elsewhere, 'listening');
    resolved = 0;
    const attempt: Attempt = { how: 'get', url: `http://turning.test:${a}/` };
    const { answers } = await tryFromInside(sandbox, root, [attempt, attempt]);
    expect(answers[0]).toMatch(/^200 hello/);
    expect(answers[1]).toMatch(/^403/);
    expect(resolved).toBe(2);
    elsewhere.close();
  });

  it('let no datagram out', async () => {
    const receiver = createSocket('udp4');
    receiver.bind(0, '127.0.0.1');
    await once(receiver, 'listening');
    let received = 0;
    receiver.on('message', () => {
      received += 1;
    });
    const attempt: Attempt = { how: 'datagram', host: '127.0.0.1', port: receiver.address().port };
    const naive = chooseSandbox({ asked: 'S0', caller, bubblewrap: null });
    await tryFromInside(naive, root, [attempt]);
    while (received === 0) await wait(5);
    await tryFromInside(sandbox, root, [attempt]);
    await wait(50);
    expect(received).toBe(1);
    receiver.close();
  });

  it('are for runs that may use them, and one run may have one more: an agent’s model endpoint', async () => {
    const model: Attempt = { how: 'get', url: `http://model.test:${b}/` };
    const naive = chooseSandbox({ asked: 'S0', caller, bubblewrap: null });
    await tryFromInside(naive, root, [{ how: 'socket', host: '127.0.0.1', port: b }]);
    expect(hits).toBe(1);
    expect((await tryFromInside(sandbox, root, [model])).answers[0]).toMatch(/^403/);
    const none = await tryFromInside(sandbox, root, [model], { network: 'none' });
    expect(none.answers[0]).toMatch(/^failed/);
    expect(hits).toBe(1);
    const hosts = [`model.test:${b}`, `127.0.0.1:${b}`];
    const mine = await tryFromInside(sandbox, root, [model], { hosts });
    expect(mine.answers[0]).toBe('200 canary');
    expect((await tryFromInside(sandbox, root, [model])).answers[0]).toMatch(/^403/);
  });

  it('do not let variables of a repository steer the relay', async () => {
    await writeFile(
      join(root, 'hook.cjs'),
      'require("fs").appendFileSync("ran", "x"); process.exit(0)',
    );
    const variables = {
      NODE_OPTIONS: `--require ${join(root, 'hook.cjs')}`,
      LD_PRELOAD: '/none.so',
    };
    const argv = ['/bin/sh', '-c', 'echo "$NODE_OPTIONS"; exit 3'];
    const run = {
      argv,
      root,
      cwd: '.',
      timeoutSeconds: 20,
      network: 'granted',
      variables,
    } as const;
    const { exitCode, output } = await sandbox.run(run);
    expect(exitCode).toBe(3);
    expect(output).toContain('hook.cjs');
  });

  it.each([
    [['/bin/sh', '-c', 'exit 7'], 7],
    [['/bin/sh', '-c', 'kill -9 $$'], 137],
    [['no-such-program'], 127],
    [['printf', '--', '%s', "it's $(id)"], 0],
  ])('change nothing about how %j ends', async (argv, exitCode) => {
    const run = { root, cwd: '.', timeoutSeconds: 20, network: 'granted', variables: {} } as const;
    expect((await sandbox.run({ ...run, argv })).exitCode).toBe(exitCode);
  });

  it('end the program with the relay: what kills it has no network, and no life', async () => {
    const argv = ['/bin/sh', '-c', 'kill -9 $PPID; sleep 1; echo survived > survived'];
    const run = { root, cwd: '.', timeoutSeconds: 20, network: 'granted', variables: {} } as const;
    expect((await sandbox.run({ ...run, argv })).exitCode).toBe(137);
    await expect(realpath(join(root, 'survived'))).rejects.toThrow(/ENOENT/);
  });

  it('are out of reach once the proxy is gone: it fails closed', async () => {
    const socket = join(root, 'proxy.sock');
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const grants = [`granted.test:${a}`, `127.0.0.1:${a}`];
    const proxy = await startFilteringProxy({ socket, grants, lookup });
    const program = `
      const ask = () => fetch('http://granted.test:${a}/').then((r) => r.status, () => 'failed');
      (async () => {
        const before = await ask();
        require('fs').writeFileSync('ready', '');
        while (!require('fs').existsSync('go')) await new Promise((go) => setTimeout(go, 10));
        console.log(JSON.stringify([before, await ask()]));
      })();`;
    const node = await realpath(process.execPath);
    const inner = bubblewrapArguments({
      layout: {
        ...{ root, cwd: '.', gitDirectory: null, tmp: root, home: root },
        mounts: [...(await systemMounts()), { kind: 'read-only', source: node, target: '/node' }],
      },
      confinement: {
        disableUserNamespaces: true,
        ownNetwork: true,
        systemCalls: null,
        prlimit: null,
        hardLimits: {},
      },
      limits: defaultLimits(),
      network: 'granted',
      proxy: { socket, node },
      environment: { PATH: '/usr/bin:/bin', ...PROXY_VARIABLES },
      argv: ['/node', '-e', program],
    });
    const argv = ['/usr/bin/bwrap', ...inner];
    let ended = false;
    const run = runCaptured({ argv, cwd: '/', env: {}, onReport: () => undefined }).finally(() => {
      ended = true;
    });
    while (!ended && !existsSync(join(root, 'ready'))) await wait(10);
    await proxy[Symbol.asyncDispose]();
    await writeFile(join(root, 'go'), '');
    const { stdout, stderr } = await run;
    expect(`${stdout}${stderr}`).toBe('[200,"failed"]\n');
  });

  it('serve package managers: npm installs from a granted registry', async () => {
    const pack = join(root, 'package');
    const tarball = join(root, 'tiny.tgz');
    await runCaptured({
      argv: [
        '/bin/sh',
        '-c',
        `mkdir "$0" && echo '{"name":"tiny","version":"1.0.0"}' >"$0/package.json" && tar czf "$1" -C "$2" package`,
        pack,
        tarball,
        root,
      ],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
    });
    const bytes = await readFile(tarball);
    const registry = await serve((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(bytes);
      const dist = { tarball: `http://registry.test:${portOf(registry)}/tiny.tgz` };
      response.setHeader('content-type', 'application/json');
      const version = { name: 'tiny', version: '1.0.0', dist };
      response.end(
        JSON.stringify({
          name: 'tiny',
          'dist-tags': { latest: '1.0.0' },
          versions: { '1.0.0': version },
        }),
      );
    });
    const port = portOf(registry);
    const npm = chooseSandbox({
      asked: 'S3',
      caller,
      hosts: [`registry.test:${port}`, `127.0.0.1:${port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const { exitCode, output } = await npm.run({
      argv: [
        'npm',
        'install',
        '--no-audit',
        '--no-fund',
        'tiny',
        '--registry',
        `http://registry.test:${port}`,
      ],
      ...{ root, cwd: '.', timeoutSeconds: 50, network: 'granted', variables: {} },
    });
    expect([exitCode, output]).toEqual([0, expect.stringContaining('added 1 package')]);
    registry.close();
  });
});
