import { type Actor, Role } from '../../core/schema/actor.ts';
import type { GitHubContext } from './context.ts';
import { isRateLimit, statusOf } from './errors.ts';

/** What `GET …/collaborators/{login}/permission` answers, as far as we read it. */
interface PermissionAnswer {
  permission: string;
  role_name: string;
  user: { id: number | bigint } | null;
}

/**
 * The roles of these people, by numeric id, each asked once and all at the same time. Only persons
 * have a role here: Apps are known by id (configuration `allow`), others have none.
 */
export async function rolesOf(
  context: GitHubContext,
  actors: Iterable<Actor>,
): Promise<Record<string, Role>> {
  const people = new Map<number, Actor>();
  const roles: Record<string, Role> = {};
  for (const actor of actors) {
    if (actor.kind === 'person') people.set(actor.id, actor);
    else roles[actor.id] = 'none';
  }
  const asked = await Promise.all(
    [...people.values()].map(async (actor) => [actor.id, await roleOf(context, actor)] as const),
  );
  return { ...roles, ...Object.fromEntries(asked) };
}

/**
 * One person’s role. Unknown, 404 and 5xx mean `none` (design §3); only what makes the whole look
 * worthless (no token, rate limit) is thrown, lest a right run be refused for it.
 */
async function roleOf(context: GitHubContext, actor: Actor): Promise<Role> {
  const { client, owner, repo } = context;
  try {
    const { data } = await client.request(
      'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      { owner, repo, username: actor.login },
    );
    return roleIn(data as PermissionAnswer, actor);
  } catch (error) {
    if (statusOf(error) === null || statusOf(error) === 401 || isRateLimit(error)) throw error;
    return 'none';
  }
}

/**
 * `role_name`, or for an organisation’s custom role the built-in `permission` it is based on
 * (https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user).
 * The look-up goes by login: when that has passed to somebody else, the answer is not about this actor.
 */
export function roleIn(answer: PermissionAnswer, actor: Actor): Role {
  if (answer.user === null || Number(answer.user.id) !== actor.id) return 'none';
  const named = Role.safeParse(answer.role_name);
  if (named.success) return named.data;
  const based = Role.safeParse(answer.permission);
  return based.success ? based.data : 'none';
}
