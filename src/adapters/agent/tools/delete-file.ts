import { lstat, unlink } from 'node:fs/promises';
import { z } from 'zod';
import { safePath } from '../safe-path.ts';
import { changed } from './changed.ts';
import { PathInput } from './path-input.ts';
import { refused, tool } from './tool.ts';

export const deleteFileTool = tool({
  name: 'delete_file',
  description: 'Delete one file. A symbolic link is deleted itself, never what it points to.',
  input: z.strictObject({ path: PathInput }),
  label: ({ path }) => path,
  async run({ path }, { root, permit, harness }) {
    const safe = await safePath(root, path, { allowLink: true });
    const permission = permit({ tool: 'edit', path: safe.relative });
    if (!permission.ok) return permission;
    if (!safe.exists) return refused('not-found', `${safe.relative} does not exist.`);
    if ((await lstat(safe.absolute)).isDirectory()) {
      return refused('is-directory', `${safe.relative} is a directory; delete its files.`);
    }
    await unlink(safe.absolute);
    return changed(harness, `delete_file ${safe.relative}`, `Deleted ${safe.relative}.`);
  },
});
