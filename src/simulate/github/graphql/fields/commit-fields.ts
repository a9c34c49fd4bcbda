import { type CommitObject, readCommit, type Signature } from '../../git/commit-object.ts';
import { nodeId } from '../../node-id.ts';
import { repositoryUrl, type World } from '../../world.ts';
import { type Fields, type Reference, reference } from '../reference.ts';

/** The commit of a SHA; null where it is not there (any more). */
export async function commit(world: World, sha: string | null): Promise<Reference | null> {
  const found = sha && (await world.git.resolve(sha));
  return found ? reference('Commit', await readCommit(world.git, found)) : null;
}

const who = ({ name, email, date }: Signature) => ({ name, email, date });

export const commitFields: Fields<CommitObject> = {
  id: ({ sha }) => nodeId('Commit', sha),
  oid: ({ sha }) => sha,
  abbreviatedOid: ({ sha }) => sha.slice(0, 7),
  message: ({ message }) => message,
  messageHeadline: ({ message }) => message.split('\n', 1)[0],
  messageBody: ({ message }) => message.split('\n').slice(1).join('\n').trim(),
  author: ({ author }) => who(author),
  committer: ({ committer }) => who(committer),
  authoredDate: ({ author }) => author.date,
  committedDate: ({ committer }) => committer.date,
  url: ({ sha }, { world }) => `${repositoryUrl(world)}/commit/${sha}`,
};
