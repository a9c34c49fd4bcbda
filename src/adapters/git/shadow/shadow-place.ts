import type { GitPlace } from '../trusted-git.ts';

/** A shadow repository with the directory it watches over. */
export type ShadowPlace = Required<GitPlace>;
