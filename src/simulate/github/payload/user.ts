import { nodeId } from '../node-id.ts';
import type { UserRecord } from '../records.ts';
import type { World } from '../world.ts';

export type Json = Record<string, unknown>;

/** Who stands for every account that was deleted, on GitHub too. */
const ghost: UserRecord = {
  id: 10_137,
  login: 'ghost',
  type: 'User',
  createdAt: '2008-05-13T06:14:25Z',
};

/** A "simple user": how people, bots and organisations appear everywhere. */
export function userPayload(world: World, written: UserRecord): Json {
  const user = written.deleted ? ghost : written;
  const url = `${world.origin}/api/v3/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId(user.type, user.id),
    avatar_url: `${world.origin}/avatars/u/${user.id}`,
    gravatar_id: '',
    url,
    html_url: userPage(world, user),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

export function userPage(world: World, user: UserRecord): string {
  const name = user.login.replace(/\[bot\]$/, '');
  return `${world.origin}/${user.type === 'Bot' ? `apps/${name}` : name}`;
}

export function nullableUserPayload(world: World, user: UserRecord | null): Json | null {
  return user && userPayload(world, user);
}

/** The organisation that owns the repository, as webhooks name it. */
export function organizationPayload(world: World, organization: UserRecord): Json {
  const url = `${world.origin}/api/v3/orgs/${organization.login}`;
  return {
    login: organization.login,
    id: organization.id,
    node_id: nodeId('Organization', organization.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${world.origin}/avatars/u/${organization.id}`,
    description: null,
  };
}

/** What `GET /users/{login}` adds to the simple user. */
export function publicUserPayload(world: World, user: UserRecord): Json {
  return {
    ...userPayload(world, user),
    name: user.login,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.createdAt,
    updated_at: user.createdAt,
  };
}
