import { type Findings, type FoundCheck, NOTHING_FOUND } from './findings.ts';
import { needsInstall, type PackageJson, readPackageJson } from './package-json.ts';
import { firstOf, type ProjectFiles } from './project-files.ts';

interface Manager {
  name: string;
  lockfiles: readonly string[];
  install: (project: ProjectFiles, json: PackageJson) => string[];
  run: (script: string) => string[];
  /** Runs the tests of every workspace that has some. */
  everywhere: (project: ProjectFiles, json: PackageJson) => string[];
}

const isModernYarn = (project: ProjectFiles, { packageManager }: PackageJson): boolean =>
  project.has('.yarnrc.yml') || /^yarn@(?:[2-9]|\d\d)/.test(packageManager);

const npmRun = (script: string): string[] =>
  script === 'test' ? ['npm', 'test'] : ['npm', 'run', script];
const npmEverywhere = (): string[] => ['npm', 'test', '--workspaces', '--if-present'];

const MANAGERS: readonly Manager[] = [
  {
    name: 'pnpm',
    lockfiles: ['pnpm-lock.yaml'],
    install: () => ['pnpm', 'install', '--frozen-lockfile'],
    run: (script) => ['pnpm', 'run', script],
    everywhere: () => ['pnpm', '--recursive', '--if-present', 'run', 'test'],
  },
  {
    name: 'yarn',
    lockfiles: ['yarn.lock'],
    install: (project, json) => [
      ...['yarn', 'install'],
      isModernYarn(project, json) ? '--immutable' : '--frozen-lockfile',
    ],
    run: (script) => ['yarn', 'run', script],
    everywhere: (project, json) =>
      isModernYarn(project, json)
        ? ['yarn', 'workspaces', 'foreach', '--all', 'run', 'test']
        : ['yarn', 'workspaces', 'run', 'test'],
  },
  {
    name: 'bun',
    lockfiles: ['bun.lock', 'bun.lockb'],
    install: () => ['bun', 'install', '--frozen-lockfile'],
    run: (script) => ['bun', 'run', script],
    everywhere: () => ['bun', 'run', '--filter', '*', 'test'],
  },
  {
    name: 'npm',
    lockfiles: ['package-lock.json', 'npm-shrinkwrap.json'],
    install: () => ['npm', 'ci'],
    run: npmRun,
    everywhere: npmEverywhere,
  },
];

/** Without a lockfile none is written: installing must not change the tree. */
const NPM_WITHOUT_LOCK: Manager = {
  name: 'npm',
  lockfiles: [],
  install: () => ['npm', 'install', '--no-package-lock'],
  run: npmRun,
  everywhere: npmEverywhere,
};

/**
 * A manager that package.json pins comes with Node, by corepack. HOME is kept for the checks, which find it on PATH; one
 * that is installed already is taken as it is.
 */
function byCorepack({ name }: Manager, { packageManager }: PackageJson): Findings['setup'] {
  if (!['pnpm', 'yarn'].includes(name) || !packageManager.startsWith(`${name}@`)) return [];
  const bin = '"$HOME/.local/bin"';
  const enable = `mkdir -p ${bin} && corepack enable --install-directory ${bin} ${name}`;
  const argv = ['sh', '-c', `command -v ${name} >/dev/null || { ${enable}; }`];
  return [{ argv, why: `package.json pins ${name}, which corepack brings` }];
}

/** Runners whose report rules/test-count.ts can read. */
const KNOWN_RUNNER =
  /\b(?:node\b.{0,200} --test|vitest|jest|mocha|ava|jasmine|uvu|tape|tap|playwright|bun test|deno test|react-scripts test|ng test)\b/;
const PLACEHOLDER = /no test specified/;
const WATCHES = /(?:^|\s)--watch(?:All)?(?:\s|$)/;

const SCRIPTS: readonly { purpose: FoundCheck['purpose']; names: readonly string[] }[] = [
  { purpose: 'test', names: ['test'] },
  { purpose: 'lint', names: ['lint'] },
  {
    purpose: 'types',
    names: ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'tsc'],
  },
];

/**
 * package.json: its lockfile says how to install, its scripts what to check.
 * @param ci the command lines that the repository’s own CI runs in this directory
 */
export function discoverJavaScript(project: ProjectFiles, ci: readonly string[][] = []): Findings {
  const isPackage = project.has('package.json');
  const read = readPackageJson(isPackage ? (project.read('package.json') ?? '') : '{}');
  if ('problem' in read) {
    const place = project.directory === '.' ? '' : `${project.directory}/`;
    return {
      ...NOTHING_FOUND,
      notes: [`${place}package.json ${read.problem}, so it says nothing.`],
    };
  }
  const { json } = read;
  const manager = MANAGERS.find(({ lockfiles }) => firstOf(project, lockfiles)) ?? NPM_WITHOUT_LOCK;
  const lockfile = firstOf(project, manager.lockfiles);
  const checks = SCRIPTS.flatMap(({ purpose, names }) =>
    scriptCheck(json, manager, purpose, purpose === 'test' ? testScripts(json, ci) : names),
  );
  const hasTest = checks.some(({ purpose }) => purpose === 'test');
  return {
    ...NOTHING_FOUND,
    setup:
      needsInstall(json) || workspacesOf(project, json) !== null
        ? [
            ...byCorepack(manager, json),
            {
              argv: manager.install(project, json),
              why: lockfile ? `${lockfile} pins the dependencies` : 'package.json has dependencies',
            },
          ]
        : [],
    lockfiles: isPackage ? [lockfile ?? 'package.json'] : [],
    checks: hasTest ? checks : [...testsWithoutScript(project, json, manager), ...checks],
  };
}

/** Needs more than the repository: a browser, a service, a build. */
const BEYOND_UNITS = /e2e|browser|integration|acceptance|bench|coverage|dts|types?$|smoke|watch/i;

const RUNS_TEST = /\b(?:npm|pnpm|yarn|bun)(?: run)? test(?=$|[\s&;|])/;

/** `test`, unless CI goes by another script than that: what `test` runs beside may need what only CI prepares. */
function testScripts({ scripts }: PackageJson, ci: readonly string[][]): string[] {
  const run = ci.flatMap(([program = '', ...words]) => {
    const [name = ''] = words[0] === 'run' ? words.slice(1) : words;
    if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return [];
    // "test-ci": "nyc npm test" is the same suite, dressed for CI.
    return RUNS_TEST.test(scripts[name] ?? '') ? ['test'] : name in scripts ? [name] : [];
  });
  const others = run.filter((name) => /test|spec/i.test(name) && !BEYOND_UNITS.test(name));
  return run.includes('test') ? ['test'] : [...others, 'test'];
}

function scriptCheck(
  json: PackageJson,
  manager: Manager,
  purpose: FoundCheck['purpose'],
  names: readonly string[],
): FoundCheck[] {
  const name = names.find((one) => (json.scripts[one] ?? '').trim() !== '');
  const script = json.scripts[name ?? ''] ?? '';
  if (name === undefined || PLACEHOLDER.test(script) || WATCHES.test(script)) return [];
  // A linter that mends would change the tree it is to judge.
  if (purpose === 'lint' && /\s--(?:fix|write)\b/.test(script)) return [];
  const minimumTests = purpose === 'test' && KNOWN_RUNNER.test(withScripts(script, json)) ? 1 : 0;
  const why = `package.json has the script "${name}": ${script.slice(0, 200)}`;
  return [{ argv: manager.run(name), why, purpose, minimumTests }];
}

/** A script with those it runs: "pnpm run test:node && pnpm run test:edge". */
function withScripts(script: string, { scripts }: PackageJson): string {
  const named = [...script.matchAll(/\b(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)/g)];
  return [script, ...named.map(([, name]) => scripts[name ?? ''] ?? '')].join('\n');
}

const DEPENDENCY_RUNNERS = [
  { name: 'vitest', argv: ['npx', '--no-install', 'vitest', 'run'] },
  { name: 'jest', argv: ['npx', '--no-install', 'jest'] },
  { name: 'mocha', argv: ['npx', '--no-install', 'mocha'] },
];
/** As `node --test` finds them. */
export const NODE_TEST_FILE = /(?:^|\/)(?:[^/]+[.-]test|test-[^/]+|test)\.[cm]?[jt]s$/;

/** The file that names workspaces; null where there are none. */
function workspacesOf(project: ProjectFiles, { workspaces }: PackageJson): string | null {
  if (project.has('pnpm-workspace.yaml')) return 'pnpm-workspace.yaml';
  return workspaces === undefined ? null : 'package.json';
}

function testsWithoutScript(
  project: ProjectFiles,
  json: PackageJson,
  manager: Manager,
): FoundCheck[] {
  const found = { purpose: 'test', minimumTests: 1 } as const;
  const workspaces = workspacesOf(project, json);
  if (workspaces !== null) {
    const argv = manager.everywhere(project, json);
    return [{ argv, why: `the workspaces of ${workspaces}`, purpose: 'test', minimumTests: 0 }];
  }
  const runner = DEPENDENCY_RUNNERS.find(
    ({ name }) => name in json.devDependencies || name in json.dependencies,
  );
  if (runner)
    return [{ ...found, argv: runner.argv, why: `package.json depends on ${runner.name}` }];
  const file = project.paths.find(
    (path) => NODE_TEST_FILE.test(path) && !path.includes('node_modules/'),
  );
  return file
    ? [{ ...found, argv: ['node', '--test'], why: `${file} is a test of Node’s own runner` }]
    : [];
}
