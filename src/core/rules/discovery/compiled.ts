import { type Findings, type FoundCheck, NOTHING_FOUND } from './findings.ts';
import type { ProjectFiles } from './project-files.ts';

const suite = (argv: string[], why: string, minimumTests: 0 | 1 = 1): FoundCheck => ({
  argv,
  why,
  purpose: 'test',
  minimumTests,
});

/** Go: modules are downloaded once, then `go test` needs no network. */
export function discoverGo(project: ProjectFiles): Findings {
  const requires = /^require\b/m.test(project.read('go.mod') ?? '');
  const why = 'go.mod names a Go module';
  return {
    ...NOTHING_FOUND,
    setup: requires ? [{ argv: ['go', 'mod', 'download'], why: 'go.mod requires modules' }] : [],
    lockfiles: ['go.mod', 'go.sum'].filter((name) => project.has(name)),
    checks: [
      suite(
        ['go', 'test', './...'],
        why,
        project.paths.some((path) => path.endsWith('_test.go')) ? 1 : 0,
      ),
      { argv: ['go', 'vet', './...'], why, purpose: 'lint', minimumTests: 0 },
    ],
  };
}

export function discoverCargo(project: ProjectFiles): Findings {
  const manifest = project.read('Cargo.toml') ?? '';
  const workspace = /^\[workspace\b/m.test(manifest);
  const locked = project.has('Cargo.lock');
  const depends =
    workspace || locked || /^\[(?:[\w.'"()= -]+\.)?(?:dev-|build-)?dependencies\b/m.test(manifest);
  return {
    ...NOTHING_FOUND,
    setup: depends
      ? [
          {
            argv: ['cargo', 'fetch', ...(locked ? ['--locked'] : [])],
            why: locked ? 'Cargo.lock pins the dependencies' : 'Cargo.toml has dependencies',
          },
        ]
      : [],
    lockfiles: [locked ? 'Cargo.lock' : 'Cargo.toml'],
    checks: [
      suite(
        ['cargo', 'test', ...(workspace ? ['--workspace'] : [])],
        'Cargo.toml names a Rust package',
      ),
    ],
  };
}

/**
 * Maven resolves the test provider only when it is about to run tests: the set-up goes all the way with a filter that
 * matches none, and the check can then work offline.
 */
export function discoverMaven(project: ProjectFiles): Findings {
  const maven = project.has('mvnw') ? './mvnw' : 'mvn';
  const none = [
    '-Dtest=NoSuchTest',
    '-DfailIfNoTests=false',
    '-Dsurefire.failIfNoSpecifiedTests=false',
  ];
  return {
    ...NOTHING_FOUND,
    setup: [
      {
        argv: [maven, '-B', 'test', ...none],
        why: 'pom.xml: compiles and fetches what tests need',
      },
    ],
    lockfiles: ['pom.xml'],
    checks: [suite([maven, '-B', '-o', 'test'], 'pom.xml names a Maven project')],
  };
}

/** Gradle prints no count when all is well, so that no minimum can be asked of it. */
export function discoverGradle(project: ProjectFiles): Findings {
  const gradle = project.has('gradlew') ? './gradlew' : 'gradle';
  const names = [
    'gradle.lockfile',
    'gradle/libs.versions.toml',
    'build.gradle',
    'build.gradle.kts',
  ];
  const why = 'build.gradle: compiles and fetches what tests need';
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: [gradle, '--no-daemon', 'test', '--test-dry-run'], why }],
    lockfiles: names.filter((name) => project.has(name)),
    checks: [
      suite([gradle, '--no-daemon', '--offline', 'test'], 'build.gradle names a Gradle project', 0),
    ],
  };
}

/** Bazel fetches while it builds: the set-up builds, and the check can then work offline. */
export function discoverBazel(project: ProjectFiles): Findings {
  const bazel = project.has('bazelisk') ? './bazelisk' : 'bazel';
  const manifest = ['MODULE.bazel', 'WORKSPACE.bazel', 'WORKSPACE'].find((name) =>
    project.has(name),
  );
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: [bazel, 'build', '//...'], why: `${manifest} names a Bazel workspace` }],
    lockfiles: ['MODULE.bazel.lock', 'MODULE.bazel', 'WORKSPACE'].filter((name) =>
      project.has(name),
    ),
    checks: [
      suite([bazel, 'test', '--nofetch', '//...'], `${manifest} names a Bazel workspace`, 0),
    ],
  };
}

export function discoverDotnet(project: ProjectFiles): Findings {
  const manifest =
    project.paths.find((path) => /^[^/]+\.(?:slnx?|csproj|fsproj)$/.test(path)) ?? '';
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: ['dotnet', 'restore'], why: `${manifest} names a .NET project` }],
    lockfiles: ['packages.lock.json', 'Directory.Packages.props', manifest].filter((name) =>
      project.has(name),
    ),
    checks: [suite(['dotnet', 'test', '--no-restore'], `${manifest} names a .NET project`)],
  };
}
