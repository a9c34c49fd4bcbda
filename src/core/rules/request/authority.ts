import { type Actor, Role, type Verb } from '../../schema/actor.ts';
import type { Source } from '../../schema/snapshot.ts';

/** Who may do one thing. */
export interface VerbRule {
  /** The least repository role; unknown is `none`, and means no. */
  least: Role;
  /** Whether the issue’s own author may do it on that issue, whatever their role. */
  author: boolean;
  /** What it is asked with, for people. */
  usedBy: string;
}

/**
 * The one table of authority (design §3); docs/authority.md is made from it. GitHub’s triage role may label and close but
 * not change code, so it starts nothing here; stopping is the safe direction, so triage may do that. So may whoever
 * wrote the issue: closing their own issue, which nobody can keep them from, stops the task just the same.
 */
export const AUTHORITY: Readonly<Record<Verb, VerbRule>> = {
  start: {
    least: 'write',
    author: false,
    usedBy:
      'the label, the assignment, `/contract`, `resume`, `replan`, `plan`, `preview`, `verify`, a workflow dispatch',
  },
  amend: {
    least: 'write',
    author: false,
    usedBy: '`/contract amend`, `adopt`, and plain comments that change what must be true',
  },
  approve: { least: 'write', author: false, usedBy: '`/contract approve`' },
  decide: { least: 'write', author: false, usedBy: '`/contract decide`' },
  stop: {
    least: 'triage',
    author: true,
    usedBy: '`/contract stop`; the safe direction, so triage and the issue’s author may',
  },
  ask: { least: 'read', author: true, usedBy: '`status`, `help`' },
};

/** The right each command needs; `adopt` makes somebody’s words a requirement, as `amend` does. */
export const COMMAND_VERB = {
  start: 'start',
  resume: 'start',
  replan: 'start',
  plan: 'start',
  preview: 'start',
  verify: 'start',
  approve: 'approve',
  amend: 'amend',
  adopt: 'amend',
  decide: 'decide',
  stop: 'stop',
  status: 'ask',
  help: 'ask',
  unknown: 'ask',
} as const satisfies Record<string, Verb>;

/** The least role each verb needs. */
export const LEAST_ROLE = Object.fromEntries(
  Object.entries(AUTHORITY).map(([verb, { least }]) => [verb, least]),
) as Readonly<Record<Verb, Role>>;

/** True when `role` includes all that `least` may do. */
export function atLeast(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}

/**
 * The role an actor acts with: a person’s own; an App counts as a writer when the numeric id of its account is allowed,
 * and as nobody otherwise. Bots and deleted accounts never have one, whatever GitHub says of them.
 */
export function effectiveRole(actor: Actor, role: Role, allow: readonly number[]): Role {
  if (actor.kind === 'person') return actor.id > 0 ? role : 'none';
  return actor.kind === 'app' && allow.includes(actor.id) ? 'write' : 'none';
}

/** Whether this actor may do that. `role` is what was asked in this look; unknown is `none`, and means no. */
export function mayDo(verb: Verb, actor: Actor, role: Role, allow: readonly number[]): boolean {
  return atLeast(effectiveRole(actor, role, allow), AUTHORITY[verb].least);
}

/**
 * Whether what a text says may be done: the lower of its author’s and its editor’s authority decides.
 * @param byIssueAuthor the issue’s author wrote it, and nobody else has edited it
 */
export function textMay(
  verb: Verb,
  source: Pick<Source, 'authority'>,
  byIssueAuthor = false,
): boolean {
  const { least, author } = AUTHORITY[verb];
  return (author && byIssueAuthor) || atLeast(source.authority, least);
}

/** Whether a text may become part of the contract: its writers may amend, or someone who may has adopted it as it stood. */
export function isAuthorised(source: Source): boolean {
  return source.adopted || textMay('amend', source);
}
