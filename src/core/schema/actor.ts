import { z } from 'zod';

/** What GitHub calls `role_name`; `none` also stands for "could not be read" (design §3: unknown means no). */
export const Role = z
  .enum(['none', 'read', 'triage', 'write', 'maintain', 'admin'])
  .describe('repository role, from the permission look-up, never from author_association');
export type Role = z.infer<typeof Role>;

/** Who did something on GitHub. The numeric id is the identity; the login is for people to read. */
export const Actor = z.object({
  id: z.int().nonnegative().describe('numeric GitHub id; 0 when the account was deleted'),
  login: z.string().max(100).describe('login at the time; shown, never compared'),
  kind: z
    .enum(['person', 'app', 'bot', 'deleted'])
    .describe('from GitHub’s type, never from a [bot] suffix'),
});
export type Actor = z.infer<typeof Actor>;

/** What a person asks the bot to do; each needs a role (rules/authority.ts). */
export const Verb = z.enum(['start', 'amend', 'approve', 'decide', 'stop', 'ask']);
export type Verb = z.infer<typeof Verb>;
