import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import { CatalogueError } from '../../../src/core/catalogue-error.ts';
import type { Sandbox, SandboxRun } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

const caller = { PATH: process.env.PATH, HOME: process.env.HOME, CANARY: 'canary-of-the-caller' };
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  return () => rm(root, { recursive: true, force: true });
});

function shell(script: string, more: Partial<SandboxRun> = {}): SandboxRun {
  return {
    argv: ['/bin/sh', '-c', script],
    root,
    cwd: '.',
    timeoutSeconds: 20,
    network: 'none',
    variables: {},
    ...more,
  };
}

/** Processes anywhere on this machine whose command line holds the word. */
async function processesWith(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).filter((line) => line.includes(word));
}

/** A daemon that leaves its parent, its session and its process group. The odd number names it. */
const daemon = (seconds: string) =>
  `(setsid sh -c 'sleep ${seconds} & sleep ${seconds}' &) ; echo started`;

describeConfined('with bubblewrap', () => {
  let sandbox: Sandbox;
  let running: typeof process.env;

  beforeAll(() => {
    requireBubblewrap();
    running = { ...process.env };
    process.env.CONTRACTOR_TEST_CANARY = 'canary-of-this-process';
    sandbox = chooseSandbox({ asked: 'S3', caller });
  });
  afterAll(() => {
    process.env = running;
  });

  it('reaches S3, and says what was tried', async () => {
    const policy = await sandbox.probe();
    expect(policy).toMatchObject({
      asked: 'S3',
      reached: 'S3',
      mechanism: 'bubblewrap',
      network: 'none',
    });
    // Whether processes and memory can be limited depends on the machine: limits.test.ts.
    const broken = Object.entries(policy.probes).flatMap(([name, held]) => (held ? [] : [name]));
    expect(broken.filter((name) => !/^limit on (?:processes|memory)$/.test(name))).toEqual([]);
    expect(Object.keys(policy.probes).length).toBeGreaterThan(8);
  });

  it('shows the program nothing of our environment (threat 13)', async () => {
    const { output } = await sandbox.run(
      shell('env; cat /proc/*/environ', { variables: { A: '1' } }),
    );
    expect(output).toContain('A=1');
    expect(output).not.toMatch(/canary/i);
    expect(output).not.toContain('GITHUB_');
  });

  it('lets no variable of the run replace PATH or HOME', async () => {
    const variables = { PATH: root, HOME: root, TMPDIR: root };
    const { output } = await sandbox.run(shell('echo "$PATH $HOME $TMPDIR"', { variables }));
    expect(output).not.toContain(root);
  });

  it('lets it write in the worktree, but not in .git (threat 16) and not outside', async () => {
    await mkdir(join(root, '.git/hooks'), { recursive: true });
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    const script = `echo ok > written
      echo bad > .git/hooks/pre-commit; rm -rf .git; mv .git away
      echo bad > ${outside}/written; echo bad > /usr/written`;
    await sandbox.run(shell(script));
    expect(await readFile(join(root, 'written'), 'utf8')).toBe('ok\n');
    expect(await readdir(join(root, '.git/hooks'))).toEqual([]);
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });

  it('hides the accounts, the home and the files of the host', async () => {
    const script = `cat /etc/shadow; ls ${caller.HOME}; ls /var/run /run; cat /etc/passwd`;
    const { output } = await sandbox.run(shell(script));
    const readable = output.split('\n').filter((line) => !/cannot access|No such file/.test(line));
    const tools = /^\.?(cargo|rustup|pyenv|nvm|bin|local)$/;
    expect(
      readable.filter((line) => line && !line.startsWith('contractor:') && !tools.test(line)),
    ).toEqual([]);
  });

  it('tells package managers that there is no network, so that they do not try for minutes', async () => {
    const settings = async (more: Partial<SandboxRun>) =>
      (await sandbox.run(shell('echo "[$npm_config_offline$CARGO_NET_OFFLINE]"', more))).output;
    expect(await settings({})).toBe('[truetrue]\n');
    expect(await settings({ network: 'open' })).toBe('[]\n');
    expect(await settings({ variables: { CARGO_NET_OFFLINE: 'false' } })).toBe('[truefalse]\n');
  });

  it('has no network, unless it is granted (threat 30)', async () => {
    const server = createServer((socket) => socket.end('hello from the host'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address() as { port: number };
    const script = `require('net').connect(${address.port}, '127.0.0.1').on('data', (d) => console.log(String(d))).on('error', () => console.log('refused'))`;
    const argv = ['node', '-e', script];
    expect((await sandbox.run(shell('', { argv }))).output).toContain('refused');
    expect((await sandbox.run(shell('', { argv, network: 'open' }))).output).toContain('hello');
    server.close();
  });

  it('shows runner files to nobody (threat 19)', async () => {
    const runnerFile = join(tmpdir(), 'runner-file-of-the-test');
    await writeFile(runnerFile, '');
    const { output } = await sandbox.run(
      shell(`env | grep GITHUB; echo X=1 >> ${runnerFile}; cat ${runnerFile}`),
    );
    expect(await readFile(runnerFile, 'utf8')).toBe('');
    expect(output).not.toContain('GITHUB');
    await rm(runnerFile);
  });

  it('ends every process when the program ends (threat 24)', async () => {
    const result = await sandbox.run(shell(daemon('98765.1')));
    expect(result).toMatchObject({ exitCode: 0, output: 'started\n' });
    expect(await processesWith('98765.1')).toEqual([]);
  });

  it('ends every process of a run that takes too long', async () => {
    const script = `trap '' TERM; ${daemon('98765.2')}; sleep 98765.2`;
    const result = await sandbox.run(shell(script, { timeoutSeconds: 1 }));
    expect(result).toMatchObject({ timedOut: true, exitCode: null });
    expect(await processesWith('98765.2')).toEqual([]);
  });

  it('ends a run that is called off', async () => {
    const stop = new AbortController();
    const run = sandbox.run(shell('sleep 98765.3', { signal: stop.signal }));
    stop.abort();
    expect((await run).exitCode).toBeNull();
    expect(await processesWith('98765.3')).toEqual([]);
  });

  it('gives a fresh HOME each time, and keeps the one it is given', async () => {
    const home = join(root, 'home');
    await sandbox.run(shell('echo kept > "$HOME/file"', { home }));
    expect((await sandbox.run(shell('cat "$HOME/file"', { home }))).output).toBe('kept\n');
    expect((await sandbox.run(shell('ls -A "$HOME"'))).output).toBe('');
  });

  it('leaves nothing behind, even where a program locked its directories', async () => {
    const shared = process.env.TMPDIR;
    const own = await mkdtemp(join(tmpdir(), 'own-'));
    process.env.TMPDIR = own;
    try {
      await sandbox.run(
        shell('mkdir -p $TMPDIR/a/b && chmod 500 $TMPDIR/a && chmod 000 $TMPDIR/a/b'),
      );
      expect(await readdir(own)).toEqual([]);
    } finally {
      if (shared === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = shared;
      await rm(own, { recursive: true });
    }
  });

  it('says that a program does not exist with exit 127', async () => {
    const result = await sandbox.run(shell('', { argv: ['no-such-program', 'a'] }));
    expect(result.exitCode).toBe(127);
    expect(result.output).toContain('no-such-program');
  });

  it('treats arguments as data', async () => {
    const argv = ['printf', '%s|', '$(id)', '`id`', '; id', '--', "it's"];
    expect((await sandbox.run(shell('', { argv }))).output).toBe("$(id)|`id`|; id|--|it's|");
  });

  it('runs the tools of the caller’s PATH', async () => {
    const script = 'node --version && git --version';
    expect((await sandbox.run(shell(script))).exitCode).toBe(0);
  });
});

describe('without bubblewrap', () => {
  const plain = () => chooseSandbox({ asked: 'S0', caller, bubblewrap: null });

  it.each(['S1', 'S2', 'S3'] as const)('refuses to run when %s is asked', async (asked) => {
    const sandbox = chooseSandbox({ asked, caller, bubblewrap: null });
    const attempt = sandbox.run(shell('touch ran'));
    await expect(attempt).rejects.toThrow(CatalogueError);
    await expect(attempt).rejects.toMatchObject({ code: 'sandbox-too-weak' });
    await expect(attempt).rejects.toThrow(/bubblewrap \(bwrap\) is not installed/);
    expect(await readdir(root)).toEqual([]);
  });

  it('says that it reached S0 when that is what was asked', async () => {
    const policy = await plain().probe();
    expect(policy).toMatchObject({
      asked: 'S0',
      reached: 'S0',
      mechanism: 'none',
      network: 'open',
    });
    expect(policy.probes['environment cleared']).toBe(true);
    expect(policy.probes['no network but granted hosts']).toBe(false);
  });

  it('refuses a bwrap that does not work, and says what it said', async () => {
    const sandbox = chooseSandbox({ asked: 'S1', caller, bubblewrap: '/bin/false' });
    await expect(sandbox.probe()).rejects.toThrow(/no answer/);
  });

  it('clears the environment and gives a HOME of its own', async () => {
    const { output } = await plain().run(shell('env; ls -A "$HOME"', { variables: { A: '1' } }));
    expect(output).toContain('A=1');
    expect(output).not.toContain('canary');
    expect(output).not.toContain(`HOME=${caller.HOME}\n`);
  });

  it('finds and ends a daemon that left its group', async () => {
    await plain().run(shell(daemon('98765.4')));
    expect(await processesWith('98765.4')).toEqual([]);
  });

  it('ends every process of a run that takes too long', async () => {
    const result = await plain().run(
      shell(`${daemon('98765.5')}; sleep 98765.5`, { timeoutSeconds: 1 }),
    );
    expect(result).toMatchObject({ timedOut: true, exitCode: null });
    expect(await processesWith('98765.5')).toEqual([]);
  });

  it('says that a program does not exist with exit 127', async () => {
    const result = await plain().run(shell('', { argv: ['no-such-program'] }));
    expect(result).toMatchObject({ exitCode: 127, output: 'no-such-program: not found\n' });
  });
});

describe('where a run takes place', () => {
  const sandbox = () => chooseSandbox({ asked: 'S0', caller, bubblewrap: null });

  it.each([
    ['a directory above', '..'],
    ['an absolute path elsewhere', '/etc'],
    ['a link that leads outside', 'link'],
    ['a missing directory', 'missing'],
  ])('refuses %s', async (_what, cwd) => {
    await symlink('/etc', join(root, 'link'));
    await expect(sandbox().run(shell('pwd', { cwd }))).rejects.toMatchObject({
      code: 'workspace-broken',
    });
  });

  it.each([
    ['a .git that is a link', async () => symlink('/etc', join(root, '.git'))],
    ['a root that is gone', async () => rm(root, { recursive: true })],
    [
      'a root that became a link',
      async () => {
        await rm(root, { recursive: true });
        await symlink('/etc', root);
      },
    ],
    [
      'a root that became a file',
      async () => {
        await rm(root, { recursive: true });
        await writeFile(root, '');
      },
    ],
  ])('refuses %s', async (_what, spoil) => {
    await spoil();
    await expect(sandbox().run(shell('pwd'))).rejects.toMatchObject({ code: 'workspace-broken' });
  });
});
