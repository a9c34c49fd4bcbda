import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

/** Where an attack is tried: a worktree, and beside it what belongs to others. */
interface Target {
  worktree: string;
  outside: string;
  home: string;
  port: number;
  /** Somebody else’s process. */
  bystander: ChildProcess;
}

interface Attack {
  row: number;
  /** A script for the shell, started in the worktree. */
  script: (target: Target) => string;
  /** Whether it reached what it wanted; asked after its program has ended. */
  fired: (target: Target, output: string, requests: number) => boolean;
  /** What must work on this machine for the attack to be one. */
  needs?: string;
  /** What it is given in the sandbox; granted hosts when left out. */
  network?: 'open';
}

const SECRET = 'canary-of-a-host';
const holds = (path: string, text: string) =>
  existsSync(path) && readFileSync(path, 'utf8').includes(text);
const seen: Attack['fired'] = (_, output) => output.includes(SECRET);
const changed: Attack['fired'] = ({ outside }) => holds(join(outside, 'secret'), 'changed');

const asked: Attack['fired'] = (_target, _output, requests) => requests > 0;

/** Whether it does, by what the kernel says: our own news of its end come later. A zombie does not. */
function runs({ pid }: ChildProcess): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

const speakTo = (path: string): string =>
  `exec 2>/dev/null; node -e "require('http').get({ socketPath: ${path} }, () => process.exit())"`;

const python = (script: string): string => `python3 -c "${script}" 2>/dev/null`;
/** `keyctl(KEYCTL_GET_KEYRING_ID, the user’s, make it)`. */
const KEYS =
  "import ctypes, platform; ring = ctypes.CDLL(None).syscall(250 if platform.machine() == 'x86_64' else 219, 0, -4, 1)";

const ATTACKS: Record<string, Attack> = {
  'reads the environment of whoever started it': {
    row: 13,
    script: () => 'cat /proc/$PPID/environ /proc/[0-9]*/environ',
    fired: seen,
  },
  'looks for another process’s secret on its command line': {
    row: 13,
    script: () => 'cat /proc/[0-9]*/cmdline',
    fired: seen,
  },
  'plants a hook': {
    row: 16,
    script: () => 'mkdir -p .git/hooks; echo changed > .git/hooks/pre-commit',
    fired: ({ worktree }) => holds(join(worktree, '.git/hooks/pre-commit'), 'changed'),
  },
  'swaps .git for a file that points elsewhere': {
    row: 16,
    script: () => 'mv .git moved; echo "gitdir: moved" > .git',
    fired: ({ worktree }) => existsSync(join(worktree, 'moved')),
  },
  'rewrites the address that is pushed to': {
    row: 17,
    script: () => 'printf "[url \\"ext::canary\\"]\\n\\tinsteadOf = https://\\n" >> .git/config',
    fired: ({ worktree }) => holds(join(worktree, '.git/config'), 'insteadOf'),
  },
  'reads through a link': {
    row: 18,
    script: ({ outside }) => `ln -s ${outside} out; cat out/secret`,
    fired: seen,
  },
  'writes through a link': {
    row: 18,
    script: ({ outside }) => `ln -s ${outside}/secret out; echo changed > out`,
    fired: changed,
  },
  'writes through a hard link': {
    row: 18,
    script: ({ outside }) => `ln ${outside}/secret out && echo changed > out`,
    fired: changed,
  },
  'reads through /proc/self/root and its own directory': {
    row: 18,
    script: ({ outside }) =>
      `cat /proc/self/root${outside}/secret /proc/self/cwd/../outside/secret`,
    fired: seen,
  },
  'sets a variable for the next step': {
    row: 19,
    script: ({ outside }) =>
      `echo changed > ${outside}/secret; echo changed > "$(dirname "$PWD")/outside/secret"`,
    fired: changed,
  },
  'leaves a configuration in HOME for whoever runs next': {
    row: 23,
    script: () => 'echo "ignore-scripts=false # changed" > "$HOME/.npmrc"',
    fired: ({ home }) => holds(join(home, '.npmrc'), 'changed'),
  },
  'ends a process that is not its own': {
    row: 24,
    script: ({ bystander }) => `kill -9 ${bystander.pid}; exec true`,
    fired: ({ bystander }) => !runs(bystander),
  },
  'sets where the kernel sends crashes': {
    row: 14,
    // Opened, not written to: where it works it is the setting of this very machine.
    script: () => `: >>/proc/sys/kernel/core_pattern && echo ${SECRET}`,
    fired: seen,
    needs: '[ "$(id -u)" = 0 ]',
  },
  'reads secrets in a lifecycle script of an install, which has network': {
    row: 13,
    script: () => {
      const postinstall = 'cat /proc/[0-9]*/environ > seen; true';
      const manifest = JSON.stringify({ name: 'x', version: '1.0.0', scripts: { postinstall } });
      return `echo '${manifest}' > package.json; npm install --offline --no-audit --no-fund`;
    },
    network: 'open',
    fired: ({ worktree }) => holds(join(worktree, 'seen'), SECRET),
  },
  'opens a socket from a virtual machine to its host': {
    row: 30,
    script: () =>
      python(`import socket; socket.socket(40, socket.SOCK_STREAM); print('${SECRET}')`),
    fired: seen,
    needs: python('import socket; socket.socket(40, socket.SOCK_STREAM)'),
  },
  'takes a key from a key ring': {
    row: 13,
    script: () => python(`${KEYS}; print('${SECRET}' if ring > 0 else '')`),
    fired: seen,
    needs: python(`${KEYS}; exit(ring <= 0)`),
  },
  'speaks to a socket in a directory of others': {
    row: 30,
    script: ({ outside }) => speakTo(`'${outside}/socket'`),
    fired: asked,
  },
  'speaks to a socket without a path': {
    row: 30,
    script: ({ outside }) => speakTo(`'\\0${outside}'`),
    fired: asked,
  },
  'sends what it knows away': {
    row: 30,
    script: ({ port }) =>
      `exec 2>/dev/null; node -e 'require("http").get("http://127.0.0.1:${port}/?secret", () => process.exit())'`,
    fired: asked,
  },
};

describeConfined(
  'an attack fires where a program is simply started, and not in the sandbox:',
  () => {
    let sandbox: Sandbox;
    let base: string;
    let target: Target;
    let servers: Server[];
    let requests = 0;
    let bystander: ChildProcess;

    beforeAll(() => {
      requireBubblewrap();
      sandbox = chooseSandbox({ asked: 'S3', caller: { PATH: process.env.PATH } });
    });
    beforeEach(async () => {
      base = mkdtempSync(join(tmpdir(), 'attack-'));
      const [worktree, outside, home] = ['worktree', 'outside', 'home'].map((name) =>
        join(base, name),
      ) as [string, string, string];
      mkdirSync(join(worktree, '.git'), { recursive: true });
      mkdirSync(outside);
      mkdirSync(home);
      writeFileSync(join(outside, 'secret'), SECRET);
      requests = 0;
      servers = [];
      for (const where of [
        { port: 0, host: '127.0.0.1' },
        { path: join(outside, 'socket') },
        { path: `\0${outside}` },
      ]) {
        const server = createServer((_, response) => {
          requests += 1;
          response.end();
        });
        servers.push(server.listen(where));
        await once(server, 'listening');
      }
      // Somebody else on this machine, with secrets of their own.
      bystander = spawn('/bin/sh', ['-c', 'read line', 'token', SECRET], {
        env: { PATH: '/usr/bin:/bin', TOKEN: SECRET },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await once(bystander, 'spawn');
      const port = (servers[0]?.address() as AddressInfo | undefined)?.port ?? 0;
      target = { worktree, outside, home, port, bystander };
    });
    afterEach(() => {
      bystander.kill();
      for (const server of servers) server.close();
      rmSync(base, { recursive: true });
    });

    async function naively(script: string): Promise<string> {
      const env = { PATH: process.env.PATH, HOME: target.home };
      const child = spawn('/bin/sh', ['-c', script], { cwd: target.worktree, env });
      let output = '';
      child.stdout.on('data', (data) => {
        output += data;
      });
      await once(child, 'close');
      return output;
    }

    async function confined(
      script: string,
      network: Attack['network'] | 'granted' = 'granted',
    ): Promise<string> {
      const argv = ['/bin/sh', '-c', script];
      const place = { root: target.worktree, cwd: '.', timeoutSeconds: 50 };
      return (await sandbox.run({ argv, ...place, network, variables: {} })).output;
    }

    it.for(Object.entries(ATTACKS).map(([what, attack]) => ({ what, ...attack })))(
      'row $row: $what',
      async ({ script, fired, network, needs }, test) => {
        if (needs && spawnSync('/bin/sh', ['-c', needs]).status !== 0) test.skip('not here');
        const text = script(target);
        const inside = await confined(text, network);
        expect(fired(target, inside, requests), inside).toBe(false);
        const outside = await naively(text);
        const naive = () => expect(fired(target, outside, requests), 'the naive call').toBe(true);
        await vi.waitFor(naive, { timeout: 20_000 });
      },
    );

    it('row 24: leaves a process behind that works on', async () => {
      const daemon = 'sleep 0.4; echo changed > late-$(basename $HOME)';
      const script = `(setsid sh -c '${daemon}' >/dev/null 2>&1 &) ; echo started`;
      expect(await confined(script)).toContain('started');
      await naively(script);
      // It has as long to go as the one before it.
      const late = (whose: string) => existsSync(join(target.worktree, `late-${whose}`));
      await vi.waitFor(() => expect(late('home')).toBe(true), { timeout: 20_000 });
      expect(late('contractor')).toBe(false);
    });
  },
);
