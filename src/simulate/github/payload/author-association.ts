import { roleAtLeast } from '../permissions.ts';
import type { UserRecord } from '../records.ts';
import { roleOf, type World } from '../world.ts';

/** How GitHub says a person stands to the repository: a hint for readers, never an authority. */
export function authorAssociation(
  world: World,
  user: UserRecord,
): 'OWNER' | 'COLLABORATOR' | 'NONE' {
  if (user.id === world.repository.owner.id) return 'OWNER';
  return roleAtLeast(roleOf(world, user), 'triage') ? 'COLLABORATOR' : 'NONE';
}
