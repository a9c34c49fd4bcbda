import { type Findings, type FoundCheck, NOTHING_FOUND } from './findings.ts';
import { firstOf, type ProjectFiles } from './project-files.ts';

export const PYTHON_MANIFEST =
  /^(?:pyproject\.toml|setup\.py|setup\.cfg|tox\.ini|noxfile\.py|pytest\.ini|Pipfile|(?:dev-|test-)?requirements(?:[-_.]?(?:dev|test|tests))?\.txt)$/;
const REQUIREMENTS = [
  'requirements.txt',
  'requirements-dev.txt',
  'requirements_dev.txt',
  'dev-requirements.txt',
  'requirements-test.txt',
  'test-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
];
export const PYTHON_TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
const EXTRAS = ['test', 'tests', 'testing', 'dev'];
/** How many test files are looked into to tell unittest from pytest. */
const LOOK_INTO = 5;

interface Python {
  texts: string;
  pyproject: string;
  usesPytest: boolean;
  testFiles: string[];
}

/** Python: uv, poetry, or a virtual environment of its own; pytest, unittest or tox. */
export function discoverPython(project: ProjectFiles): Findings {
  const python = lookAt(project);
  if (project.has('uv.lock')) {
    return withTool(python, 'uv.lock', ['uv', 'sync', '--frozen'], ['uv', 'run', '--no-sync']);
  }
  if (project.has('poetry.lock')) {
    return withTool(
      python,
      'poetry.lock',
      ['poetry', 'install', '--no-interaction'],
      ['poetry', 'run'],
    );
  }
  const install = installArguments(project, python);
  if (!python.usesPytest && python.testFiles.length === 0 && project.has('tox.ini')) {
    return withTox(project);
  }
  if (!python.usesPytest && python.testFiles.length === 0 && project.has('noxfile.py')) {
    return withNox(project);
  }
  const inVenv = install.length > 0;
  const interpreter = inVenv ? '.venv/bin/python' : 'python3';
  return {
    ...NOTHING_FOUND,
    setup: inVenv
      ? [
          {
            argv: ['python3', '-m', 'venv', '--system-site-packages', '.venv'],
            why: 'packages go into an environment of their own',
          },
          {
            argv: [interpreter, '-m', 'pip', 'install', ...install],
            why: `installs what ${manifestNames(project).join(', ') || 'the tests'} need${manifestNames(project).length === 1 ? 's' : ''}`,
          },
        ]
      : [],
    lockfiles: manifestNames(project),
    checks: testCheck(project, python, [interpreter]),
  };
}

function lookAt(project: ProjectFiles): Python {
  const pyproject = project.read('pyproject.toml') ?? '';
  const names = ['setup.py', 'setup.cfg', 'tox.ini', 'Pipfile', ...REQUIREMENTS];
  const others = names.map((name) => project.read(name));
  const texts = [pyproject, ...others.map((text) => text ?? '')].join('\n');
  const testFiles = project.paths.filter((path) => PYTHON_TEST_FILE.test(path));
  const seen = testFiles.slice(0, LOOK_INTO).map((path) => project.read(path));
  const configured =
    /\bpytest\b/.test(texts) ||
    project.has('pytest.ini') ||
    project.paths.some((path) => /(?:^|\/)conftest\.py$/.test(path));
  const asUnittest = seen.some((text) => /\bunittest\b|\bTestCase\b/.test(text ?? ''));
  const asPytest = seen.some((text) => /\bpytest\b/.test(text ?? ''));
  const usesPytest = configured || asPytest || (testFiles.length > 0 && !asUnittest);
  return { texts, pyproject, usesPytest, testFiles };
}

function manifestNames(project: ProjectFiles): string[] {
  return ['pyproject.toml', 'setup.py', 'setup.cfg', ...REQUIREMENTS].filter((name) =>
    project.has(name),
  );
}

function installArguments(project: ProjectFiles, python: Python): string[] {
  const isPackage =
    /^\[(?:project|build-system)\]/m.test(python.pyproject) || project.has('setup.py');
  const extras = EXTRAS.filter((extra) => hasExtra(python.pyproject, extra));
  const requirements = REQUIREMENTS.filter((name) => project.has(name));
  const args = [
    ...(isPackage ? ['-e', extras.length > 0 ? `.[${extras.join(',')}]` : '.'] : []),
    ...requirements.flatMap((name) => ['-r', name]),
    ...EXTRAS.filter((group) => hasGroup(python.pyproject, group)).flatMap((g) => ['--group', g]),
  ];
  const declared = /\bpytest\b/.test(python.texts);
  return python.usesPytest && !declared ? [...args, 'pytest'] : args;
}

const TOML_TABLE = /^\[([\w."' -]+)\]/;
const TOML_KEY = /^([\w."' -]+)=/;

/** Whether a TOML text has a key, found by lines: `[a.b]` and `c =`, `[a]` and `b.c =` or `a.b.c =` are the same key. */
function hasKey(toml: string, path: string): boolean {
  let table = '';
  return toml.split('\n').some((text) => {
    const line = text.trim();
    const opened = TOML_TABLE.exec(line)?.[1];
    if (opened !== undefined) table = opened;
    const key = TOML_KEY.exec(line)?.[1];
    return key !== undefined && bare(table === '' ? key : `${table}.${key}`) === path;
  });
}

const bare = (key: string) => key.replace(/["' ]/g, '');
const hasExtra = (toml: string, extra: string) =>
  hasKey(toml, `project.optional-dependencies.${extra}`);
const hasGroup = (toml: string, group: string) => hasKey(toml, `dependency-groups.${group}`);

function testCheck(project: ProjectFiles, python: Python, prefix: readonly string[]): FoundCheck[] {
  const found = { purpose: 'test', minimumTests: 1 } as const;
  if (python.usesPytest) {
    return [
      { ...found, argv: [...prefix, '-m', 'pytest'], why: 'the tests are written for pytest' },
    ];
  }
  if (python.testFiles.length === 0) return [];
  const folder = python.testFiles[0]?.split('/').at(-2);
  const start =
    firstOf(project, ['tests/__init__.py', 'test/__init__.py']) || !folder ? [] : ['-s', folder];
  const argv = [...prefix, '-m', 'unittest', 'discover', '-v', ...start];
  return [{ ...found, argv, why: `${python.testFiles[0]} is written for unittest` }];
}

function withTool(python: Python, lockfile: string, install: string[], run: string[]): Findings {
  const argv = [
    ...run,
    ...(python.usesPytest ? ['pytest'] : ['python', '-m', 'unittest', 'discover', '-v']),
  ];
  const why = python.usesPytest
    ? 'the tests are written for pytest'
    : 'the tests are written for unittest';
  const hasTests = python.usesPytest || python.testFiles.length > 0;
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: install, why: `${lockfile} pins the dependencies` }],
    lockfiles: [lockfile],
    checks: hasTests ? [{ argv, why, purpose: 'test', minimumTests: 1 }] : [],
  };
}

function withNox(project: ProjectFiles): Findings {
  const why = 'noxfile.py lists the sessions';
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: ['nox', '--install-only'], why }],
    lockfiles: ['noxfile.py', ...manifestNames(project)],
    checks: [{ argv: ['nox', '-R'], why, purpose: 'test', minimumTests: 0 }],
  };
}

function withTox(project: ProjectFiles): Findings {
  return {
    ...NOTHING_FOUND,
    setup: [{ argv: ['tox', 'run', '--notest'], why: 'tox.ini lists the environments' }],
    lockfiles: ['tox.ini', ...manifestNames(project)],
    checks: [
      {
        argv: ['tox', 'run', '--skip-pkg-install'],
        why: 'tox.ini lists the environments',
        purpose: 'test',
        minimumTests: 0,
      },
    ],
  };
}
