import { homedir } from 'node:os';
import { join } from 'node:path';
import { CatalogueError } from '../../core/catalogue-error.ts';
import type { Configuration } from '../../core/schema/configuration.ts';
import type { RepositoryInput } from '../compose.ts';

/** What `run`, `preview` and `status` take. */
export interface RepositoryOptions {
  token?: string;
  apiUrl?: string;
  serverUrl?: string;
  stateDirectory?: string;
  sandbox?: string;
}

export interface Target {
  owner: string;
  name: string;
  issue: number;
}

/** `owner/repository#12`, or an issue’s address; null for anything else. */
export function parseTarget(text: string): Target | null {
  const match =
    /^(?:https?:\/\/[^/\s]+\/)?([\w.-]+)\/([\w.-]+)(?:#|\/issues\/)([1-9]\d{0,9})$/.exec(text);
  const [, owner, name, issue] = match ?? [];
  return owner && name && issue ? { owner, name, issue: Number(issue) } : null;
}

/** @throws CatalogueError `bad-input` for a target that is none, or without a token */
export function repositoryInput(
  { owner, name }: Target,
  options: RepositoryOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): RepositoryInput {
  const token = options.token ?? environment.GITHUB_TOKEN ?? environment.GH_TOKEN ?? '';
  if (token === '')
    throw new CatalogueError(
      'bad-input',
      'No token: pass --token, or set GITHUB_TOKEN or GH_TOKEN.',
      { place: { field: '--token' } },
    );
  const graphqlUrl = options.apiUrl === undefined ? environment.GITHUB_GRAPHQL_URL : undefined;
  const state = environment.XDG_STATE_HOME ?? join(homedir(), '.local', 'state');
  return {
    owner,
    name,
    token,
    apiUrl: options.apiUrl ?? environment.GITHUB_API_URL ?? 'https://api.github.com',
    ...(graphqlUrl ? { graphqlUrl } : {}),
    serverUrl: options.serverUrl ?? environment.GITHUB_SERVER_URL ?? 'https://github.com',
    stateDirectory: options.stateDirectory ?? join(state, 'contractor', owner, name),
    environment,
    ...(options.sandbox === undefined ? {} : { sandboxLevel: sandboxLevel(options.sandbox) }),
  };
}

/** @throws CatalogueError `bad-input` */
export function sandboxLevel(text: string): Configuration['sandbox']['level'] {
  const level = (['S0', 'S1', 'S2', 'S3'] as const).find((known) => known === text.toUpperCase());
  if (level) return level;
  throw new CatalogueError('bad-input', `"${text}" is no level: S0, S1, S2 or S3.`, {
    place: { field: '--sandbox' },
  });
}

/** @throws CatalogueError `bad-input` */
export function requireTarget(text: string): Target {
  const target = parseTarget(text);
  if (target) return target;
  throw new CatalogueError('bad-input', `"${text}" is no issue: write owner/repository#number.`, {
    place: { field: 'issue' },
  });
}
