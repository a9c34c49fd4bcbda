import { lstatSync } from 'node:fs';
import { joinRecords, type RawPath } from '../raw-path.ts';
import { createConversation } from './conversation.ts';
import type { ShadowPlace } from './shadow-place.ts';

/** Git’s own answer to what is ignored, for paths that are not recorded. */
export interface IgnoreRules {
  /** For each path whether it, or a directory above it, is ignored. */
  ask(paths: readonly RawPath[]): Promise<boolean[]>;
  /** The rules may have changed: what git remembers of them is forgotten. */
  forget(): void;
}

/** So many paths are asked at once. */
const batch = 10_000;

const NEGATED = 33;

export function createIgnoreRules(place: ShadowPlace): IgnoreRules {
  const flags = ['--no-index', '--stdin', '-z', '-v', '-n'];
  // check-ignore knows no literal pathspecs; behind `./` no name is taken for magic.
  const git = createConversation(place, ['check-ignore', ...flags], { GIT_LITERAL_PATHSPECS: '0' });
  let inode: number | null = null;
  return {
    ask: async (paths) => {
      // Git goes on in the directory that it was started in, also when another has taken its place.
      const now = lstatSync(place.workTree).ino;
      if (now !== inode) git.end();
      inode = now;
      const answers: boolean[] = [];
      for (let at = 0; at < paths.length; at += batch) {
        const some = paths.slice(at, at + batch);
        const question = joinRecords(some.map((path) => `./${path}`));
        for (const each of await git.ask(question, reader(some.length))) answers.push(each);
      }
      return answers;
    },
    forget: git.end,
  };
}

/** Four fields a path: source, line, pattern, path; all but the path are empty when no pattern matches. */
function reader(paths: number) {
  const answers: boolean[] = [];
  let field = 0;
  let isEmpty = true;
  let isNegated = false;
  return (chunk: Buffer): { answer: boolean[] } | null => {
    for (const byte of chunk) {
      if (byte !== 0) {
        if (field === 2 && isEmpty) {
          isEmpty = false;
          isNegated = byte === NEGATED;
        }
        continue;
      }
      if (field === 3) answers.push(!isEmpty && !isNegated);
      if (field === 1) isEmpty = true;
      field = (field + 1) % 4;
    }
    return answers.length >= paths ? { answer: answers } : null;
  };
}
