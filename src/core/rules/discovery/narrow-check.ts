import type { Check, CommandCheck } from '../../schema/check.ts';

/** A command that runs one test file alone. */
export interface NarrowCommand {
  argv: string[];
  cwd: string;
  /** 1 where the runner’s report is known. */
  minimumTests: 0 | 1;
}

/** Suites that leave the running to somebody we do not see: each package’s own script, or a browser’s runner. */
const DELEGATES =
  /\bworkspaces?\b|--recursive\b|--filter\b|\b(?:turbo|nx|lerna|playwright|cypress|karma|jasmine|ng)\b/;

interface Runner {
  /** Which test files it runs. */
  files: RegExp;
  /** What tells that the repository uses it, in a suite’s command or in the script behind it; any, when left out. */
  suite?: RegExp;
  /** What tells that it is not, in a suite that would run the file. */
  unless?: RegExp;
  argv: (path: string, suite: CommandCheck | null) => string[];
}

const SCRIPT = /\.(?:[cm]?[jt]sx?)$/;
const stem = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
const folder = (path: string): string => path.split('/').slice(0, -1).join('/');
const npx = (...words: string[]): string[] => ['npx', '--no-install', ...words];
/** `uv run --no-sync pytest` and `.venv/bin/python -m pytest` take the file as they stand. */
const behind = (word: string) => (path: string, suite: CommandCheck | null) => {
  const at = suite?.argv.indexOf(word) ?? -1;
  return [...(suite && at !== -1 ? suite.argv.slice(0, at + 1) : ['python3', '-m', word]), path];
};

/** The first that fits decides. */
const RUNNERS: readonly Runner[] = [
  { files: SCRIPT, suite: /\bvitest\b/, argv: (path) => npx('vitest', 'run', path) },
  { files: SCRIPT, suite: /\bjest\b|react-scripts test/, argv: (path) => npx('jest', path) },
  { files: SCRIPT, suite: /\bmocha\b/, argv: (path) => npx('mocha', path) },
  { files: SCRIPT, suite: /\bava\b/, argv: (path) => npx('ava', path) },
  { files: SCRIPT, suite: /\bbun (?:run |test)/, argv: (path) => ['bun', 'test', path] },
  { files: SCRIPT, suite: /\bdeno\b/, argv: (path) => ['deno', 'test', path] },
  { files: SCRIPT, unless: DELEGATES, argv: (path) => ['node', '--test', path] },
  { files: /\.py$/, suite: /\bunittest\b/, argv: behind('unittest') },
  { files: /\.py$/, argv: behind('pytest') },
  { files: /_test\.go$/, argv: (path) => ['go', 'test', `./${folder(path)}`] },
  { files: /^tests\/[^/]+\.rs$/, argv: (path) => ['cargo', 'test', '--test', stem(path)] },
  { files: /_spec\.rb$/, argv: (path) => ['bundle', 'exec', 'rspec', path] },
  { files: /\.rb$/, argv: (path) => ['ruby', '-Ilib:test', path] },
  { files: /Test\.php$/, argv: (path) => ['vendor/bin/phpunit', path] },
  {
    files: /\.(?:java|kt|groovy)$/,
    suite: /\bgradlew?\b/,
    argv: (path, suite) => [...(suite?.argv ?? ['gradle', 'test']), '--tests', `*${stem(path)}`],
  },
  {
    files: /\.(?:java|kt|groovy)$/,
    argv: (path, suite) => [
      ...(suite?.argv ?? ['mvn', '-B', '-o', 'test']),
      `-Dtest=${stem(path)}`,
    ],
  },
  {
    files: /\.(?:cs|fs)$/,
    argv: (path) => [
      'dotnet',
      'test',
      '--no-restore',
      '--filter',
      `FullyQualifiedName~${stem(path)}`,
    ],
  },
  { files: /\.exs$/, argv: (path) => ['mix', 'test', path] },
  { files: /\.(?:bats)$/, argv: (path) => ['bats', path] },
  { files: /\.sh$/, argv: (path) => ['sh', path] },
];

/** Runners whose report tells no count when all is well. */
const UNCOUNTED = /^(?:sh|mix|bats|ruby|\.\/gradlew|gradle|deno|npx ava)\b/;

/** The narrowest command that runs one test file, by the runner the repository’s own suite uses. Null for unknown kinds. */
export function narrowCheck(path: string, suites: readonly Check[]): NarrowCommand | null {
  const known = suites.filter((check): check is CommandCheck => check.kind === 'command');
  for (const { files, suite: pattern, unless, argv } of RUNNERS) {
    const inside = known.filter(({ cwd }) => cwd === '.' || path.startsWith(`${cwd}/`));
    if (inside.some((check) => unless?.test(wordsOf(check)))) continue;
    const suite = inside.find((check) => !pattern || pattern.test(wordsOf(check))) ?? null;
    const cwd = suite?.cwd ?? '.';
    const local = cwd === '.' ? path : path.slice(cwd.length + 1);
    if (!files.test(local) || (pattern && !suite)) continue;
    const command = argv(local, suite);
    return { argv: command, cwd, minimumTests: UNCOUNTED.test(command.join(' ')) ? 0 : 1 };
  }
  return null;
}

/** A script’s words stand in what is said of it. */
const wordsOf = (check: CommandCheck): string => `${check.argv.join(' ')} ${check.why}`;

const TEST_FILE =
  /(?:^|\/)(?:test_[^/]+\.py|[^/]+_test\.(?:py|go|exs|rb|dart)|[^/]+[._-](?:test|spec)\.[cm]?[jt]sx?|[^/]+_spec\.rb|[^/]+Tests?\.(?:java|kt|php|cs|groovy)|[^/]+Spec\.(?:groovy|scala|kt)|[^/]+\.bats)$|^(?:tests?|spec)\/(?:[^/]+\/)*[^/]+\.(?:rs|py|rb|[cm]?[jt]sx?|php|go)$/;

/** Whether a path is one of a test, by the habits of its language. */
export const isTestFile = (path: string): boolean => TEST_FILE.test(path);

/** The name of what a test file tests, or of a source: `tests/test_parse.py` and `src/parse.py` are both about `parse`. */
export function subjectOf(path: string): string {
  return stem(path)
    .replace(/^test[_-]|[._-](?:test|tests|spec)$|(?:Tests?|Spec)$/g, '')
    .toLowerCase();
}
