/** A path that differs from the base, as far as tampering is concerned. */
interface Changed {
  path: string;
  status: string;
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:[._-](?:test|spec)s?\.\w+|_test\.\w+|(?:^|\/)test_[^/]+\.py)$/i;
const RUNNER_FILE =
  /(?:^|\/)(?:package\.json|vitest\.config\.\w+|jest\.config\.\w+|\.mocharc\.\w+|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|conftest\.py|Makefile|noxfile\.py|\.github\/.*|\.circleci\/.*|\.gitlab-ci\.yml)$/i;

/** What a reviewer should look at twice: changed tests, and changes to how tests are run (design §7). No verdict. */
export function tamperSignals(changes: readonly Changed[]): string[] {
  return changes.flatMap(({ path, status }) => {
    if (TEST_FILE.test(path) && status === 'deleted') return [`deleted a test file: ${path}`];
    if (TEST_FILE.test(path) && status === 'modified')
      return [`changed an existing test file: ${path}`];
    if (RUNNER_FILE.test(path) && status !== 'added') return [`changed how tests are run: ${path}`];
    return [];
  });
}
