import type { Configuration } from '../../schema/configuration.ts';
import type { Environment } from '../../schema/contract.ts';
import { discoverChecks } from './discover-checks.ts';
import type { RepositoryFiles } from './project-files.ts';
import { discoverProjects } from './projects.ts';
import { workflowCommands } from './workflows.ts';

/**
 * How the repository is set up, told from its files on the base commit (design §4). Nothing is run. A step is listed
 * only where something must be installed; what configuration says comes instead of it. `notes` say what could not be
 * read; they are for people.
 */
export function discoverEnvironment(
  files: RepositoryFiles,
  configuration?: Pick<Configuration, 'environment'>,
): { environment: Environment; notes: string[] } {
  const projects = discoverProjects(files);
  const configured = configuration?.environment;
  const found = projects.flatMap(({ directory, findings }) =>
    findings.setup.map((step) => ({ ...step, cwd: directory, timeoutSeconds: 900 })),
  );
  const lockfiles = projects.flatMap(({ directory, findings }) =>
    findings.lockfiles.map((name) => (directory === '.' ? name : `${directory}/${name}`)),
  );
  const environment: Environment = {
    setup: configured?.setup?.map(configuredStep) ?? found,
    lockfiles: [...new Set(lockfiles)],
    variables: {
      ...Object.assign({}, ...projects.map(({ findings }) => findings.variables)),
      ...variablesOfCi(files),
      ...configured?.variables,
    },
  };
  return { environment, notes: projects.flatMap(({ findings }) => findings.notes) };
}

/** What the repository’s own CI sets where it runs the suite: `PUPPETEER_SKIP_DOWNLOAD: 'true'`. */
function variablesOfCi(files: RepositoryFiles): Record<string, string> {
  const { guard } = discoverChecks(files);
  const same = workflowCommands(files).find(
    ({ directory, check }) =>
      directory === guard?.cwd && check.argv.join('\0') === guard.argv.join('\0'),
  );
  return same?.variables ?? {};
}

function configuredStep(argv: string[]): Environment['setup'][number] {
  return { argv, cwd: '.', why: '.github/contractor.yml names it', timeoutSeconds: 900 };
}
