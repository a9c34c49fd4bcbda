import { z } from 'zod';
import { Digest } from './scalars.ts';
import { SourceId } from './snapshot.ts';

/** What happened to one source between two looks. */
export const SourceChange = z.object({
  source: SourceId,
  change: z.enum(['added', 'edited', 'deleted']),
  contentHash: Digest.nullable().describe('of the text now; null when deleted'),
});
export type SourceChange = z.infer<typeof SourceChange>;

/** What became of one comment, edit or deletion. Everyone has exactly one (design §1). */
export const Disposition = z.object({
  ...SourceChange.shape,
  author: z.string().describe('login, shown without a live mention'),
  outcome: z.enum([
    'no-effect',
    'amendment',
    'plan-invalidated',
    'evidence-invalidated',
    'handback',
    'question',
    'not-authorised',
    'own-comment',
  ]),
  contractVersion: z.int().nonnegative().describe('version it led to, or that was current'),
  reason: z.string().max(1000),
  quote: z
    .string()
    .max(500)
    .nullable()
    .describe('the words it turned on, or a suggestion shown quoted'),
});
export type Disposition = z.infer<typeof Disposition>;
