import { createComment } from './actions/comments.ts';
import { actionsAppId, record } from './actions/events.ts';
import { openIssue, updateIssue } from './actions/issues.ts';
import type { NamedActor } from './actor.ts';
import type { BareRepository } from './git/bare-repository.ts';
import type { AppRecord, TokenPermissions, UserRecord } from './records.ts';
import type { AppSeed, EmbeddedGitHubSeed, IssueSeed } from './seed.ts';
import { Webhooks } from './webhooks.ts';
import { findUser, type World } from './world.ts';

/** GitHub Actions' own app, and the account GITHUB_TOKEN acts in the name of. */
const actionsBotId = 41_898_282;
const all: TokenPermissions = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'write',
};

/** The state an embedded GitHub begins with: people, apps and labels, but no issue yet. */
export function createWorld(
  seed: EmbeddedGitHubSeed,
  git: BareRepository,
  clock: () => Date,
): World {
  let lastId = 1_000_000_000;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const createdAt = clock()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
  const user = (login: string, type: UserRecord['type'], id = nextId()): UserRecord => ({
    id,
    login,
    type,
    createdAt,
  });
  const people = seed.people.map((p) => ({
    role: p.permission,
    user: user(p.login, p.type ?? 'User', p.id),
  }));
  const { owner, name, defaultBranch = 'main', protectedBranches = [] } = seed.repository;
  const owning =
    people.find((p) => p.user.login.toLowerCase() === owner.toLowerCase())?.user ??
    user(owner, 'Organization');
  const actions = {
    id: actionsAppId,
    slug: 'github-actions',
    name: 'GitHub Actions',
    permissions: all,
  };
  const apps = [actions, ...(seed.apps ?? [])].map((app) =>
    appRecord(
      app,
      user(`${app.slug}[bot]`, 'Bot', app === actions ? actionsBotId : nextId()),
      nextId(),
    ),
  );
  const users = [owning, ...people.map((p) => p.user), ...apps.map((app) => app.bot)];
  return {
    origin: '',
    clock,
    nextId,
    git,
    repository: {
      id: nextId(),
      owner: owning,
      name,
      defaultBranch,
      private: seed.repository.private ?? false,
      createdAt,
      pushedAt: createdAt,
      protectedBranches: new Set(protectedBranches),
      actionsMayCreatePulls: seed.repository.actionsMayCreatePulls ?? true,
    },
    users: new Map(users.map((u) => [u.id, u])),
    roles: new Map(people.map((p) => [p.user.id, p.role])),
    apps: new Map(apps.map((app) => [app.id, app])),
    tokens: new Map(),
    labels: (seed.labels ?? []).map((label) => ({
      id: nextId(),
      name: label,
      color: 'ededed',
      description: null,
    })),
    issues: new Map(),
    comments: new Map(),
    checkSuites: [],
    checkRuns: new Map(),
    statuses: [],
    dispatches: [],
    webhooks: new Webhooks(),
    beforePush: [],
    afterPush: [],
  };
}

function appRecord(app: AppSeed, bot: UserRecord, installationId: number): AppRecord {
  const { id, slug, permissions, publicKey } = app;
  const name = app.name ?? slug;
  return { id, slug, name, permissions, bot, installationId, ...(publicKey && { publicKey }) };
}

/** Opens the issues of the seed; nobody listens yet, so nobody hears of them. */
export async function seedIssues(world: World, issues: readonly IssueSeed[]): Promise<void> {
  for (const seed of issues) {
    const author = as(world, seed.author);
    const issue = await openIssue(world, author, {
      title: seed.title,
      body: seed.body ?? null,
    });
    for (const name of seed.labels ?? []) {
      let label = world.labels.find((known) => known.name === name);
      if (!label) {
        label = { id: world.nextId(), name, color: 'ededed', description: null };
        world.labels.push(label);
      }
      issue.labels.push(label);
      record(world, author, issue, 'labeled', { label: { name, color: label.color } });
    }
    issue.assignees.push(...(seed.assignees ?? []).map((login) => as(world, login).user));
    for (const { author, body } of seed.comments ?? []) {
      createComment(world, as(world, author), issue, body);
    }
    if (seed.state === 'closed') await updateIssue(world, author, issue, { state: 'closed' });
    issue.locked = seed.locked ?? false;
  }
  world.webhooks.emitted.length = 0;
}

/** A person of the seed as the one who acts. @throws Error for a login the seed does not name */
export function as(world: World, login: string): NamedActor {
  const user = findUser(world, login);
  if (!user) throw new Error(`the embedded GitHub knows nobody called "${login}"`);
  return { kind: 'person', user };
}
