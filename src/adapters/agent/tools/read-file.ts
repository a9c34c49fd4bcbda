import { z } from 'zod';
import { safePath } from '../safe-path.ts';
import { readTextFile } from '../text-file.ts';
import { PathInput } from './path-input.ts';
import { ok, refused, tool } from './tool.ts';

const DEFAULT_LINES = 400;
const MAXIMUM_LINE_CHARACTERS = 1000;
const MAXIMUM_CHARACTERS = 24_000;

export const readFileTool = tool({
  name: 'read_file',
  description: `Read a text file, with line numbers. Shows ${DEFAULT_LINES} lines from \`from\` unless \`to\` is given.`,
  input: z.strictObject({
    path: PathInput,
    from: z.int().positive().optional().describe('first line, 1-based'),
    to: z.int().positive().optional().describe('last line'),
  }),
  label: ({ path }) => path,
  async run({ path, from = 1, to = from + DEFAULT_LINES - 1 }, { root, permit, mask }) {
    const safe = await safePath(root, path);
    const permission = permit({ tool: 'read', path: safe.relative });
    if (!permission.ok) return permission;
    // As a whole: half of a key looks like nothing.
    const lines = (await mask(await readTextFile(safe))).split('\n');
    if (lines.at(-1) === '') lines.pop();
    if (lines.length === 0) return ok(`${safe.relative} is empty.`);
    if (from > lines.length) {
      return refused('past-the-end', `${safe.relative} has ${lines.length} lines.`);
    }
    return ok(showLines(lines, from, Math.min(to, lines.length)));
  },
});

/** Numbered lines within the caps, and where to read on. */
function showLines(lines: string[], from: number, to: number): string {
  const shown: string[] = [];
  let size = 0;
  let next = from;
  for (; next <= to; next += 1) {
    const line = lines[next - 1] ?? '';
    const cut =
      line.length > MAXIMUM_LINE_CHARACTERS
        ? `${line.slice(0, MAXIMUM_LINE_CHARACTERS).toWellFormed()}… [${line.length} characters]`
        : line;
    size += cut.length + 8;
    if (size > MAXIMUM_CHARACTERS && shown.length > 0) break;
    shown.push(`${next}\t${cut}`);
  }
  if (next <= lines.length) {
    shown.push(`[lines ${next} to ${lines.length} not shown: read_file with from ${next}]`);
  }
  return shown.join('\n');
}
