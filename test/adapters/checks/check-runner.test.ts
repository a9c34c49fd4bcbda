import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckRunner } from '../../../src/adapters/checks/check-runner.ts';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import { digestText } from '../../../src/core/digest.ts';
import type { CommandCheck } from '../../../src/core/schema/check.ts';
import type { Environment } from '../../../src/core/schema/contract.ts';
import { CheckObservation } from '../../../src/core/schema/evidence.ts';
import type { Checkout } from '../../../src/ports.ts';
import { describeConfined, requireBubblewrap } from '../sandbox/needs-bubblewrap.ts';

const caller = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  GITHUB_TOKEN: 'token-of-the-caller',
};
const secrets = { mask: async (text: string) => text.replaceAll('top-secret', '***') };
const nothing: Environment = { setup: [], lockfiles: [], variables: {} };
const step = (...argv: string[]) => ({ argv, cwd: '.', why: 'w', timeoutSeconds: 60 });

let checkout: Checkout;
beforeEach(async () => {
  const path = await mkdtemp(join(tmpdir(), 'checkout-test-'));
  checkout = { path, sha: 'a'.repeat(40), [Symbol.asyncDispose]: async () => {} };
  return () => rm(path, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(checkout.path, path)), { recursive: true });
  await writeFile(join(checkout.path, path), text);
}
const get = (path: string) => readFile(join(checkout.path, path), 'utf8');

function common(argv: string[]) {
  return {
    id: 'CK-1',
    why: 'w',
    origin: 'discovered' as const,
    argv,
    cwd: '.',
    timeoutSeconds: 30,
    inputs: [],
  };
}

function command(argv: string[], more: object = {}): CommandCheck {
  return {
    ...common(argv),
    kind: 'command',
    expectedExit: 0,
    minimumTests: 0,
    oracle: [],
    ...more,
  };
}
const shell = (script: string, more: object = {}) => command(['/bin/sh', '-c', script], more);
const oracle = (path: string, content: string) => ({ path, content, digest: digestText(content) });

// The same behaviour is promised at every level: what differs is only how well it is enforced.
const LEVELS = [
  ['with bubblewrap', describeConfined, { asked: 'S3', caller }],
  ['without isolation', describe, { asked: 'S0', caller, bubblewrap: null }],
] as const;

for (const [level, suite, options] of LEVELS) {
  suite(`check runner, ${level}`, () => {
    beforeAll(() => {
      if (options.asked === 'S3') requireBubblewrap();
    });
    const runner = createCheckRunner({ sandbox: chooseSandbox(options), caller, secrets });
    afterAll(() => runner[Symbol.asyncDispose]());
    const run = (check: CommandCheck, environment = nothing) =>
      runner.run(checkout, check, environment);

    it('passes and fails by the exit code, and gives a record that its schema takes', async () => {
      const passed = await run(shell('echo fine'));
      expect(passed).toMatchObject({
        result: 'pass',
        exitCode: 0,
        logTail: 'fine\n',
        treeChanged: false,
      });
      expect(passed.logDigest).toBe(digestText('fine\n'));
      expect(CheckObservation.parse(passed)).toEqual(passed);
      expect(await run(shell('exit 3'))).toMatchObject({ result: 'fail', exitCode: 3 });
    });

    it('counts the tests of a real runner, and refuses none', async () => {
      await put('test/a.test.mjs', "import { test } from 'node:test'; test('adds', () => {});");
      const check = command(['node', '--test'], { minimumTests: 1 });
      const observation = await run(check);
      expect(observation).toMatchObject({ result: 'pass', testsExecuted: 1 });
      expect(observation.toolchain).toMatch(/^node v\d+\.\d+/);
      await put('test/a.test.mjs', '');
      expect(await run(check)).toMatchObject({ result: 'fail', testsExecuted: 0 });
    });

    it('wants the named test itself', async () => {
      await put(
        'a.test.mjs',
        "import { test } from 'node:test'; test('adds', () => {}); test.skip('later', () => {});",
      );
      const check = (test: string): CommandCheck => ({
        ...common(['node', '--test', '--test-reporter=tap']),
        kind: 'named-test',
        test,
        oracle: [],
      });
      expect(await run(check('adds'))).toMatchObject({ result: 'pass' });
      expect(await run(check('later'))).toMatchObject({ result: 'fail' });
      expect(await run(check('deleted'))).toMatchObject({ result: 'fail' });
    });

    it('ends what takes too long', async () => {
      const observation = await run(shell('sleep 60', { timeoutSeconds: 1 }));
      expect(observation).toMatchObject({ result: 'fail', exitCode: null });
      expect(observation.summary).toContain('longer than 1 s');
    });

    it.each([
      ['a missing program', ['no-such-program'], '.', /not found: no-such-program/],
      ['a directory that the commit removed', ['true'], 'gone', /gone is missing/],
    ])('fails on %s and says so', async (_what, argv, cwd, summary) => {
      const observation = await run(command(argv, { cwd }));
      expect(observation.result).toBe('fail');
      expect(observation.summary).toMatch(summary);
      expect(CheckObservation.parse(observation)).toEqual(observation);
    });

    it('voids a result when a tracked file changed, and puts the file back for the next', async () => {
      await put('src/a.txt', 'committed');
      await chmod(join(checkout.path, 'src/a.txt'), 0o755);
      await symlink('a.txt', join(checkout.path, 'src/link'));
      const spoiled = await run(shell('echo x > src/a.txt; rm src/link; mv src other'));
      expect(spoiled).toMatchObject({ result: 'fail', exitCode: 0, treeChanged: true });
      expect(spoiled.summary).toContain('src/a.txt, src/link');
      expect(await get('src/a.txt')).toBe('committed');
      expect(await readlink(join(checkout.path, 'src/link'))).toBe('a.txt');
      expect(await run(shell('test -x src/a.txt'))).toMatchObject({
        result: 'pass',
        treeChanged: false,
      });
    });

    it('does not follow a link that a check put in the way of a file', async () => {
      await put('src/a.txt', 'committed');
      const outside = await mkdtemp(join(tmpdir(), 'outside-'));
      await writeFile(join(outside, 't.txt'), 'precious');
      await run(shell(`rm -r src && ln -s ${outside} src`, { oracle: [oracle('src/t.txt', 't')] }));
      expect(await readdir(outside)).toEqual(['t.txt']);
      expect(await readFile(join(outside, 't.txt'), 'utf8')).toBe('precious');
      expect(await get('src/a.txt')).toBe('committed');
      await rm(outside, { recursive: true });
    });

    it('runs the checks of one checkout one after another', async () => {
      const check = shell('test ! -e busy && touch busy && sleep 0.3 && rm busy');
      const all = await Promise.all([run(check), run(check), run(check)]);
      expect(all.map(({ result }) => result)).toEqual(['pass', 'pass', 'pass']);
    });

    it('lets build output, and a touched file, be', async () => {
      await put('a.txt', 'committed');
      const observation = await run(shell('mkdir dist; echo x > dist/out; touch a.txt'));
      expect(observation).toMatchObject({ result: 'pass', treeChanged: false });
    });

    it('lays oracle tests over whatever stands there, and takes them away again (F2)', async () => {
      await put('test/contract.test.txt', 'the agent’s own version');
      const check = shell('cat test/contract.test.txt new/deep/b.txt', {
        oracle: [oracle('test/contract.test.txt', 'contract\n'), oracle('new/deep/b.txt', 'new\n')],
      });
      expect(await run(check)).toMatchObject({ result: 'pass', logTail: 'contract\nnew\n' });
      expect(await get('test/contract.test.txt')).toBe('the agent’s own version');
      expect(await readdir(checkout.path)).toEqual(['test']);
    });

    it('voids a check that changes its oracle test', async () => {
      const check = shell('echo changed > t.txt', { oracle: [oracle('t.txt', 'contract')] });
      expect(await run(check)).toMatchObject({ result: 'fail', treeChanged: true });
    });

    it.each([
      ['whose digest is another', [{ ...oracle('t.txt', 'a'), content: 'b' }]],
      ['whose directory is a link', [oracle('link/t.txt', 'a')]],
      ['in .git', [oracle('.GIT/hooks/pre-commit', 'a')]],
      ['where a directory stands', [oracle('directory', 'a')]],
    ])('fails for an oracle test %s, and runs nothing', async (_what, files) => {
      await symlink(tmpdir(), join(checkout.path, 'link'));
      await mkdir(join(checkout.path, 'directory'));
      const observation = await run(shell('touch ran', { oracle: files }));
      expect(observation.result).toBe('fail');
      expect(observation.summary).not.toBe('');
      expect((await readdir(checkout.path)).sort()).toEqual(['directory', 'link']);
    });

    it('compares stdout alone where the output must be the same', async () => {
      const check = (script: string): CommandCheck => ({
        ...common(['/bin/sh', '-c', script]),
        kind: 'same-output',
        what: 'list',
      });
      const [first, second, third] = [
        await run(check('echo rows; echo $$ >&2')),
        await run(check('echo rows; echo other $$ >&2')),
        await run(check('echo other rows')),
      ];
      expect(first.logDigest).toBe(digestText('rows\n'));
      expect(second.logDigest).toBe(first.logDigest);
      expect(third.logDigest).not.toBe(first.logDigest);
      expect(first.summary).toContain(first.logDigest);
    });

    it('names files as they stand in the repository, never where this machine has them', async () => {
      const observation = await run(
        shell('echo "$PWD/src/a.js:1 failed"; echo "file://$PWD/b.js in $PWD"; exit 1'),
      );
      expect(observation.logTail).toBe('src/a.js:1 failed\nfile://b.js in .\n');
      expect(observation.logDigest).toBe(digestText(observation.logTail));
    });

    it('masks secrets, and shows the end of a long log', async () => {
      const observation = await run(shell('seq 1 20000; echo top-secret; exit 1'));
      expect(observation.logTail).toMatch(/20000\n\*\*\*\n$/);
      expect(observation.logTail).toMatch(/^\d+\n/);
      expect(observation.logTail.length).toBeLessThanOrEqual(20_000);
    });

    it('gives a check the variables of the contract and nothing of ours', async () => {
      const environment = { ...nothing, variables: { MODE: 'strict' } };
      const { logTail } = await run(shell('env'), environment);
      expect(logTail).toContain('MODE=strict');
      expect(logTail).not.toContain('token-of-the-caller');
    });

    it('has network while it sets up, and keeps HOME for the checks', async () => {
      const server = createServer((_request, response) => response.end('package'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const get = `fetch('http://127.0.0.1:${port}').then((r) => r.text()).then((t) => require('fs').writeFileSync(process.env.HOME + '/got', t))`;
      await runner.prepare(checkout, { ...nothing, setup: [step('node', '-e', get)] });
      server.close();
      expect(await run(shell('cat "$HOME/got"'))).toMatchObject({ logTail: 'package' });
    });

    const bounded = it.skipIf(options.asked !== 'S3');
    bounded('reaches granted hosts alone while it sets up, where it may no more', async () => {
      const server = createServer((_request, response) => response.end('package'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      // The agent’s commit brings its own install script.
      const script = `fetch('http://registry.test:${port}').then((r) => r.text()).then(console.log); fetch('http://127.0.0.1:${port}').then(() => console.log('out'), () => console.log('closed')); require('http').get('http://127.0.0.1:23128/', { path: 'http://elsewhere.test/' }, (r) => r.resume())`;
      await writeFile(
        join(checkout.path, 'package.json'),
        JSON.stringify({
          name: 'x',
          version: '1.0.0',
          scripts: { postinstall: `node -e "${script}"` },
        }),
      );
      const closed = createCheckRunner({
        ...{ caller, secrets, setupNetwork: 'granted' as const },
        sandbox: chooseSandbox({
          ...options,
          hosts: [`registry.test:${port}`, `127.0.0.1:${port}`],
          lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        }),
      });
      const setup = [step('npm', 'install', '--foreground-scripts')];
      const { log } = await closed.prepare(checkout, { ...nothing, setup });
      await closed[Symbol.asyncDispose]();
      server.close();
      expect(log).toContain('package');
      expect(log).toContain('closed');
      expect(log).toContain('[sandbox] no connection to elsewhere.test:80 (not granted)');
    });

    it('keeps HOME from other checkouts', async () => {
      await runner.prepare(checkout, {
        ...nothing,
        setup: [step('/bin/sh', '-c', 'echo x > $HOME/mine')],
      });
      const other = { ...checkout };
      expect((await runner.run(other, shell('ls "$HOME"'), nothing)).logTail).toBe('');
    });

    it('row 18: follows no link that an agent left in its HOME when that is set up again', async () => {
      const [path, home, outside, theirs] = (await Promise.all(
        ['agent-', 'home-', 'outside-', 'caller-'].map((name) => mkdtemp(join(tmpdir(), name))),
      )) as [string, string, string, string];
      await mkdir(join(theirs, '.cargo/registry'), { recursive: true });
      await writeFile(join(theirs, '.cargo/registry/index'), 'of the caller');
      await writeFile(join(theirs, '.npmrc'), 'registry=https://registry.example.org/\n');
      await writeFile(join(outside, 'kept'), 'as it was');
      const links: [string, string][] = [
        ['.npmrc', 'kept'],
        ['.cargo', ''],
        ['.config', ''],
        ['.m2', ''],
      ];
      for (const [name, target] of links) await symlink(join(outside, target), join(home, name));
      const naive = async (text: string) => writeFile(join(home, '.npmrc'), text);
      await naive('changed');
      expect(await readFile(join(outside, 'kept'), 'utf8'), 'the naive call').toBe('changed');
      await naive('as it was');
      const again = createCheckRunner({
        sandbox: chooseSandbox(options),
        caller: { ...caller, HOME: theirs },
        secrets,
      });
      const setup = [
        step('/bin/sh', '-c', 'true'),
        { ...step('cargo', '--version'), argv: ['cargo', '--version'] },
      ];
      await again.install({ path, home }, { ...nothing, setup }).catch(() => undefined);
      expect(await readdir(outside)).toEqual(['kept']);
      expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('as it was');
      expect(await readFile(join(home, '.npmrc'), 'utf8')).toContain('registry.example.org');
      expect(await readFile(join(home, '.cargo/registry/index'), 'utf8')).toBe('of the caller');
      await Promise.all([path, home, outside, theirs].map((each) => rm(each, { recursive: true })));
    });

    it('sets up another directory by the same commands, with its own HOME', async () => {
      const place = {
        path: await mkdtemp(join(tmpdir(), 'agent-')),
        home: await mkdtemp(join(tmpdir(), 'home-')),
      };
      await runner.install(place, {
        ...nothing,
        setup: [step('/bin/sh', '-c', 'echo x > packages; echo y > "$HOME/cache"')],
      });
      expect([await readdir(place.path), await readdir(place.home)]).toEqual([
        ['packages'],
        expect.arrayContaining(['cache']),
      ]);
      await expect(
        runner.install(place, { ...nothing, setup: [step('false')] }),
      ).rejects.toMatchObject({ code: 'setup-failed' });
    });

    it('takes back what an install script does to tracked files', async () => {
      await put('test.txt', 'honest');
      const setup = [step('/bin/sh', '-c', 'echo weakened > test.txt; echo built > out.txt')];
      await runner.prepare(checkout, { ...nothing, setup });
      expect(await run(shell('cat test.txt out.txt'))).toMatchObject({ logTail: 'honestbuilt\n' });
    });

    it('leaves nothing behind, of a checkout that is gone nor in the end', async () => {
      const shared = process.env.TMPDIR;
      const own = await mkdtemp(join(tmpdir(), 'own-'));
      const gone = { ...checkout, path: await mkdtemp(join(tmpdir(), 'checkout-gone-')) };
      process.env.TMPDIR = own;
      try {
        const another = createCheckRunner({ sandbox: chooseSandbox(options), caller, secrets });
        await another.run(gone, shell('true'), nothing);
        await another.run(checkout, shell('mkdir $HOME/a && chmod 500 $HOME/a'), nothing);
        expect(await readdir(own)).toHaveLength(2);
        await rm(gone.path, { recursive: true });
        await another.tidy();
        expect(await readdir(own)).toHaveLength(1);
        await another[Symbol.asyncDispose]();
        expect(await readdir(own)).toEqual([]);
      } finally {
        if (shared === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = shared;
        await rm(own, { recursive: true });
      }
    });

    it('removes at exit what the last of several checkouts left', async () => {
      const before = process.listenerCount('exit');
      const another = createCheckRunner({ sandbox: chooseSandbox(options), caller, secrets });
      const gone = { ...checkout, path: await mkdtemp(join(tmpdir(), 'checkout-gone-')) };
      await another.run(gone, shell('true'), nothing);
      await rm(gone.path, { recursive: true });
      await another.run(checkout, shell('true'), nothing);
      expect(process.listenerCount('exit')).toBe(before + 1);
      await another[Symbol.asyncDispose]();
      expect(process.listenerCount('exit')).toBe(before);
    });

    it('identifies the environment by commands, lockfiles and versions', async () => {
      await put('lock', '1');
      const environment = (more: object) => ({
        ...nothing,
        setup: [step('node', '--version')],
        lockfiles: ['lock'],
        ...more,
      });
      const digest = async (more: object) =>
        (await runner.prepare(checkout, environment(more))).digest;
      const first = await digest({});
      expect(await digest({})).toBe(first);
      expect(await digest({ variables: { A: '1' } })).not.toBe(first);
      expect(await digest({ setup: [step('node', '-v')] })).not.toBe(first);
      expect(await digest({ lockfiles: ['missing'] })).not.toBe(first);
      await put('lock', '2');
      expect(await digest({})).not.toBe(first);
    });

    it.each([
      [
        'fails',
        ['/bin/sh', '-c', 'echo top-secret is why; exit 4'],
        /exit 4(?:.|\n)*\*\*\* is why/,
      ],
      ['does not exist', ['no-such-installer'], /exit 127/],
    ])('says which step %s', async (_what, argv, message) => {
      const attempt = runner.prepare(checkout, { ...nothing, setup: [step(...argv)] });
      await expect(attempt).rejects.toMatchObject({ code: 'setup-failed' });
      await expect(attempt).rejects.toThrow(message);
    });
  });
}
