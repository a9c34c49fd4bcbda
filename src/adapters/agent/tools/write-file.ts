import { z } from 'zod';
import { safePath } from '../safe-path.ts';
import { writeTextFile } from '../text-file.ts';
import { changed } from './changed.ts';
import { PathInput } from './path-input.ts';
import { tool } from './tool.ts';

export const writeFileTool = tool({
  name: 'write_file',
  description: 'Create a text file, or replace one as a whole. For a small change use edit_file.',
  input: z.strictObject({
    path: PathInput,
    content: z.string().max(2_000_000).describe('the whole new content'),
  }),
  label: ({ path }) => path,
  async run({ path, content }, { root, permit, harness }) {
    const safe = await safePath(root, path);
    const permission = permit({ tool: 'edit', path: safe.relative });
    if (!permission.ok) return permission;
    await writeTextFile(safe, content);
    const did = safe.exists ? 'Replaced' : 'Created';
    return changed(harness, `write_file ${safe.relative}`, `${did} ${safe.relative}.`);
  },
});
