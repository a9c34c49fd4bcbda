import { z } from 'zod';

/** The typed end of a run. Never silence (design §2). */
export const Outcome = z.enum([
  'delivered',
  'awaiting-approval',
  'handed-back',
  'stuck',
  'over-budget',
  'stale',
  'stopped',
  'infra-failed',
]);
export type Outcome = z.infer<typeof Outcome>;

/** The bot stops at an authority boundary; the five things named in seeds/3. */
export const Handback = z.object({
  found: z.string().min(1).max(4000).describe('what was discovered'),
  blocked: z.string().min(1).max(2000).describe('which part of the contract is blocked'),
  alternatives: z.array(z.string().max(1000)).max(10).describe('numbered for /contract decide <n>'),
  preserved: z.string().max(1000).describe('which workspace state is kept, and where'),
  decision: z.string().min(1).max(1000).describe('the smallest decision that lets work go on'),
});
export type Handback = z.infer<typeof Handback>;
