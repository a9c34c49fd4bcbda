import { createCheckRunner } from '../adapters/checks/check-runner.ts';
import { createGitAdapters } from '../adapters/git/git-adapters.ts';
import { chooseSandbox } from '../adapters/sandbox/choose-sandbox.ts';
import { maskedPorts, maskedSandbox } from '../adapters/secrets/masked-ports.ts';
import type { Configuration } from '../core/schema/configuration.ts';
import type { Clock, Ports, Tracker } from '../ports.ts';
import { composeModels } from './compose-models.ts';
import type { RepositoryInput } from './repository-input.ts';
import { secretScannerFor } from './secret-scanner-for.ts';

/** Ports of this machine, and what is done with them when a look is over. */
export interface ComposedPorts extends Ports {
  /** Leaves nothing of the look behind on disk that no later look reads. */
  tidy(): Promise<void>;
}

/** Every adapter but the tracker; a module of its own, so that it loads while the first request is on its way. */
export function composePorts(
  input: RepositoryInput,
  tracker: Tracker,
  clock: Clock,
  configuration: Configuration,
): ComposedPorts {
  const secrets = secretScannerFor(input);
  const git = createGitAdapters({
    stateDirectory: input.stateDirectory,
    url: `${input.serverUrl}/${input.owner}/${input.name}.git`,
    token: input.token,
    scan: (text, path) => secrets.scan(text, path),
  });
  const journal = input.journal ?? { note: () => {} };
  const chosen = chooseSandbox({
    asked: input.sandboxLevel ?? configuration.sandbox.level,
    caller: input.environment,
    hosts: configuration.sandbox.hosts,
    onRefused: (refused) => journal.note({ what: 'connections refused', refused }),
  });
  const sandbox = maskedSandbox(chosen, secrets.mask);
  const checks = createCheckRunner({
    ...{ sandbox, caller: input.environment, secrets },
    setupNetwork: configuration.sandbox.setup,
  });
  const ports = {
    clock,
    tracker,
    ...git,
    sandbox,
    checks,
    secrets,
    ...composeModels(input, configuration, sandbox, secrets.mask),
    journal,
    tidy: () => checks.tidy(),
  };
  return maskedPorts(ports, secrets.mask);
}
