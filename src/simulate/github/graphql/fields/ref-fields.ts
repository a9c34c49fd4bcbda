import { nodeId } from '../../node-id.ts';
import { mayRead } from '../../permissions.ts';
import type { World } from '../../world.ts';
import { type Fields, type GraphqlContext, type Reference, reference } from '../reference.ts';
import { commit } from './commit-fields.ts';

interface GitRef {
  readonly prefix: string;
  readonly name: string;
  readonly sha: string;
}

/** A git ref by its full name; null where it is not there. */
export async function gitRef(world: World, fullName: string): Promise<Reference | null> {
  const sha = await world.git.resolve(fullName);
  if (!sha) return null;
  const [, prefix = 'refs/', name = ''] =
    /^(refs\/(?:heads|tags)\/|refs\/)(.+)$/.exec(fullName) ?? [];
  return reference('Ref', { prefix, name, sha });
}

/** A git ref as `qualifiedName` names it: in full, or a branch or tag in short. */
export async function refNamed({ world, actor }: GraphqlContext, name: string) {
  mayRead(world, actor, 'contents');
  const full = name.startsWith('refs/') ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
  for (const candidate of full) {
    const found = await gitRef(world, candidate);
    if (found) return found;
  }
  return null;
}

export const refFields: Fields<GitRef> = {
  id: ({ prefix, name }) => nodeId('Ref', prefix + name),
  name: ({ name }) => name,
  prefix: ({ prefix }) => prefix,
  target: ({ sha }, { world }) => commit(world, sha),
  repository: (_, { world }) => reference('Repository', world.repository),
};
