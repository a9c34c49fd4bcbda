import { z } from 'zod';

/** A path as a model gives it; where it leads is decided by `safePath`. */
export const PathInput = z
  .string()
  .min(1)
  .max(1024)
  .describe('path relative to the worktree, with /');
