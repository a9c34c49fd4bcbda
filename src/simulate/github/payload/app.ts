import { nodeId } from '../node-id.ts';
import type { AppRecord } from '../records.ts';
import type { World } from '../world.ts';
import { type Json, userPayload } from './user.ts';

/** A GitHub App as it stands in check runs and in what it wrote. */
export function appPayload(world: World, app: AppRecord): Json {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('App', app.id),
    owner: userPayload(world, world.repository.owner),
    name: app.name,
    description: '',
    external_url: `${world.origin}/apps/${app.slug}`,
    html_url: `${world.origin}/apps/${app.slug}`,
    created_at: world.repository.createdAt,
    updated_at: world.repository.createdAt,
    permissions: app.permissions,
    events: [],
  };
}

export function nullableAppPayload(world: World, app: AppRecord | undefined): Json | null {
  return app ? appPayload(world, app) : null;
}

/** The installation of an app on the owner's account. */
export function installationPayload(world: World, app: AppRecord): Json {
  const { owner, createdAt } = world.repository;
  return {
    id: app.installationId,
    account: userPayload(world, owner),
    repository_selection: 'selected',
    access_tokens_url: `${world.origin}/api/v3/app/installations/${app.installationId}/access_tokens`,
    repositories_url: `${world.origin}/api/v3/installation/repositories`,
    html_url: `${world.origin}/settings/installations/${app.installationId}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: owner.id,
    target_type: owner.type,
    permissions: app.permissions,
    events: [],
    created_at: createdAt,
    updated_at: createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
