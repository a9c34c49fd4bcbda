import type { FileChanges } from './git/commit-files.ts';
import type { Role, TokenPermissions } from './records.ts';

export interface PersonSeed {
  readonly login: string;
  readonly id?: number;
  readonly type?: 'User' | 'Bot';
  readonly permission: Role;
}

export interface AppSeed {
  readonly id: number;
  readonly slug: string;
  readonly name?: string;
  readonly permissions: TokenPermissions;
  /** PEM; its JWTs must be signed by the private key. Without one any signature is taken. */
  readonly publicKey?: string;
}

export interface IssueSeed {
  readonly title: string;
  readonly body?: string | null;
  /** One of `people`. */
  readonly author: string;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly state?: 'open' | 'closed';
  readonly locked?: boolean;
  readonly comments?: readonly { readonly author: string; readonly body: string }[];
}

/** What an embedded GitHub starts with. */
export interface EmbeddedGitHubSeed {
  readonly repository: {
    readonly owner: string;
    readonly name: string;
    readonly defaultBranch?: string;
    readonly private?: boolean;
    readonly protectedBranches?: readonly string[];
    /** The repository's setting "Allow GitHub Actions to create and approve pull requests". */
    readonly actionsMayCreatePulls?: boolean;
  };
  /** The files of the first commit; a repository without commits where neither is given. */
  readonly files?: FileChanges;
  /** Or a local git repository, or a directory, to start from. */
  readonly from?: string;
  readonly people: readonly PersonSeed[];
  readonly apps?: readonly AppSeed[];
  readonly issues?: readonly IssueSeed[];
  readonly labels?: readonly string[];
  readonly now?: () => Date;
  /** Requests an hour a token may make; 5,000 by default. */
  readonly rateLimit?: number;
  /** The port to listen on; a free one by default. */
  readonly port?: number;
}
