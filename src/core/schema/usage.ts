import { z } from 'zod';

/** What a model used, in tokens; `usd` is an estimate from the price table. */
export const Usage = z.object({
  inputTokens: z.int().nonnegative(),
  cachedTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  usd: z.number().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;
