import { CatalogueError } from '../../core/catalogue-error.ts';

/** More comments than this are refused, never cut off silently (design §3). */
export const MAXIMUM_COMMENTS = 10_000;
/** Memory bound of one look: characters of all comments together. */
export const MAXIMUM_CHARACTERS = 32 * 1024 * 1024;

export interface Limits {
  comments: number;
  characters: number;
}

/**
 * Counts what a look reads.
 * @returns a function that accounts for one text; it throws `too-many-comments` above a limit
 */
export function createBudget(limits: Limits): (text: string) => void {
  let comments = 0;
  let characters = 0;
  return (text) => {
    comments += 1;
    characters += text.length;
    if (comments > limits.comments) {
      throw new CatalogueError('too-many-comments', `The limit is ${limits.comments}.`);
    }
    if (characters > limits.characters) {
      throw new CatalogueError(
        'too-many-comments',
        `Together they exceed ${limits.characters} characters.`,
      );
    }
  };
}
