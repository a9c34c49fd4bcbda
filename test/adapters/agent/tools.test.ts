import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../../../src/adapters/agent/call-tool.ts';
import { ToolOutputs } from '../../../src/adapters/agent/tool-outputs.ts';
import { replaceOnce } from '../../../src/adapters/agent/tools/edit-file.ts';
import { toolsFor } from '../../../src/adapters/agent/tools/tool-table.ts';
import { directSandbox, emptySandbox } from './support/direct-sandbox.ts';
import { RecordingHarness } from './support/recording-harness.ts';
import { CONTRACT, WorkPlace } from './support/work-place.ts';

const outside = mkdtempSync(join(tmpdir(), 'outside-'));
let place: WorkPlace;
let harness: RecordingHarness;
let outputs: ToolOutputs;

beforeEach(() => {
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  place?.[Symbol.dispose]();
  place = new WorkPlace({
    'src/a.js': 'one\ntwo\nthree\n',
    'src/b.txt': 'needle here\nnothing\n',
    'docs/guide.md': 'A needle, too.\n',
  });
  harness = new RecordingHarness(place.path);
  outputs = new ToolOutputs();
});
afterAll(() => {
  place[Symbol.dispose]();
  rmSync(outside, { recursive: true });
});

async function call(name: string, input: object, sandbox = directSandbox) {
  const context = {
    root: place.path,
    home: place.home,
    contract: CONTRACT,
    harness,
    sandbox,
    outputs,
    mask: async (text: string) =>
      text.replaceAll(/s3cret\n?line/g, (found) => (found.includes('\n') ? '***\n***' : '***')),
  };
  return (await callTool({ name, input, unreadable: false }, toolsFor('interleaved'), context))
    .outcome;
}

describe('no path leads out of the worktree', () => {
  const paths: [string, string][] = [
    ['..', '../secret.txt'],
    ['.. further in', 'src/../../secret.txt'],
    ['an absolute path', join(outside, 'secret.txt')],
    ['a Windows path', 'C:/secret.txt'],
    ['a link to a directory', 'out/secret.txt'],
    ['a link to a file', 'leak.txt'],
    ['a link to a link', 'chain/secret.txt'],
    ['a link in the middle', 'src/up/../secret.txt'],
    ['a new file behind a link', 'out/new.txt'],
    ['a new directory behind a link', 'out/deep/new.txt'],
    ['a dangling link', 'dangling.txt'],
    ['below a dangling link', 'dangling.txt/x'],
    ['.git', '.git/config'],
    ['.git in capitals', '.GIT/config'],
    ['.git with a trailing dot', '.git./config'],
    ['.git of a nested repository', 'src/.git/hooks/x'],
    ['.git through a link', 'repository/config'],
    ['a link itself', 'out'],
    ['a link to .git itself', 'repository'],
    ['a NUL', 'src/a.js\0.txt'],
  ];
  beforeEach(() => {
    symlinkSync(outside, join(place.path, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(place.path, 'leak.txt'));
    symlinkSync('out', join(place.path, 'chain'));
    symlinkSync(outside, join(place.path, 'src', 'up'));
    symlinkSync(join(outside, 'absent'), join(place.path, 'dangling.txt'));
    symlinkSync('.git', join(place.path, 'repository'));
  });

  const tools: [string, object][] = [
    ['read_file', {}],
    ['edit_file', { old: 'secret', new: 'x' }],
    ['write_file', { content: 'x' }],
    ['list_files', {}],
    ['search', { pattern: 'secret' }],
    ['delete_file', {}],
  ];
  it.each(paths)('by %s', async (_name, path) => {
    const config = place.read('.git/config');
    for (const [name, input] of tools) {
      const outcome = await call(name, { path, ...input });
      // A link itself may be deleted; what it points to may not.
      const linkDeleted = name === 'delete_file' && !path.includes('/') && outcome.ok;
      expect(outcome.ok, `${name} ${outcome.text}`).toBe(linkDeleted);
      expect(outcome.text).not.toMatch(/^1\tsecret|secret\.txt$|^config$/m);
    }
    expect(place.read('.git/config')).toBe(config);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(outside, 'new.txt')) || existsSync(join(outside, 'deep'))).toBe(false);
  });

  it('by the working directory of a command', async () => {
    for (const cwd of ['..', '/', 'out', '.git', 'absent', 'src/a.js']) {
      expect(await call('run', { argv: ['pwd'], cwd })).toMatchObject({ ok: false });
    }
  });

  it('by search without a path, or a listing', async () => {
    expect((await call('search', { pattern: 'secret' })).text).toBe('Nothing found.');
    expect((await call('search', { pattern: 'secret' }, emptySandbox)).text).toBe('Nothing found.');
    expect((await call('list_files', {})).text).not.toContain('secret');
  });

  it('and the harness is asked about where a path really is', async () => {
    symlinkSync('src', join(place.path, 'alias'));
    await call('edit_file', { path: 'alias/a.js', old: 'two', new: '2' });
    expect(harness.permitted).toEqual([{ tool: 'edit', path: 'src/a.js' }]);
    expect(place.read('src/a.js')).toBe('one\n2\nthree\n');
  });

  it('for any spelling made of the dangerous pieces', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '',
      'out',
      'src',
      'up',
      '.git',
      '.Git',
      'secret.txt',
      'chain',
      '\\',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), async (pieces) => {
        const outcome = await call('read_file', { path: pieces.join('/') || '.' });
        expect(outcome.text).not.toContain('1\tsecret');
      }),
      { numRuns: 200 },
    );
  });
});

describe('files', () => {
  it('are read by ranges, with a pointer to the rest', async () => {
    place.write('long.txt', Array.from({ length: 1000 }, (_, n) => `line ${n + 1}`).join('\n'));
    const first = await call('read_file', { path: 'long.txt', from: 5, to: 6 });
    expect(first.text).toBe(
      '5\tline 5\n6\tline 6\n[lines 7 to 1000 not shown: read_file with from 7]',
    );
    const page = await call('read_file', { path: 'long.txt' });
    expect(page.text).toContain('[lines 401 to 1000 not shown');
    expect(await call('read_file', { path: 'long.txt', from: 1001 })).toMatchObject({ ok: false });
  });

  it('of any size and shape cannot flood the conversation', async () => {
    place.write('wide.txt', `${'x'.repeat(900_000)}\n`.repeat(3));
    expect((await call('read_file', { path: 'wide.txt' })).text.length).toBeLessThan(5000);
    place.write('many.txt', `${'y'.repeat(900)}\n`.repeat(3000));
    expect((await call('read_file', { path: 'many.txt' })).text.length).toBeLessThan(26_000);
  });

  it('a secret is taken out of a file as a whole, wherever reading begins, and out of every reply', async () => {
    writeFileSync(join(place.path, 'key.txt'), 'one\ns3cret\nline\nlast\n');
    expect((await call('read_file', { path: 'key.txt', from: 3 })).text).toBe('3\t***\n4\tlast');
    writeFileSync(join(place.path, 'name-s3cretline'), '');
    expect((await call('list_files', {})).text).toContain('name-***');
    const { text } = await call('search', { pattern: 's3cretline' }, emptySandbox);
    expect(text).not.toContain('s3cret');
    // What stands in the file is left as it is.
    await call('edit_file', { path: 'key.txt', old: 'last', new: 'end' });
    expect(readFileSync(join(place.path, 'key.txt'), 'utf8')).toBe('one\ns3cret\nline\nend\n');
  });

  it('that are no text are refused, not spoiled', async () => {
    writeFileSync(join(place.path, 'image.png'), Buffer.from([137, 80, 0, 1]));
    writeFileSync(join(place.path, 'latin.txt'), Buffer.from([0x63, 0xe9]));
    execFileSync('mkfifo', [join(place.path, 'pipe')]);
    for (const [path, code] of [
      ['image.png', 'binary'],
      ['latin.txt', 'not-utf8'],
      ['pipe', 'special-file'],
      ['src', 'is-directory'],
      ['none', 'not-found'],
    ] as const) {
      expect(await call('read_file', { path })).toMatchObject({ ok: false, code });
      expect(await call('edit_file', { path, old: 'c', new: 'd' })).toMatchObject({
        ok: false,
        code,
      });
    }
    expect(await call('write_file', { path: 'pipe', content: '' })).toMatchObject({ ok: false });
    expect(await call('write_file', { path: 'src', content: '' })).toMatchObject({ ok: false });
    expect(await call('write_file', { path: 'src/a.js/x', content: '' })).toMatchObject({
      ok: false,
    });
  });

  it('are created with their directories, replaced with their mode, and deleted', async () => {
    await call('write_file', { path: 'new/deep/x.sh', content: 'a' });
    chmodSync(join(place.path, 'new/deep/x.sh'), 0o755);
    await call('write_file', { path: 'new/deep/x.sh', content: 'b' });
    expect(place.read('new/deep/x.sh')).toBe('b');
    expect(statSync(join(place.path, 'new/deep/x.sh')).mode & 0o777).toBe(0o755);
    expect((await call('delete_file', { path: 'new/deep/x.sh' })).text).toContain('CP-3');
    expect(await call('delete_file', { path: 'new/deep/x.sh' })).toMatchObject({ ok: false });
    expect(await call('delete_file', { path: 'src' })).toMatchObject({ code: 'is-directory' });
  });

  it('shared with the outside by a hard link are not written through', async () => {
    linkSync(join(outside, 'secret.txt'), join(place.path, 'store.txt'));
    await call('write_file', { path: 'store.txt', content: 'mine' });
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('keep their byte order mark and CRLF line ends when edited', async () => {
    place.write('dos.txt', '\uFEFFa\r\nb\r\nc\r\n');
    await call('edit_file', { path: 'dos.txt', old: 'a\nb', new: 'A\nB' });
    expect(place.read('dos.txt')).toBe('\uFEFFA\r\nB\r\nc\r\n');
  });
});

describe('replaceOnce', () => {
  it('puts the new text in literally, where the old was, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (head, old, put, tail) => {
          const text = head + old + tail;
          fc.pre(
            old !== put && text.indexOf(old) === text.lastIndexOf(old) && !text.includes('\r'),
          );
          expect(replaceOnce(text, old, put)).toEqual({ text: head + put + tail });
        },
      ),
    );
    expect(replaceOnce('a $1 b', '$1', "$& $' $`")).toEqual({ text: "a $& $' $` b" });
  });

  it('sees an overlap as a second place', () => {
    expect(replaceOnce('aaa', 'aa', 'b')).toMatchObject({ code: 'not-unique' });
  });
});

describe('search', () => {
  it.each([
    ['ripgrep', directSandbox],
    ['the plain scan', emptySandbox],
  ] as const)('finds literal text with %s', async (_name, sandbox) => {
    place.write('src/c.js', 'a.b(c)[\naxb\n');
    const found = await call('search', { pattern: 'needle' }, sandbox);
    expect(found.text).toBe('docs/guide.md:1:A needle, too.\nsrc/b.txt:1:needle here');
    const inside = await call('search', { pattern: 'needle', path: 'src' }, sandbox);
    expect(inside.text).toBe('src/b.txt:1:needle here');
    expect((await call('search', { pattern: 'a.b(c)[' }, sandbox)).text).toBe('src/c.js:1:a.b(c)[');
    expect((await call('search', { pattern: '--files' }, sandbox)).text).toBe('Nothing found.');
  });

  it('takes a regular expression only where the engine is linear', async () => {
    const input = { pattern: 'need.e\\b', regex: true };
    expect((await call('search', input)).text).toContain('src/b.txt:1');
    expect(await call('search', input, emptySandbox)).toMatchObject({ code: 'no-regex' });
    expect(await call('search', { pattern: '(', regex: true })).toMatchObject({
      code: 'bad-pattern',
    });
  });
});

describe('run', () => {
  it('takes arguments as they are: no shell', async () => {
    const { text } = await call('run', { argv: ['printf', '%s', '$(id); `id` && x'] });
    expect(text).toBe('Exit code 0.\n$(id); `id` && x');
  });

  it.each([[['']], [['ls', 'a\0b']], [[]]])('refuses %j as arguments', async (argv) => {
    expect(await call('run', { argv })).toMatchObject({ code: 'bad-arguments' });
  });

  it('says what it changed', async () => {
    const { text } = await call('run', { argv: ['sh', '-c', 'echo x > made.txt; exit 3'] });
    expect(text).toBe('Exit code 3. Checkpoint CP-1: made.txt.\n(no output)');
  });

  it('keeps long output aside, to be read on', async () => {
    const { text } = await call('run', { argv: ['seq', '1', '20000'] });
    expect(text.length).toBeLessThan(11_000);
    expect(text).toMatch(/^Exit code 0\.\n1\n2\n/);
    expect(text).toMatch(/20000$/);
    expect(text).toContain('read_output {"id": "out-1"}');
    const page = await call('read_output', { id: 'out-1', offset: 50_000 });
    expect(page.text).toMatch(/^\d+\n[\s\S]*\[more from offset 62000 of /);
    expect(await call('read_output', { id: 'out-9' })).toMatchObject({ ok: false });
  });
});
