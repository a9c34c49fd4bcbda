import { lstat, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Sandbox } from '../../../ports.ts';
import { FileRefusal, type SafePath, safePath } from '../safe-path.ts';
import { walk } from '../walk.ts';
import { PathInput } from './path-input.ts';
import { ok, refused, tool } from './tool.ts';

const MAXIMUM_HITS = 100;
const MAXIMUM_LINE_CHARACTERS = 300;
const MAXIMUM_SCANNED_BYTES = 64 * 1024 * 1024;
const MAXIMUM_FILE_BYTES = 1024 * 1024;

export const searchTool = tool({
  name: 'search',
  description: `Find lines that contain a text, at most ${MAXIMUM_HITS}. Literal unless \`regex\` is true.`,
  input: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .max(500)
      .refine((p) => !p.includes('\0'), 'must not contain NUL'),
    regex: z
      .boolean()
      .optional()
      .describe('read pattern as a regular expression (no backtracking)'),
    path: PathInput.optional().describe('directory or file to search in'),
  }),
  label: ({ pattern }) => pattern.slice(0, 80),
  async run({ pattern, regex = false, path = '.' }, { root, permit, sandbox }) {
    const safe = await safePath(root, path);
    const permission = permit({ tool: 'search', pattern });
    if (!permission.ok) return permission;
    if (!safe.exists) throw new FileRefusal('not-found', `${safe.relative} does not exist.`);
    if (!regex && pattern.includes('\n')) {
      return refused('bad-pattern', 'A pattern is found within one line; search its first line.');
    }
    const found = await ripgrep(sandbox, root, safe, pattern, regex);
    if (found !== null) return found;
    if (regex) {
      // JavaScript's own engine backtracks: a hostile pattern or file could hang it.
      return refused(
        'no-regex',
        'No regular expressions here (ripgrep is missing): search a text.',
      );
    }
    return ok(show(await scan(safe, pattern)));
  },
});

/** Runs ripgrep in the sandbox, whose engine is linear; null when there is none. */
async function ripgrep(
  sandbox: Sandbox,
  root: string,
  safe: SafePath,
  pattern: string,
  regex: boolean,
) {
  const options = [
    '--no-config',
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--color=never',
    '--sort=path',
    '--hidden',
    '--glob=!.git',
    '--max-filesize=1M',
    `--max-columns=${MAXIMUM_LINE_CHARACTERS}`,
    '--max-columns-preview',
    ...(regex ? [] : ['--fixed-strings']),
  ];
  const result = await sandbox.run({
    argv: ['rg', ...options, `--regexp=${pattern}`, '--', `./${safe.relative}`],
    root,
    cwd: '.',
    timeoutSeconds: 30,
    network: 'none',
    variables: {},
  });
  // Exit code 1 with words is not ripgrep's "nothing found" but a launcher's "no such program".
  if (result.exitCode === 0 || (result.exitCode === 1 && result.output === '')) {
    const lines = result.output.split('\n').filter((line) => line !== '');
    return ok(show(lines.map((line) => line.replace(/^\.\/(?:\.\/)?/, ''))));
  }
  if (result.exitCode === 2 && regex) return refused('bad-pattern', result.output.slice(0, 500));
  return null;
}

/** A plain linear scan, for hosts without ripgrep. */
async function scan(safe: SafePath, pattern: string): Promise<string[]> {
  const hits: string[] = [];
  let scanned = 0;
  for await (const { path, absolute } of filesOf(safe)) {
    const { size } = await lstat(absolute);
    if (size > MAXIMUM_FILE_BYTES) continue;
    scanned += size;
    if (scanned > MAXIMUM_SCANNED_BYTES) {
      hits.push('[searched 64 MB and stopped: name a directory]');
      break;
    }
    const text = await readFile(absolute, 'utf8');
    if (text.includes('\0') || !text.includes(pattern)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      if (line.includes(pattern)) {
        hits.push(`${path}:${index + 1}:${line.slice(0, MAXIMUM_LINE_CHARACTERS).toWellFormed()}`);
      }
    }
    if (hits.length > MAXIMUM_HITS) break;
  }
  return hits;
}

async function* filesOf(safe: SafePath): AsyncGenerator<{ path: string; absolute: string }> {
  const found = await lstat(safe.absolute);
  if (found.isFile()) yield { path: safe.relative, absolute: safe.absolute };
  if (!found.isDirectory()) return;
  for await (const entry of walk(safe.absolute, safe.relative, 50)) {
    if (entry.kind === 'file') yield entry;
  }
}

function show(lines: string[]): string {
  if (lines.length === 0) return 'Nothing found.';
  const shown = lines.slice(0, MAXIMUM_HITS);
  if (lines.length > MAXIMUM_HITS) shown.push('[more hits not shown: narrow the text or the path]');
  return shown.join('\n');
}
