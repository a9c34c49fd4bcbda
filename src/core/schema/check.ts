import { z } from 'zod';
import { Digest, RepositoryPath } from './scalars.ts';

const Argv = z
  .array(z.string().max(4096))
  .min(1)
  .describe('program and arguments; never a shell line of untrusted text');

/** A file that drafting wrote from the contract alone; laid over the checkout when its check runs, so that the agent cannot edit it. */
export const OracleFile = z.object({
  path: RepositoryPath,
  content: z.string().max(200_000),
  digest: Digest.describe('of content: the test is bound to the contract by it'),
});
export type OracleFile = z.infer<typeof OracleFile>;

const common = {
  id: z
    .string()
    .regex(/^CK-\d+$/)
    .describe('stable within the task, like CK-1'),
  why: z.string().max(500).describe('why this check proves the criterion, in one sentence'),
  origin: z
    .enum(['discovered', 'configuration', 'model', 'issue', 'person'])
    .describe(
      'a command from issue text becomes a check only by approval; a discovered one needs none',
    ),
};

const command = {
  argv: Argv,
  cwd: z.string().default('.').describe('directory relative to the repository root'),
  timeoutSeconds: z.int().positive().max(3600).default(300),
  inputs: z
    .array(z.string())
    .default([])
    .describe('globs of files the result depends on; empty means the whole tree'),
};

/** Left out unless true, so that contracts without it keep their hash. */
const mustFail = z
  .literal(true)
  .optional()
  .describe('it proves that something is gone: it must run and fail, as on the base commit');

/** How one criterion is proved. Run by the harness on a clean checkout, never by the agent’s word. */
export const Check = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    ...command,
    kind: z.literal('command'),
    expectedExit: z.int().min(0).max(255).default(0),
    minimumTests: z
      .int()
      .nonnegative()
      .default(0)
      .describe('fewer executed tests than this is a failure, so 1 refuses "0 tests executed"'),
    oracle: z.array(OracleFile).default([]),
    mustFail,
  }),
  z.object({
    ...common,
    ...command,
    kind: z.literal('named-test'),
    test: z.string().min(1).describe('name that must be reported as passed in the output'),
    oracle: z.array(OracleFile).default([]),
    mustFail,
  }),
  z.object({
    ...common,
    ...command,
    kind: z.literal('same-output'),
    what: z.string().max(200).describe('e.g. "default text output"; argv prints it'),
  }),
  z.object({
    ...common,
    kind: z.literal('unchanged-paths'),
    globs: z.array(z.string()).min(1).describe('files the diff from base to result may not touch'),
  }),
  z.object({
    ...common,
    kind: z.literal('review'),
    question: z
      .string()
      .min(1)
      .max(1000)
      .describe('answered by an independent reviewer with a structured verdict'),
  }),
]);
export type Check = z.infer<typeof Check>;
export type CommandCheck = Extract<Check, { argv: string[] }>;
