import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  chooseSandbox,
  type SandboxOptions,
} from '../../../src/adapters/sandbox/choose-sandbox.ts';
import {
  findGroupParents,
  type GroupParents,
} from '../../../src/adapters/sandbox/control-group.ts';
import { readHardLimits } from '../../../src/adapters/sandbox/limits.ts';
import type { SandboxRun } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

const caller = { PATH: process.env.PATH, HOME: process.env.HOME };
const MEGABYTE = 2 ** 20;
let root: string;
let groups: GroupParents;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'limits-test-'));
  return () => rm(root, { recursive: true, force: true });
});

const small = (limits: SandboxOptions['limits'], more: Partial<SandboxOptions> = {}) =>
  chooseSandbox({ asked: 'S3', caller, groups, limits: { ...limits }, ...more });

const shell = (script: string, more: Partial<SandboxRun> = {}): SandboxRun => ({
  ...{ argv: ['/bin/sh', '-c', script], root, cwd: '.', timeoutSeconds: 20 },
  ...{ network: 'none', variables: {} },
  ...more,
});

/** Groups with this limit that are left: other tests have theirs at the same time. */
async function groupsLeft(processes: number): Promise<string[]> {
  const parent = groups.pids;
  if (parent === undefined) return [];
  const limits = (await readdir(parent))
    .filter((name) => name.startsWith('contractor-'))
    .map((name) => readFile(join(parent, name, 'pids.max'), 'utf8').catch(() => ''));
  return (await Promise.all(limits)).filter((limit) => limit.trim() === String(processes));
}

describeConfined('a run that takes too much', () => {
  beforeAll(async () => {
    requireBubblewrap();
    groups = await findGroupParents();
  });

  it('gets no more processes than it may: a fork bomb burns out, and nothing of it is left', async (test) => {
    // A number that tells our groups from those of a run beside this one.
    const processes = 61 + (process.pid % 97);
    const sandbox = small({ processes });
    const { probes } = await sandbox.probe();
    if (!probes['limit on processes']) test.skip('root without control groups: not limited here');
    const counted = `n=0; for i in $(seq 200); do sleep 50 & n=$i; echo $n > count; done`;
    expect((await sandbox.run(shell(counted))).output).toMatch(/Cannot fork|fork: retry|Resource/);
    const bomb =
      'bomb() { bomb | bomb & }; bomb; sleep 0.3; echo "$(ls -d /proc/[0-9]* | wc -l)" > seen';
    await sandbox.run(shell(bomb, { timeoutSeconds: 3 }));
    expect(await groupsLeft(processes)).toEqual([]);
  });

  it('gets no more memory than it may, in processes or in /dev/shm', async (test) => {
    if (!groups.memory) test.skip('no control group for memory can be made here');
    const sandbox = small({ totalMemoryBytes: 120 * MEGABYTE });
    const hog = 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));';
    const { exitCode } = await sandbox.run(shell('', { argv: ['node', '-e', hog] }));
    expect(exitCode).toBe(137);
    const shared = await sandbox.run(shell('head -c 300M /dev/zero > /dev/shm/big; echo "end $?"'));
    expect(shared.output).not.toContain('end 0');
  });

  // As on a hosted runner, where no control group can be made: then it is watched.
  it.each([
    [
      'memory',
      { totalMemoryBytes: 150 * MEGABYTE },
      'const all = []; setInterval(() => all.push(Buffer.alloc(10 << 20, 1)), 10);',
    ],
    [
      'memory',
      { totalMemoryBytes: 150 * MEGABYTE },
      // Of several, each below the limit.
      'const all = Buffer.alloc(60 << 20, 1); if (!process.argv[1]) for (const n of "123") require("child_process").spawn(process.execPath, ["-e", process.env.SELF, n], { detached: true }); setInterval(() => all, 1000);',
    ],
    [
      'processes',
      { processes: 40 },
      'for (let n = 0; n < 60; n += 1) require("child_process").spawn("sleep", ["1000"], { detached: true, stdio: "ignore" }); setInterval(() => {}, 1000);',
    ],
  ])('is ended without control groups when it takes too much %s', async (what, limits, script) => {
    const run = shell('', { argv: ['node', '-e', script], variables: { SELF: script } });
    const { output, exitCode, timedOut } = await small(limits, { groups: {} }).run(run);
    expect([timedOut, exitCode]).toEqual([false, 137]);
    expect(output).toContain(`[sandbox] ended: it took too much ${what}`);
  });

  it('is ended before it has filled the disk', async () => {
    const script =
      'const fs = require("fs"); const some = Buffer.alloc(20 << 20, 1); for (let n = 0; n < 300; n += 1) fs.writeFileSync("f" + n, some); setInterval(() => {}, 1000);';
    const run = shell('', { argv: ['node', '-e', script], timeoutSeconds: 50 });
    const { output, timedOut } = await small({ diskBytes: 200 * MEGABYTE }).run(run);
    expect(timedOut).toBe(false);
    expect(output).toContain('[sandbox] ended: it took too much disk space');
  });

  it.each([
    'head -c 10G /dev/zero > big',
    'truncate -s 10G big',
    'dd if=/dev/zero of=big bs=1 count=1 seek=10G',
  ])('writes no file larger than it may: %s', async (script) => {
    const { exitCode } = await small({ fileBytes: MEGABYTE }).run(shell(script));
    expect(exitCode).not.toBe(0);
    expect((await stat(join(root, 'big'))).size).toBeLessThanOrEqual(MEGABYTE);
  });

  it('opens no more files than it may', async () => {
    const script =
      'const fs = require("fs"); try { for (let n = 1; ; n++) { fs.openSync("/dev/null"); if (n > 500) break; } console.log("all") } catch (e) { console.log(e.code) }';
    const run = shell('', { argv: ['node', '-e', script] });
    expect((await small({ openFiles: 100 }).run(run)).output).toBe('EMFILE\n');
  });

  it('is not asked for more than we have ourselves', async () => {
    const hard = await readHardLimits();
    const { output } = await small({ openFiles: 2 ** 40 }).run(shell('ulimit -Hn'));
    expect(Number(output)).toBe(hard.nofile);
  });

  it('prints without end: the log is capped, and it ends with its time', async () => {
    const run = shell('yes "an endless line"', { timeoutSeconds: 1, maximumOutputBytes: 10_000 });
    const { output, timedOut } = await small({}).run(run);
    expect(timedOut).toBe(true);
    expect(output.length).toBeLessThan(10_200);
    expect(output).toMatch(/\[… \d+ bytes left out …\]/);
  });

  // Without control groups it is the pid namespace alone that ends it: as on hosted runners.
  it.each([true, false])(
    'leaves no daemon, and the port it held is free again (groups: %s)',
    async (grouped) => {
      const daemon = `
      const { spawn } = require('child_process');
      if (process.argv[1] !== 'server') {
        spawn(process.execPath, ['-e', process.env.SELF, 'server'], { detached: true, stdio: 'ignore' }).unref();
        const look = () => { try { console.log(require('fs').readFileSync('port', 'utf8')); } catch { setTimeout(look, 10); } };
        look();
      } else {
        process.on('SIGTERM', () => {}).on('SIGHUP', () => {});
        const server = require('net').createServer().listen(0, '127.0.0.1', () => require('fs').writeFileSync('port', String(server.address().port)));
      }`;
      const run = shell('', {
        argv: ['node', '-e', daemon],
        network: 'open',
        variables: { SELF: daemon },
      });
      const { output, exitCode } = await small({}, grouped ? {} : { groups: {} }).run(run);
      expect(exitCode).toBe(0);
      const again = createServer();
      await new Promise<void>((resolve, reject) => {
        again.on('error', reject).listen(Number(output), '127.0.0.1', resolve);
      });
      again.close();
    },
  );
});

describeConfined('a harness that is killed', () => {
  it.each(['none', 'granted'] as const)(
    'takes with it what ran in the sandbox (network: %s)',
    async (network) => {
      requireBubblewrap();
      const mark = `mark-${randomUUID()}`;
      const script = `setsid sh -c 'sleep 1000' ${mark} & sh -c 'touch ready; sleep 1000' ${mark}`;
      const run = shell(script, { network, timeoutSeconds: 600 });
      const module = join(import.meta.dirname, '../../../src/adapters/sandbox/choose-sandbox.ts');
      const program = `
        const { chooseSandbox } = await import(${JSON.stringify(module)});
        const sandbox = chooseSandbox({ asked: 'S3', caller: ${JSON.stringify(caller)}, hosts: ['granted.test'] });
        await sandbox.run(${JSON.stringify(run)});`;
      const harness = spawn(process.execPath, ['--input-type=module', '-e', program]);
      await vi.waitFor(() => stat(join(root, 'ready')), { timeout: 50_000, interval: 20 });
      expect((await marked(mark)).length).toBeGreaterThan(0);
      harness.kill('SIGKILL');
      const gone = async () => expect(await marked(mark)).toEqual([]);
      await vi.waitFor(gone, { timeout: 50_000, interval: 20 });
    },
  );
});

/** Processes that run under this name, the harness with its script aside. */
async function marked(mark: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.split('\0').includes(mark));
}

describeConfined('the probe of limits', () => {
  it('says when processes and memory are not limited', async () => {
    requireBubblewrap();
    const { probes, reached } = await small({}, { groups: {} }).probe();
    expect(reached).toBe('S3');
    expect(probes['limit on memory']).toBe(false);
    // The kernel counts processes for everybody but root.
    expect(probes['limit on processes']).toBe(process.getuid?.() !== 0);
  });

  it('does not believe in a group that cannot be entered', async () => {
    requireBubblewrap();
    const impossible = { pids: dirname(root), memory: dirname(root) };
    await expect(small({}, { groups: impossible }).probe()).rejects.toThrow(/sandbox/);
    expect(
      (await readdir(dirname(root))).filter((name) => /^contractor-[0-9a-f]{8}-/.test(name)),
    ).toEqual([]);
  });
});
