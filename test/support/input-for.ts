import type { RepositoryInput } from '../../src/entry/repository-input.ts';
import type { EmbeddedGitHub } from '../../src/simulate/github/embedded-github.ts';

/** What composes the product on a repository of an embedded GitHub, with a token of its own and nothing of the caller’s environment but PATH. */
export function inputFor(
  github: EmbeddedGitHub,
  name: string,
  stateDirectory: string,
): RepositoryInput {
  return {
    owner: 'acme',
    name,
    token: github.token(),
    apiUrl: github.apiUrl,
    graphqlUrl: github.graphqlUrl,
    serverUrl: github.origin,
    stateDirectory,
    environment: { PATH: process.env.PATH },
  };
}
