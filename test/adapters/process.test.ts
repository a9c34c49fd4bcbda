import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCaptured, runLogged, runRecords } from '../../src/adapters/process.ts';

const node = process.execPath;
const base = { cwd: '/', env: { PATH: '/usr/bin:/bin' } };
const script = (source: string) => ({ ...base, argv: [node, '-e', source] });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** True while the process exists and is no zombie. */
async function runs(pid: number): Promise<boolean> {
  const { stdout } = await runCaptured({ ...base, argv: ['ps', '-o', 'stat=', '-p', `${pid}`] });
  const state = stdout.toString().trim();
  return state !== '' && !state.startsWith('Z');
}

async function gone(pid: number): Promise<void> {
  while (await runs(pid)) await wait(10);
}

describe('a process', () => {
  it('sees only the environment that it is given', async () => {
    const { stdout } = await runCaptured({
      ...base,
      argv: ['env'],
      env: { PATH: '/usr/bin', A: '1' },
    });
    expect(stdout.toString().trim().split('\n').sort()).toEqual(['A=1', 'PATH=/usr/bin']);
  });

  it('gets arguments as they are, never through a shell', async () => {
    const argument = '$(touch /tmp/x); `id` "\' \n*';
    const { stdout } = await runCaptured({ ...base, argv: ['printf', '%s', argument] });
    expect(stdout.toString()).toBe(argument);
  });

  it('inherits no file or pipe that we were started with', async () => {
    const file = join(process.cwd(), 'package.json');
    const source = `
      import { execFileSync } from 'node:child_process';
      import { runCaptured } from ${JSON.stringify(join(process.cwd(), 'src/adapters/process.ts'))};
      const argv = ['/bin/sh', '-c', 'readlink /proc/self/fd/* /proc/$$/fd/*; true'];
      const naive = execFileSync(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
      const report = [];
      const ours = await runCaptured({ argv: ['/bin/sh', '-c', 'echo told >&3; ' + argv[2]], cwd: '/', env: {}, onReport: (chunk) => report.push(chunk) });
      console.log(JSON.stringify([String(naive), String(ours.stdout), String(Buffer.concat(report))]));`;
    // A shell that opens files and hands them on, as whoever starts us may have done.
    const handsOn = 'exec 3<"$1" 40<"$1" 251<"$1"; shift; exec "$@"';
    const argv = ['/bin/bash', '-c', handsOn, 'x', file, node, '--input-type=module', '-e', source];
    const { stdout } = await runCaptured({ ...base, argv });
    const [naive, ours, report] = JSON.parse(stdout.toString().trim().split('\n').at(-1) ?? '');
    expect(naive).toContain(file);
    expect(ours).not.toContain(file);
    expect(report).toBe('told\n');
  });

  it('reads the bytes of stdin, and a program that does not read them is no error', async () => {
    const stdin = Buffer.from([0, 255, 10, 128]);
    expect((await runCaptured({ ...base, argv: ['cat'], stdin })).stdout).toEqual(stdin);
    const big = Buffer.alloc(4 << 20);
    expect((await runCaptured({ ...base, argv: ['true'], stdin: big })).exitCode).toBe(0);
  });

  it('reports its exit code, and stderr apart', async () => {
    const end = await runCaptured(script('console.error("no"); process.exitCode = 7'));
    expect([end.exitCode, end.stderr.toString(), end.stdout.length]).toEqual([7, 'no\n', 0]);
  });

  it('cannot be started: the error says so', async () => {
    await expect(runLogged({ ...base, argv: ['/no/such/program'] })).rejects.toThrow(/ENOENT/);
  });

  it('keeps head and tail of a long log and digests all of it', async () => {
    const text = Array.from({ length: 40_000 }, (_, n) => `line ${n}\n`).join('');
    const source = 'for (let n = 0; n < 40000; n++) process.stdout.write("line " + n + "\\n")';
    const end = await runLogged({ ...script(source), maximumOutputBytes: 1000 });
    const log = end.output.toString();
    expect(log.startsWith('line 0\nline 1\n')).toBe(true);
    expect(log.endsWith('line 39998\nline 39999\n')).toBe(true);
    const [, head = '', left = '', tail = ''] =
      /^(.*\n)\[… (\d+) bytes left out …\]\n(.*)$/s.exec(log) ?? [];
    // Whole lines on both sides, so that no half of a secret passes a mask.
    expect([text.startsWith(head), text.endsWith(`\n${tail}`)]).toEqual([true, true]);
    expect(head.length + tail.length).toBeGreaterThan(950);
    expect(Number(left)).toBe(text.length - head.length - tail.length);
    expect([end.outputBytes, end.outputDigest]).toEqual([text.length, sha256(text)]);
  });

  it('keeps a log at the cap whole', async () => {
    const end = await runLogged({
      ...script('process.stdout.write("0123456789")'),
      maximumOutputBytes: 10,
    });
    expect(end.output.toString()).toBe('0123456789');
  });

  it('that prints more than it may is ended', async () => {
    const endless = script('setInterval(() => process.stdout.write("x".repeat(9999)), 1)');
    await expect(runCaptured({ ...endless, maximumOutputBytes: 50_000 })).rejects.toThrow(
      /50000 bytes/,
    );
  });

  it('past its time is ended with everything it started, though it ignores SIGTERM', async () => {
    const source = `
      process.on('SIGTERM', () => {});
      const child = require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' });
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const end = await runLogged({ ...script(source), timeoutSeconds: 1 });
    expect([end.exitCode, end.timedOut]).toEqual([null, true]);
    await gone(Number(end.output.toString()));
  });

  it('is ended by an abort, also one that came before it', async () => {
    const source = 'console.log("up"); setInterval(() => {}, 1000)';
    const controller = new AbortController();
    const end = runRecords({ ...script(source), signal: controller.signal }, () => undefined);
    controller.abort();
    expect((await end).aborted).toBe(true);
    const late = await runLogged({ ...script(source), signal: AbortSignal.abort() });
    expect([late.aborted, late.exitCode]).toEqual([true, null]);
  });

  it('that leaves a server behind does not keep us waiting, and the server is gone', async () => {
    const source = `
      const child = require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' });
      console.log(child.pid);
      process.exit(0);`;
    const end = await runLogged(script(source));
    expect(end.exitCode).toBe(0);
    await gone(Number(end.output.toString()));
  });

  it.each([
    ['records', 'a\\0bc\\0\\0', ['a', 'bc', '']],
    ['a last record without its end', 'a\\0tail', ['a', 'tail']],
    ['nothing', '', []],
  ])('streams %s', async (_, printed, expected) => {
    const seen: string[] = [];
    await runRecords({ ...base, argv: ['printf', printed] }, (record) =>
      seen.push(record.toString()),
    );
    expect(seen).toEqual(expected);
  });

  it('streams records that are cut anywhere by the pipe', async () => {
    const source = `
      const bytes = Buffer.from('first\\0second\\0third\\0');
      let at = 0;
      const next = () => { if (at < bytes.length) process.stdout.write(bytes.subarray(at, ++at), () => setImmediate(next)); };
      next();`;
    const seen: string[] = [];
    await runRecords(script(source), (record) => seen.push(record.toString()));
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('is ended when a record cannot be handled, and the error comes through', async () => {
    const endless = script('setInterval(() => process.stdout.write("x\\0"), 1)');
    const refuse = () => {
      throw new Error('bad record');
    };
    await expect(runRecords(endless, refuse)).rejects.toThrow('bad record');
  });
});
