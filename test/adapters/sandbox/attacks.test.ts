import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

/** Where an attack is tried: a worktree, and beside it what belongs to others. */
interface Target {
  worktree: string;
  outside: string;
  home: string;
  port: number;
}

interface Attack {
  row: number;
  /** A script for the shell, started in the worktree. */
  script: (target: Target) => string;
  /** Whether it reached what it wanted; asked after its program has ended. */
  fired: (target: Target, output: string, requests: number) => boolean;
}

const SECRET = 'canary-of-a-host';
const holds = (path: string, text: string) =>
  existsSync(path) && readFileSync(path, 'utf8').includes(text);
const seen: Attack['fired'] = (_, output) => output.includes(SECRET);
const changed: Attack['fired'] = ({ outside }) => holds(join(outside, 'secret'), 'changed');

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
  'leaves a process behind that works on': {
    row: 24,
    script: () =>
      '(setsid sh -c "sleep 0.4; echo changed > late" >/dev/null 2>&1 &) ; echo started',
    fired: ({ worktree }) => existsSync(join(worktree, 'late')),
  },
  'sends what it knows away': {
    row: 30,
    script: ({ port }) =>
      `exec 2>/dev/null; node -e 'require("http").get("http://127.0.0.1:${port}/?secret", () => process.exit())'`,
    fired: (_target, _output, requests) => requests > 0,
  },
};

describeConfined(
  'an attack fires where a program is simply started, and not in the sandbox:',
  () => {
    let sandbox: Sandbox;
    let base: string;
    let target: Target;
    let server: Server;
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
      server = createServer((_, response) => {
        requests += 1;
        response.end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      target = { worktree, outside, home, port: (server.address() as AddressInfo).port };
      // Somebody else on this machine, with secrets of their own.
      bystander = spawn('/bin/sh', ['-c', 'read line', 'token', SECRET], {
        env: { PATH: '/usr/bin:/bin', TOKEN: SECRET },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await once(bystander, 'spawn');
    });
    afterEach(() => {
      bystander.kill();
      server.close();
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

    async function confined(script: string): Promise<string> {
      const argv = ['/bin/sh', '-c', script];
      const place = { root: target.worktree, cwd: '.', timeoutSeconds: 20 };
      return (await sandbox.run({ argv, ...place, network: 'granted', variables: {} })).output;
    }

    it.each(Object.entries(ATTACKS).map(([what, attack]) => ({ what, ...attack })))(
      'row $row: $what',
      async ({ script, fired }) => {
        const text = script(target);
        const inside = await confined(text);
        await wait(text.includes('late') ? 600 : 0);
        expect(fired(target, inside, requests), inside).toBe(false);
        const outside = await naively(text);
        await wait(text.includes('late') ? 600 : 0);
        expect(fired(target, outside, requests), 'the naive call must fire').toBe(true);
      },
    );
  },
);
