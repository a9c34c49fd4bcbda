import type { Actor } from './actor.ts';
import type { BareRepository } from './git/bare-repository.ts';
import type {
  AppRecord,
  CheckRunRecord,
  CheckSuiteRecord,
  CommentRecord,
  DispatchRecord,
  IssueRecord,
  LabelRecord,
  PullIssue,
  RefUpdate,
  RepositoryRecord,
  Role,
  StatusRecord,
  UserRecord,
} from './records.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Webhooks } from './webhooks.ts';

/** Called with the refs a push moves; the push's answer waits for it. */
export type PushHook = (updates: readonly RefUpdate[], actor: Actor) => Promise<void> | void;

/** Everything one embedded GitHub holds: one repository, its people and what they wrote. */
export interface World {
  origin: string;
  readonly clock: () => Date;
  readonly nextId: () => number;
  readonly repository: RepositoryRecord;
  readonly git: BareRepository;
  readonly users: Map<number, UserRecord>;
  readonly roles: Map<number, Role>;
  readonly apps: Map<number, AppRecord>;
  readonly tokens: Map<string, Actor>;
  readonly labels: LabelRecord[];
  readonly issues: Map<number, IssueRecord>;
  readonly comments: Map<number, CommentRecord>;
  readonly checkSuites: CheckSuiteRecord[];
  readonly checkRuns: Map<number, CheckRunRecord>;
  readonly statuses: StatusRecord[];
  readonly dispatches: DispatchRecord[];
  readonly webhooks: Webhooks;
  readonly beforePush: PushHook[];
  readonly afterPush: PushHook[];
}

/** GitHub's timestamps have whole seconds: two edits in one second look the same. */
export function timestamp(world: World): string {
  return world
    .clock()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
}

export function findUser(world: World, login: string): UserRecord | undefined {
  const wanted = login.toLowerCase();
  return [...world.users.values()].find((user) => user.login.toLowerCase() === wanted);
}

export function roleOf(world: World, user: UserRecord): Role {
  return world.roles.get(user.id) ?? 'none';
}

/**
 * The issue or pull request of that number.
 * @throws Refusal 404, 410 for a deleted issue, 301 for a transferred one
 *   (https://docs.github.com/rest/issues/issues#get-an-issue)
 */
export function issueNumbered(world: World, number: number): IssueRecord {
  const issue = world.issues.get(number);
  if (!issue) throw notFound();
  if (issue.gone === 'deleted') throw new Refusal(410, 'This issue was deleted');
  if (issue.gone)
    throw new Refusal(301, 'Moved Permanently', { location: issue.gone.transferredTo });
  return issue;
}

export function isPull(issue: IssueRecord): issue is PullIssue {
  return issue.pull !== undefined;
}

export function pullNumbered(world: World, number: number): PullIssue {
  const issue = issueNumbered(world, number);
  if (!isPull(issue)) throw notFound();
  return issue;
}

export function pulls(world: World): PullIssue[] {
  return [...world.issues.values()].filter(isPull);
}

export function commentsOf(world: World, issue: IssueRecord): CommentRecord[] {
  return [...world.comments.values()].filter((comment) => comment.issue === issue);
}

export function repositoryUrl(world: World): string {
  const { owner, name } = world.repository;
  return `${world.origin}/${owner.login}/${name}`;
}

export function repositoryApiUrl(world: World): string {
  const { owner, name } = world.repository;
  return `${world.origin}/api/v3/repos/${owner.login}/${name}`;
}
