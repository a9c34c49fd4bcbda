/** What an operation does that reverting a commit does not take back (design §5). */
export type OperationKind =
  | 'migration'
  | 'deletion'
  | 'deployment'
  | 'publishing'
  | 'history'
  | 'people'
  | 'credentials';

/** Said of a step that waits for a person. */
export const BECAUSE: Record<OperationKind, string> = {
  migration: 'it migrates data',
  deletion: 'it deletes data',
  deployment: 'it deploys',
  publishing: 'it publishes',
  history: 'it rewrites history',
  people: 'it reaches people or money',
  credentials: 'it changes credentials',
};

/**
 * Where words count. A task and a criterion are mostly about code, so that an order must stand at the head of a clause; a
 * step is what will be done, so that the words count anywhere in it.
 */
interface Heard {
  task?: 'head';
  step?: 'anywhere';
  criterion?: 'head' | 'anywhere';
}

export const ORDER: Heard = { task: 'head', step: 'anywhere', criterion: 'head' };
export const CLAUSE: Heard = { task: 'head', criterion: 'head' };
export const STEP: Heard = { step: 'anywhere' };
export const TOLD: Heard = { criterion: 'anywhere' };

/**
 * Phrases, in lower case and without accents: words with `|` between those of which one must stand there, `*` for any ending, `…`
 * for up to four words, `_` for any word.
 */
export interface OperationRow {
  kind: OperationKind;
  heard: Heard;
  language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'cjk';
  phrases: readonly string[];
}
