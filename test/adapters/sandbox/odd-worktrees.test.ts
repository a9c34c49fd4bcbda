import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import type { Sandbox, SandboxRun } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

const caller = { PATH: process.env.PATH, HOME: process.env.HOME };
let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'odd-'));
  return async () => {
    execFileSync('chmod', ['-R', 'u+rwx', base]);
    await rm(base, { recursive: true, force: true });
  };
});

describeConfined('a worktree that is odd', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    requireBubblewrap();
    sandbox = chooseSandbox({ asked: 'S3', caller, hosts: ['granted.test'] });
  });
  const run = (root: string, script: string, more: Partial<SandboxRun> = {}) =>
    sandbox.run({
      ...{ argv: ['/bin/sh', '-c', script], root, cwd: '.', timeoutSeconds: 20 },
      ...{ network: 'none', variables: {} },
      ...more,
    });

  it.each([
    ['a newline', 'new\nline'],
    ['quotes', `it's "quoted" \`id\``],
    ['an option', '--bind'],
    ['a variable', '$HOME $(id)'],
    ['a colon and a comma', 'a:b,c=d'],
    ['a backslash', 'back\\slash\\040'],
    ['other letters', 'Prüfung 試驗'],
  ])('has %s in its name, and so has its home, a mount and a granted run', async (_, name) => {
    const root = join(base, name);
    const home = join(base, `home ${name}`);
    const readOnly = join(base, `tools ${name}`);
    await mkdir(join(root, '.git'), { recursive: true });
    await mkdir(join(root, name));
    await mkdir(readOnly);
    await writeFile(join(readOnly, 'file'), 'seen');
    const script =
      'cat "$0/file"; pwd; echo x >written; echo x >"$HOME/kept"; echo x >../.git/bad; echo x >"$0/bad"';
    const argv = ['/bin/sh', '-c', script, readOnly];
    const options = { argv, cwd: name, home, readOnly: [readOnly], network: 'granted' } as const;
    const { output } = await run(root, '', options);
    expect(output).toContain(`seen${join(root, name)}\n`);
    expect(await readFile(join(root, name, 'written'), 'utf8')).toBe('x\n');
    expect(await readFile(join(home, 'kept'), 'utf8')).toBe('x\n');
    await expect(readFile(join(root, '.git/bad'))).rejects.toThrow(/ENOENT/);
    await expect(readFile(join(readOnly, 'bad'))).rejects.toThrow(/ENOENT/);
  });

  it('holds a FIFO, a socket and a device: the run starts, and none leads outside', async () => {
    execFileSync('mkfifo', [join(base, 'fifo')]);
    let heard = 0;
    const server = createServer(() => {
      heard += 1;
    }).listen(join(base, 'socket'));
    // Only root may make one; to open it inside is refused, for the mount is `nodev`.
    const device = execFileSync('sh', [
      '-c',
      'mknod "$0" b 7 0 2>/dev/null && echo made || true',
      join(base, 'device'),
    ]);
    const script = 'ls; head -c 1 device && echo opened';
    const { output, exitCode } = await run(base, script);
    expect(output).toMatch(/fifo\n(?:.*\n)*socket\n/);
    expect(exitCode).not.toBe(0);
    expect(output).not.toContain('opened');
    if (String(device) === 'made\n') expect(output).toMatch(/Permission denied/);
    expect(heard).toBe(0);
    server.close();
  });

  it('waits at a FIFO nobody writes to: its time ends it', async () => {
    execFileSync('mkfifo', [join(base, 'fifo')]);
    expect(await run(base, 'cat fifo', { timeoutSeconds: 1 })).toMatchObject({ timedOut: true });
  });

  it.each(['fifo', 'socket'] as const)('has a %s where .git was', async (kind) => {
    if (kind === 'fifo') execFileSync('mkfifo', [join(base, '.git')]);
    const server = kind === 'socket' ? createServer().listen(join(base, '.git')) : null;
    expect((await run(base, 'rm -f .git; test -e .git && echo kept')).output).toMatch(/kept\n$/);
    server?.close();
  });

  it('is read-only: the run starts, and cannot write', async () => {
    await chmod(base, 0o555);
    const { output, exitCode } = await run(base, 'echo x > written || echo refused');
    expect(exitCode).toBe(0);
    // Root may write whatever the mode says, here as outside.
    if (process.getuid?.() !== 0) expect(output).toContain('refused');
  });

  it('is on a read-only file system: the run starts, and cannot write', async (test) => {
    const allowed = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;
    if (!allowed) test.skip('no mount namespace can be made here');
    const inner = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"`;
    const script = `import { chooseSandbox } from ${JSON.stringify(join(process.cwd(), 'src/adapters/sandbox/choose-sandbox.ts'))};
      const sandbox = chooseSandbox({ asked: 'S1', caller: process.env });
      const run = { argv: ['sh', '-c', 'exec 2>/dev/null; cat here; echo x > there || echo refused'], root: process.argv[1], cwd: '.', timeoutSeconds: 20, network: 'none', variables: {} };
      console.log(JSON.stringify(await sandbox.run(run)));`;
    await writeFile(join(base, 'here'), 'read ');
    const node = [process.execPath, '--input-type=module', '-e', script, base];
    const outcome = execFileSync(
      'unshare',
      ['--mount', '--map-root-user', 'sh', '-c', inner, base, ...node],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const { output } = JSON.parse(outcome.trim().split('\n').at(-1) ?? '');
    // What the shell says of it comes on another pipe, in any order.
    expect(output).toBe('read refused\n');
  });
});
