import { z } from 'zod';
import { safePath } from '../safe-path.ts';
import { readTextFile, writeTextFile } from '../text-file.ts';
import { changed } from './changed.ts';
import { PathInput } from './path-input.ts';
import { refused, tool } from './tool.ts';

export const editFileTool = tool({
  name: 'edit_file',
  description:
    'Replace one piece of a text file. `old` must occur exactly once, byte for byte (without the line numbers of read_file).',
  input: z.strictObject({
    path: PathInput,
    old: z.string().min(1).describe('text to replace, with enough lines around it to be unique'),
    new: z.string().describe('text to put there'),
  }),
  label: ({ path }) => path,
  async run({ path, old, new: replacement }, { root, permit, harness }) {
    const safe = await safePath(root, path);
    const permission = permit({ tool: 'edit', path: safe.relative });
    if (!permission.ok) return permission;
    const text = await readTextFile(safe);
    const edit = replaceOnce(text, old, replacement);
    if ('problem' in edit) return refused(edit.code, `${safe.relative}: ${edit.problem}`);
    await writeTextFile(safe, edit.text);
    return changed(harness, `edit_file ${safe.relative}`, `Edited ${safe.relative}.`);
  },
});

type Edit = { text: string } | { code: string; problem: string };

/** Replaces the only occurrence. In a file with CRLF line ends, `old` may be given with LF. */
export function replaceOnce(text: string, old: string, replacement: string): Edit {
  const withCrlf = (part: string) => part.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  const crlf = !text.includes(old) && text.includes('\r\n');
  const [wanted, put] = crlf ? [withCrlf(old), withCrlf(replacement)] : [old, replacement];
  if (wanted === put) return { code: 'no-change', problem: '`old` and `new` are the same.' };
  const at = text.indexOf(wanted);
  if (at === -1) return { code: 'not-found', problem: notFound(text, old) };
  const second = text.indexOf(wanted, at + 1);
  if (second !== -1) {
    return {
      code: 'not-unique',
      problem: `\`old\` occurs more than once (lines ${lineOf(text, at)} and ${lineOf(text, second)}). Take in more of the lines around it.`,
    };
  }
  return { text: text.slice(0, at) + put + text.slice(at + wanted.length) };
}

function notFound(text: string, old: string): string {
  const first = old
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  const at = first === undefined ? -1 : text.indexOf(first);
  const hint =
    at === -1
      ? 'Read the file again.'
      : `Its first line stands on line ${lineOf(text, at)}; spacing or what follows differs.`;
  return `\`old\` does not occur. ${hint}`;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
