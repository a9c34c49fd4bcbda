import {
  discoverBazel,
  discoverCargo,
  discoverDotnet,
  discoverGo,
  discoverGradle,
  discoverMaven,
} from './compiled.ts';
import type { Findings } from './findings.ts';
import { discoverJavaScript, NODE_TEST_FILE } from './javascript.ts';
import { type ProjectFiles, projectsWith, type RepositoryFiles } from './project-files.ts';
import { discoverPython, PYTHON_MANIFEST, PYTHON_TEST_FILE } from './python.ts';
import { discoverDeno, discoverPhp, discoverRuby } from './scripted.ts';
import { workflowCommands } from './workflows.ts';

interface Kind {
  isManifest: (name: string) => boolean;
  /** Files that are reason enough where no manifest is. */
  standsAlone?: (path: string) => boolean;
  discover: (project: ProjectFiles, ci: readonly string[][]) => Findings;
}

const named =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

/** Every kind of project we know, in the order in which their checks are listed. */
const KINDS: readonly Kind[] = [
  {
    isManifest: named('package.json'),
    standsAlone: (path) => NODE_TEST_FILE.test(path),
    discover: discoverJavaScript,
  },
  { isManifest: named('deno.json', 'deno.jsonc'), discover: discoverDeno },
  {
    isManifest: (name) => PYTHON_MANIFEST.test(name),
    standsAlone: (path) => PYTHON_TEST_FILE.test(path),
    discover: discoverPython,
  },
  { isManifest: named('go.mod'), discover: discoverGo },
  { isManifest: named('Cargo.toml'), discover: discoverCargo },
  { isManifest: named('pom.xml'), discover: discoverMaven },
  { isManifest: named('build.gradle', 'build.gradle.kts'), discover: discoverGradle },
  { isManifest: named('Gemfile', 'gems.rb'), discover: discoverRuby },
  { isManifest: named('composer.json'), discover: discoverPhp },
  {
    isManifest: (name) => /\.(?:slnx?|csproj|fsproj)$/.test(name),
    discover: discoverDotnet,
  },
  { isManifest: named('MODULE.bazel', 'WORKSPACE.bazel', 'WORKSPACE'), discover: discoverBazel },
];

/** What each project of the repository says about itself and what its CI runs there, with the directory it stands in. */
export function discoverProjects(
  files: RepositoryFiles,
): { directory: string; findings: Findings }[] {
  const commands = workflowCommands(files);
  const ciIn = (place: string) =>
    commands.filter(({ directory }) => directory === place).map(({ check }) => check.argv);
  return KINDS.flatMap(({ isManifest, standsAlone, discover }) =>
    projectsWith(files, isManifest, standsAlone).map((project) => ({
      directory: project.directory,
      findings: discover(project, ciIn(project.directory)),
    })),
  );
}
