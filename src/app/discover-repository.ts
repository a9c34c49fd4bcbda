import { discoverChecks } from '../core/rules/discovery/discover-checks.ts';
import { discoverEnvironment } from '../core/rules/discovery/discover-environment.ts';
import { filesToRead } from '../core/rules/discovery/files-to-read.ts';
import type { Check } from '../core/schema/check.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Environment } from '../core/schema/contract.ts';
import type { Workspace } from '../ports.ts';

/** How the repository is set up and checked, as the base commit tells (design §4): never as the agent’s tree does. */
export async function discoverRepository(
  workspace: Workspace,
  baseSha: string,
  configuration: Configuration,
): Promise<{ environment: Environment; checks: Check[]; paths: string[]; notes: string[] }> {
  const paths = (await workspace.list(baseSha)).map((file) => file.path);
  const texts = new Map<string, string>();
  for (const path of filesToRead(paths)) {
    const text = await workspace.read(baseSha, path);
    if (text !== null) texts.set(path, text);
  }
  const tree = { paths, read: (path: string) => texts.get(path) ?? null };
  const environment = discoverEnvironment(tree, configuration);
  const checks = discoverChecks(tree, configuration);
  return {
    environment: environment.environment,
    checks: checks.checks,
    paths,
    notes: [...environment.notes, ...checks.notes],
  };
}
