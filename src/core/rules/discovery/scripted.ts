import { parse } from 'yaml';
import { z } from 'zod';
import { type Findings, type FoundCheck, NOTHING_FOUND } from './findings.ts';
import { firstOf, type ProjectFiles } from './project-files.ts';

const suite = (argv: string[], why: string, minimumTests: 0 | 1 = 1): FoundCheck => ({
  argv,
  why,
  purpose: 'test',
  minimumTests,
});

export function discoverRuby(project: ProjectFiles): Findings {
  const lockfile = firstOf(project, ['Gemfile.lock', 'gems.locked']) ?? 'Gemfile';
  const hasSpecs =
    project.has('.rspec') || project.paths.some((path) => /^spec\/.*_spec\.rb$/.test(path));
  const rakefile = firstOf(project, ['Rakefile', 'rakefile', 'Rakefile.rb']);
  const rake = rakefile
    ? [suite(['bundle', 'exec', 'rake', 'test'], `${rakefile} names tasks`)]
    : [];
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: ['bundle', 'install'], why: `${lockfile} names the gems` }],
    lockfiles: [lockfile],
    // The system’s gem directory is read-only in the sandbox.
    variables: { BUNDLE_PATH: '.bundle/gems' },
    checks: hasSpecs ? [suite(['bundle', 'exec', 'rspec'], 'spec/ holds RSpec examples')] : rake,
  };
}

const ComposerJson = z.object({ scripts: z.record(z.string(), z.unknown()).catch({}).default({}) });

export function discoverPhp(project: ProjectFiles): Findings {
  const lockfile = firstOf(project, ['composer.lock']) ?? 'composer.json';
  const setup = [
    {
      argv: ['composer', 'install', '--no-interaction', '--no-progress'],
      why: `${lockfile} names the packages`,
    },
  ];
  const composer = ComposerJson.safeParse(asJson(project.read('composer.json') ?? ''));
  if (!composer.success) {
    return { ...NOTHING_FOUND, notes: ['composer.json is not valid JSON, so it says nothing.'] };
  }
  const phpunit = firstOf(project, ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml']);
  const checks = phpunit
    ? [suite(['vendor/bin/phpunit'], `${phpunit} configures PHPUnit`)]
    : 'test' in composer.data.scripts
      ? [suite(['composer', 'test'], 'composer.json has the script "test"', 0)]
      : [];
  return { ...NOTHING_FOUND, setup, lockfiles: [lockfile], checks };
}

const DenoJson = z.object({ tasks: z.record(z.string(), z.unknown()).catch({}).default({}) });

export function discoverDeno(project: ProjectFiles): Findings {
  const manifest = firstOf(project, ['deno.json', 'deno.jsonc']) ?? '';
  // A .jsonc with comments is not read: then `deno test` is all that is known.
  const read = DenoJson.safeParse(asJson(project.read(manifest) ?? ''));
  const hasTask = read.success && 'test' in read.data.tasks;
  const argv = hasTask ? ['deno', 'task', 'test'] : ['deno', 'test'];
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: ['deno', 'install'], why: `${manifest} names the dependencies` }],
    lockfiles: [firstOf(project, ['deno.lock']) ?? manifest],
    checks: [suite(argv, `${manifest} names a Deno project`)],
  };
}

/** Task runners know what the maintainers run; asked only where no language told more. */
export function discoverTaskRunner(project: ProjectFiles): FoundCheck[] {
  const makefile = firstOf(project, ['GNUmakefile', 'Makefile', 'makefile']);
  const makeTarget = targetIn(project.read(makefile ?? '') ?? '', ['test', 'tests', 'check']);
  if (makeTarget)
    return [suite(['make', makeTarget], `${makefile} has the target "${makeTarget}"`, 0)];
  const justfile = firstOf(project, ['justfile', 'Justfile', '.justfile']);
  const recipe = targetIn(project.read(justfile ?? '') ?? '', ['test', 'tests', 'check']);
  if (recipe) return [suite(['just', recipe], `${justfile} has the recipe "${recipe}"`, 0)];
  const taskfile = firstOf(project, ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml']);
  const tasks = Taskfile.safeParse(asYaml(project.read(taskfile ?? '') ?? ''));
  if (tasks.success && 'test' in tasks.data.tasks) {
    return [suite(['task', 'test'], `${taskfile} has the task "test"`, 0)];
  }
  const rakefile = firstOf(project, ['Rakefile']);
  return rakefile ? [suite(['rake', 'test'], `${rakefile} names tasks`)] : [];
}

const Taskfile = z.object({ tasks: z.record(z.string(), z.unknown()) });

/** The first of these names that stands at the start of a line and is followed by a colon. */
function targetIn(text: string, names: readonly string[]): string | null {
  const lines = text.split('\n');
  return (
    names.find((name) =>
      lines.some((line) => new RegExp(`^@?${name}(?: [^:=]*)?:(?!=)`).test(line)),
    ) ?? null
  );
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
