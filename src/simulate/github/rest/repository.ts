import { isAssignable } from '../actions/assignees.ts';
import { repositoryPayload } from '../payload/repository.ts';
import { publicUserPayload, userPayload } from '../payload/user.ts';
import { effectiveRole, legacyPermission, mayRead, mayWrite, roleAtLeast } from '../permissions.ts';
import type { Role } from '../records.ts';
import { notFound, Refusal } from '../refusal.ts';
import { findUser, roleOf, type World } from '../world.ts';
import { type Api, type ApiContext, input, page } from './context.ts';

/** The repository, its people, and who the caller is. */
export function repositoryRoutes(api: Api, world: World): void {
  api.get('/user', (c) => {
    const actor = c.get('actor');
    if (actor.kind === 'anonymous') throw new Refusal(401, 'Requires authentication');
    if (actor.kind !== 'person') throw new Refusal(403, 'Resource not accessible by integration');
    return c.json(publicUserPayload(world, actor.user));
  });
  api.get('/users/:login', (c) => {
    const user = findUser(world, c.req.param('login'));
    if (!user) throw notFound();
    return c.json(publicUserPayload(world, user));
  });
  api.get('/repos/:owner/:repo', (c) => c.json(fullRepository(world, c)));
  api.get('/repos/:owner/:repo/collaborators/:login/permission', (c) => {
    mayAskForRoles(world, c);
    const user = findUser(world, c.req.param('login'));
    if (!user) throw notFound();
    return c.json(permissionPayload(world, user));
  });
  api.get('/repos/:owner/:repo/collaborators', (c) => {
    mayAskForRoles(world, c);
    const users = [...world.users.values()].filter((user) => roleOf(world, user) !== 'none');
    const collaborators = page(c, users).items.map((user) => {
      const role = roleOf(world, user);
      return { ...userPayload(world, user), permissions: rights(role), role_name: role };
    });
    return c.json(collaborators);
  });
  api.get('/repos/:owner/:repo/assignees', (c) => {
    const users = [...world.users.values()].filter((user) => isAssignable(world, user));
    return c.json(page(c, users).items.map((user) => userPayload(world, user)));
  });
  api.get('/repos/:owner/:repo/assignees/:login', (c) => {
    const user = findUser(world, c.req.param('login'));
    if (!user || !isAssignable(world, user)) throw notFound();
    return c.body(null, 204);
  });
  dispatchRoutes(api, world);
}

/** Asking for somebody's role takes push access, or an app's `metadata`. */
function mayAskForRoles(world: World, c: ApiContext): void {
  const actor = c.get('actor');
  mayRead(world, actor, 'metadata');
  if (actor.kind === 'installation') return;
  const refusal = new Refusal(403, 'Must have push access to view collaborator permission.');
  mayWrite(world, actor, { scope: 'metadata', role: 'write', refusal });
}

function permissionPayload(world: World, user: Parameters<typeof effectiveRole>[1]) {
  const role = effectiveRole(world, user);
  const shown = { ...userPayload(world, user), permissions: rights(role), role_name: role };
  return { permission: legacyPermission(role), role_name: role, user: shown };
}

function rights(role: Role) {
  return {
    admin: roleAtLeast(role, 'admin'),
    maintain: roleAtLeast(role, 'maintain'),
    push: roleAtLeast(role, 'write'),
    triage: roleAtLeast(role, 'triage'),
    pull: roleAtLeast(role, 'read'),
  };
}

function fullRepository(world: World, c: ApiContext) {
  const actor = c.get('actor');
  const person = actor.kind === 'person' ? effectiveRole(world, actor.user) : undefined;
  const { owner } = world.repository;
  return {
    ...repositoryPayload(world),
    network_count: 0,
    subscribers_count: 0,
    temp_clone_token: null,
    ...(person && { permissions: rights(person) }),
    ...(owner.type === 'Organization' && { organization: userPayload(world, owner) }),
  };
}

function dispatchRoutes(api: Api, world: World): void {
  api.post('/repos/:owner/:repo/dispatches', async (c) => {
    const actor = c.get('actor');
    mayWrite(world, actor, { scope: 'contents', role: 'write', refusal: notFound() });
    const { event_type: name, client_payload: inputs } = await input(c);
    if (typeof name !== 'string')
      throw new Refusal(422, 'Invalid request.\n\n"event_type" wasn\'t supplied.');
    record(world, actor.user, 'repository', name, undefined, inputs);
    return c.body(null, 204);
  });
  api.post('/repos/:owner/:repo/actions/workflows/:workflow/dispatches', async (c) => {
    const actor = c.get('actor');
    mayWrite(world, actor, { scope: 'actions', role: 'write', refusal: notFound() });
    const { ref, inputs } = await input(c);
    if (typeof ref !== 'string')
      throw new Refusal(422, 'Invalid request.\n\n"ref" wasn\'t supplied.');
    const commit = await world.git.commitNamed(ref.replace(/^refs\/(heads|tags)\//, ''));
    if (!commit) throw new Refusal(422, `No ref found for: ${ref}`);
    const name = c.req.param('workflow');
    const workflow = await world.git.file(commit, `.github/workflows/${name}`);
    if (!workflow) throw notFound();
    if (!workflow.includes('workflow_dispatch')) {
      throw new Refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
    }
    record(world, actor.user, 'workflow', name, ref, inputs);
    return c.body(null, 204);
  });
}

function record(
  world: World,
  actor: World['dispatches'][number]['actor'],
  kind: 'workflow' | 'repository',
  name: string,
  ref: string | undefined,
  inputs: unknown,
): void {
  const given = (inputs ?? {}) as Record<string, unknown>;
  const at = world.clock().toISOString();
  world.dispatches.push({ kind, name, ref, inputs: given, actor, at });
}
