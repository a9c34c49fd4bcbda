import { z } from 'zod';
import { CompletionStatement } from './completion.ts';
import { Contract } from './contract.ts';
import { Digest } from './scalars.ts';

/** `completion.json` as a run writes it: all that is needed to check the record again, offline. */
export const CompletionFile = z
  .object({
    schemaVersion: z.literal(1),
    statement: CompletionStatement,
    contract: Contract.describe('the contract the record was judged against, whole'),
    digests: z.object({
      contract: Digest.describe('the contract hash'),
      evidence: z.record(z.string(), Digest).describe('by evidence id'),
      amendments: Digest,
      dispositions: Digest,
      statement: Digest,
      record: Digest.describe(
        'of everything above: any changed field shows; whoever can write the file can recompute it',
      ),
    }),
  })
  .describe('Completion record of one task, with the contract it holds for');
export type CompletionFile = z.infer<typeof CompletionFile>;
