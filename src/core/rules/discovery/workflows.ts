import { parse } from 'yaml';
import { z } from 'zod';
import { argvOf, needsNetwork } from '../text/command-line.ts';
import type { FoundCheck } from './findings.ts';
import type { RepositoryFiles } from './project-files.ts';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const MOST_FILES = 10;
const LONGEST = 200_000;

const Variables = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String).catch(''))
  .catch({})
  .default({});
const NO_STEPS = { steps: [], env: {} };
const Step = z.object({
  run: z.string().optional(),
  'working-directory': z.string().optional(),
  env: Variables,
});
const Job = z.object({ steps: z.array(Step.catch({ env: {} })).catch([]), env: Variables });
const Workflow = z.object({ jobs: z.record(z.string(), Job.catch(NO_STEPS)), env: Variables });

/** A command that the repository’s own CI runs to test or lint itself. */
export interface WorkflowCommand {
  file: string;
  directory: string;
  check: FoundCheck;
  /** What CI sets for it: constants only, and nothing of where and on what it runs. */
  variables: Record<string, string>;
}

const TESTS = /\b(?:tests?|pytest|tox|nox|ctest|rspec|phpunit|unittest|verify|check)\b/;
const LINTS =
  /\b(?:lint|eslint|biome|ruff|flake8|mypy|clippy|vet|rubocop|typecheck|tsc|fmt --check|format:check)\b/;

/** Commands of workflows that run for changes, one a line, as far as they need neither a shell, nor an expression, nor the network. */
export function workflowCommands(files: RepositoryFiles): WorkflowCommand[] {
  const found = files.paths
    .filter((path) => WORKFLOW.test(path))
    .slice(0, MOST_FILES)
    .flatMap((file) => commandsIn(file, files.read(file) ?? ''));
  const key = ({ directory, check }: WorkflowCommand) => [directory, ...check.argv].join('\0');
  return [...new Map(found.map((one) => [key(one), one])).values()];
}

function commandsIn(file: string, text: string): WorkflowCommand[] {
  if (!/\b(?:pull_request|push|workflow_call)\b/.test(text)) return [];
  const read = Workflow.safeParse(asYaml(text));
  if (!read.success) return [];
  return Object.values(read.data.jobs)
    .flatMap((job) => job.steps.map((step) => ({ job, step })))
    .flatMap(({ job, step }) => (step.run ?? '').split('\n').map((line) => ({ line, job, step })))
    .flatMap(({ line, job, step }) => {
      const argv = argvOf(line);
      const directory = (step['working-directory'] ?? '.').replace(/^\.\/|\/$/g, '') || '.';
      const purpose = LINTS.test(line) ? 'lint' : TESTS.test(line) ? 'test' : null;
      if (!argv || purpose === null || needsNetwork(argv) || /^[./]*\.\.|^\/|[$]/.test(directory))
        return [];
      const why = `${file} runs it for every change`;
      const check: FoundCheck = { argv, why, purpose, minimumTests: 0 };
      const variables = constants({ ...read.data.env, ...job.env, ...step.env });
      return [{ file, directory, check, variables }];
    });
}

/** Ours to set, or the runner’s own; and colours, which reports are not read in. */
const OF_THE_PLACE =
  /^(?:PATH|HOME|TMPDIR|CI|LANG|SHELL|PWD|TERM|(?:GITHUB|RUNNER|ACTIONS|INPUT)_.*|.*COLOU?R.*)$/i;

function constants(variables: Record<string, string>): Record<string, string> {
  const given = Object.entries(variables).filter(
    ([name, value]) =>
      /^[A-Za-z_]\w*$/.test(name) &&
      !OF_THE_PLACE.test(name) &&
      value !== '' &&
      !value.includes('${{'),
  );
  return Object.fromEntries(given);
}

function asYaml(text: string): unknown {
  if (text.length > LONGEST) return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}
