import type { CommandCheck } from '../../schema/check.ts';
import type { Configuration } from '../../schema/configuration.ts';
import type { FoundCheck } from './findings.ts';
import { projectsWith, type RepositoryFiles } from './project-files.ts';
import { discoverProjects } from './projects.ts';
import { discoverTaskRunner } from './scripted.ts';
import { type WorkflowCommand, workflowCommands } from './workflows.ts';

export interface DiscoveredChecks {
  /** All that were found, tests first, numbered from CK-1. Their origin is `discovered`: they need no approval. */
  checks: CommandCheck[];
  /** The one that should run everything: the first test suite. Null when there is none. */
  guard: CommandCheck | null;
  notes: string[];
}

/**
 * Which commands verify the repository, told from its files on the base commit (design §4). Nothing is run. What
 * configuration lists comes instead, and the first of it is the guard. Where no manifest tells of tests, a task runner
 * does, or else the repository’s own CI.
 */
export function discoverChecks(
  files: RepositoryFiles,
  configuration?: Pick<Configuration, 'checks'>,
): DiscoveredChecks {
  if (configuration?.checks) return fromConfiguration(configuration.checks);
  const projects = discoverProjects(files);
  const found = projects.flatMap(({ directory, findings }) =>
    findings.checks.map((check) => ({ directory, check })),
  );
  const hasTests = found.some(({ check }) => check.purpose === 'test');
  const byCi = workflowCommands(files);
  const fallback = hasTests ? [] : [...taskRunnerChecks(files), ...testsOf(byCi)].slice(0, 1);
  const all = [...fallback, ...found].map((one) => withCi(one, byCi));
  const ordered = [...all.filter(isTest), ...all.filter((one) => !isTest(one))];
  const checks = ordered.map(({ directory, check }, index) => asCheck(directory, check, index + 1));
  return {
    checks,
    guard: (all.some(isTest) ? checks[0] : null) ?? null,
    notes: projects.flatMap(({ findings }) => findings.notes),
  };
}

function fromConfiguration(commands: string[][]): DiscoveredChecks {
  const checks = commands.map((argv, index) => ({
    ...asCheck('.', { argv, why: WHY_CONFIGURED, purpose: 'test', minimumTests: 0 }, index + 1),
    origin: 'configuration' as const,
  }));
  return { checks, guard: checks[0] ?? null, notes: [] };
}

const WHY_CONFIGURED = '.github/contractor.yml names it';

interface Placed {
  directory: string;
  check: FoundCheck;
}

const isTest = ({ check }: Placed): boolean => check.purpose === 'test';

function taskRunnerChecks(files: RepositoryFiles): Placed[] {
  const [root] = projectsWith(
    { ...files, paths: ['root', ...files.paths] },
    (name) => name === 'root',
  );
  const checks = root ? discoverTaskRunner(root) : [];
  return checks.map((check) => ({ directory: '.', check }));
}

const testsOf = (commands: readonly WorkflowCommand[]): Placed[] =>
  commands.filter(({ check }) => check.purpose === 'test');

/** What CI runs too is what the maintainers go by: it is said of a check. */
function withCi({ directory, check }: Placed, commands: readonly WorkflowCommand[]): Placed {
  const same = commands.find(
    (one) => one.directory === directory && one.check.argv.join('\0') === check.argv.join('\0'),
  );
  if (!same || check.why === same.check.why) return { directory, check };
  return { directory, check: { ...check, why: `${check.why}; ${same.check.why}` } };
}

function asCheck(directory: string, check: FoundCheck, number: number): CommandCheck {
  return {
    kind: 'command',
    id: `CK-${number}`,
    why: check.why.slice(0, 500),
    origin: 'discovered',
    argv: check.argv,
    cwd: directory,
    timeoutSeconds: check.purpose === 'test' ? 900 : 300,
    inputs: [],
    expectedExit: 0,
    minimumTests: check.minimumTests,
    oracle: [],
  };
}
