import { discoverChecks } from '../core/rules/discover-checks.ts';
import { discoverEnvironment } from '../core/rules/discover-environment.ts';
import type { Check } from '../core/schema/check.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Environment } from '../core/schema/contract.ts';
import type { Workspace } from '../ports.ts';

/** Files that tell how a repository is built and tested; read whole, nothing else is. */
const TELLING =
  /(?:^|\/)(?:package\.json|Makefile|makefile|GNUmakefile|justfile|Justfile|Taskfile\.ya?ml|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|pytest\.ini|requirements[\w.-]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|Rakefile|Gemfile|composer\.json|[\w.-]+\.sln|[\w.-]+\.csproj|MODULE\.bazel|WORKSPACE|pnpm-workspace\.yaml|deno\.jsonc?)$/;
const MAXIMUM_TELLING_FILES = 200;

/** How the repository is set up and checked, as the base commit tells (design §4): never as the agent’s tree does. */
export async function discoverRepository(
  workspace: Workspace,
  baseSha: string,
  configuration: Configuration,
): Promise<{ environment: Environment; checks: Check[]; notes: string[] }> {
  const paths = (await workspace.list(baseSha)).map((file) => file.path);
  const telling = paths
    .filter((path) => TELLING.test(path) && !path.includes('node_modules/'))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, MAXIMUM_TELLING_FILES);
  const texts = new Map<string, string>();
  for (const path of telling) {
    const text = await workspace.read(baseSha, path);
    if (text !== null) texts.set(path, text);
  }
  const tree = { paths, read: (path: string) => texts.get(path) ?? null };
  const environment = discoverEnvironment(tree, configuration);
  const checks = discoverChecks(tree, configuration);
  return {
    environment: environment.environment,
    checks: checks.checks,
    notes: [...environment.notes, ...checks.notes],
  };
}
