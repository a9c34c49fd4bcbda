/** A path that differs from the base, as far as tampering is concerned. */
interface Changed {
  path: string;
  status: string;
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:[._-](?:test|spec)s?\.\w+|_test\.\w+|(?:^|\/)test_[^/]+\.py)$/i;
const RUNNER_FILE =
  /(?:^|\/)(?:package\.json|vitest\.config\.\w+|jest\.config\.\w+|\.mocharc\.\w+|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|conftest\.py|Makefile|noxfile\.py|\.github\/.*|\.circleci\/.*|\.gitlab-ci\.yml)$/i;

/**
 * What a reviewer should look at twice: changed tests, and changes to how tests are run (design §7). No verdict.
 * @param oracles paths of the contract’s own acceptance tests, which the agent’s files never replace
 */
export function tamperSignals(
  changes: readonly Changed[],
  oracles: ReadonlySet<string> = new Set(),
): string[] {
  return changes.flatMap(({ path, status }) => {
    if (oracles.has(path))
      return [
        status === 'deleted'
          ? `deleted the file where the contract lays its own test: ${path}`
          : `wrote a file where the contract lays its own test: ${path}`,
      ];
    if (TEST_FILE.test(path) && status === 'deleted') return [`deleted a test file: ${path}`];
    if (TEST_FILE.test(path) && status === 'modified')
      return [`changed an existing test file: ${path}`];
    if (RUNNER_FILE.test(path) && status !== 'added') return [`changed how tests are run: ${path}`];
    return [];
  });
}
