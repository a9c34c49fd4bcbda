import { z } from 'zod';
import { FileRefusal, safePath } from '../safe-path.ts';
import { walk } from '../walk.ts';
import { PathInput } from './path-input.ts';
import { ok, tool } from './tool.ts';

const MAXIMUM_ENTRIES = 300;

export const listFilesTool = tool({
  name: 'list_files',
  description: `List files below a directory, at most ${MAXIMUM_ENTRIES}. .git and node_modules are left out.`,
  input: z.strictObject({
    path: PathInput.optional(),
    depth: z.int().positive().max(20).optional().describe('how many levels down; default 3'),
  }),
  label: ({ path }) => path ?? '.',
  async run({ path = '.', depth = 3 }, { root, permit }) {
    const safe = await safePath(root, path);
    const permission = permit({ tool: 'search', pattern: `files in ${safe.relative}` });
    if (!permission.ok) return permission;
    if (!safe.exists) throw new FileRefusal('not-found', `${safe.relative} does not exist.`);
    const shown: string[] = [];
    for await (const entry of walk(safe.absolute, safe.relative, depth)) {
      if (shown.length === MAXIMUM_ENTRIES) {
        shown.push('[more files not shown: name a subdirectory]');
        break;
      }
      shown.push(entry.kind === 'directory' ? `${entry.path}/` : entry.path);
    }
    return ok(shown.length === 0 ? 'No files.' : shown.join('\n'));
  },
});
