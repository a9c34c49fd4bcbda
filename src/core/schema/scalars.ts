import { z } from 'zod';

/** SHA-256 in lower-case hex, 64 characters: the digest of canonical JSON or of text. */
export const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')
  .describe('SHA-256, 64 lower-case hex characters');
export type Digest = z.infer<typeof Digest>;

/** A git object id: SHA-1 (40) or SHA-256 (64) hex. */
export const GitSha = z
  .string()
  .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'a full git object id')
  .describe('full git object id in hex');
export type GitSha = z.infer<typeof GitSha>;

/** A moment as ISO 8601 in UTC. GitHub's have whole seconds: never order two events by them. */
export const Timestamp = z.iso.datetime({ offset: true }).describe('ISO 8601 moment');
export type Timestamp = z.infer<typeof Timestamp>;

/** The number in an issue's URL. Pull requests share the series. */
export const IssueNumber = z.int().positive().describe('issue number as in its URL');

/** A path inside the repository: relative, `/` separators, never `..`. */
export const RepositoryPath = z
  .string()
  .min(1)
  .refine((p) => !p.startsWith('/') && !p.split('/').includes('..'), 'a path inside the repository')
  .describe('path relative to the repository root');
