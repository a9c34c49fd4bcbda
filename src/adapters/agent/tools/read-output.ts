import { z } from 'zod';
import { ok, refused, tool } from './tool.ts';

export const readOutputTool = tool({
  name: 'read_output',
  description: 'Read on in a tool output that was shortened.',
  input: z.strictObject({
    id: z.string().max(20).describe('as named where it was shortened, like out-1'),
    offset: z.int().nonnegative().optional().describe('first character; default 0'),
  }),
  label: ({ id }) => id,
  async run({ id, offset = 0 }, { outputs }) {
    const page = outputs.page(id, offset);
    return page === null ? refused('not-found', `No output ${id} is kept.`) : ok(page);
  },
});
