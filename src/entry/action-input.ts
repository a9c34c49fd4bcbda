import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogueError } from '../core/catalogue-error.ts';
import type { RepositoryInput } from './repository-input.ts';

/** What the runner hands to the action. */
export interface ActionInput {
  event: string;
  payload: unknown;
  /** Names this attempt of the job. */
  run: string;
  /** From the `issue` input: look at this issue whatever the event says. */
  issue: string | null;
  repository: RepositoryInput;
}

/**
 * Reads inputs and event. Inputs are read here and not with @actions/core, whose OIDC client takes longer to load
 * than all the rest until the first request; it is loaded when there is something to output.
 */
export async function readActionInput(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ActionInput> {
  const input = (name: string) => environment[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
  const [owner = '', name = ''] = (environment.GITHUB_REPOSITORY ?? '').split('/');
  if (owner === '' || name === '')
    throw new CatalogueError('bad-input', 'GITHUB_REPOSITORY is not set.', {
      place: { field: 'GITHUB_REPOSITORY' },
    });
  const token = input('github-token') || environment.GITHUB_TOKEN || '';
  if (token === '')
    throw new CatalogueError('bad-input', 'No token was passed.', {
      place: { field: 'github-token' },
    });
  return {
    event: environment.GITHUB_EVENT_NAME ?? '',
    payload: await readPayload(environment.GITHUB_EVENT_PATH),
    run: `run-${environment.GITHUB_RUN_ID ?? '0'}-${environment.GITHUB_RUN_ATTEMPT ?? '1'}`,
    issue: readIssue(input('issue')),
    repository: {
      owner,
      name,
      token,
      apiUrl: environment.GITHUB_API_URL ?? 'https://api.github.com',
      ...(environment.GITHUB_GRAPHQL_URL ? { graphqlUrl: environment.GITHUB_GRAPHQL_URL } : {}),
      serverUrl: environment.GITHUB_SERVER_URL ?? 'https://github.com',
      stateDirectory: join(environment.RUNNER_TEMP ?? '/tmp', 'contractor'),
      environment,
    },
  };
}

async function readPayload(path: string | undefined): Promise<unknown> {
  if (path === undefined) return {};
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CatalogueError('bad-input', 'The event payload cannot be read.', {
      cause,
      place: { file: path },
    });
  }
}

function readIssue(value: string): string | null {
  if (value === '') return null;
  if (/^[1-9]\d{0,9}$/.test(value)) return value;
  throw new CatalogueError('bad-input', 'The input must be an issue number.', {
    place: { field: 'issue' },
  });
}
