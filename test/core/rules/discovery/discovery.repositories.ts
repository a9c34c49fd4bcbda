/** Small repositories of each kind, and what is to be discovered in them. */
export interface Repository {
  what: string;
  files: Record<string, string>;
  /** `cwd: argv` of each set-up step. */
  setup: string[];
  /** `cwd: argv (minimum tests)` of each check; the first is the guard. */
  checks: string[];
  lockfiles?: string[];
  notes?: string[];
}

const json = (value: unknown) => JSON.stringify(value);

export const REPOSITORIES: readonly Repository[] = [
  { what: 'an empty repository', files: {}, setup: [], checks: [], lockfiles: [] },
  {
    what: 'npm with a lockfile',
    files: {
      'package.json': json({
        scripts: { test: 'node --test', lint: 'eslint .', typecheck: 'tsc --noEmit' },
        devDependencies: { eslint: '9' },
      }),
      'package-lock.json': '{}',
    },
    setup: ['.: npm ci'],
    checks: ['.: npm test (1)', '.: npm run lint (0)', '.: npm run typecheck (0)'],
    lockfiles: ['package-lock.json'],
  },
  {
    what: 'a package without dependencies',
    files: { 'package.json': json({ scripts: { test: 'node --test' } }) },
    setup: [],
    checks: ['.: npm test (1)'],
    lockfiles: ['package.json'],
  },
  {
    what: 'npm without a lockfile',
    files: {
      'package.json': json({ scripts: { test: 'vitest run' }, devDependencies: { vitest: '3' } }),
    },
    setup: ['.: npm install --no-package-lock'],
    checks: ['.: npm test (1)'],
  },
  {
    what: 'pnpm',
    files: {
      'package.json': json({ scripts: { test: 'jest' }, devDependencies: { jest: '1' } }),
      'pnpm-lock.yaml': '',
    },
    setup: ['.: pnpm install --frozen-lockfile'],
    checks: ['.: pnpm run test (1)'],
    lockfiles: ['pnpm-lock.yaml'],
  },
  {
    what: 'pnpm that package.json pins, and a test script that runs others',
    files: {
      'package.json': json({
        packageManager: 'pnpm@10.14.0',
        scripts: { test: 'pnpm run test:a && pnpm test:b', 'test:a': 'tsc', 'test:b': 'jest' },
        devDependencies: { jest: '1' },
      }),
      'pnpm-lock.yaml': '',
    },
    setup: [
      '.: sh -c command -v pnpm >/dev/null || { mkdir -p "$HOME/.local/bin" && corepack enable --install-directory "$HOME/.local/bin" pnpm; }',
      '.: pnpm install --frozen-lockfile',
    ],
    checks: ['.: pnpm run test (1)'],
    lockfiles: ['pnpm-lock.yaml'],
  },
  {
    what: 'yarn, classic',
    files: {
      'package.json': json({ scripts: { test: 'mocha' }, devDependencies: { mocha: '1' } }),
      'yarn.lock': '',
    },
    setup: ['.: yarn install --frozen-lockfile'],
    checks: ['.: yarn run test (1)'],
  },
  {
    what: 'yarn, modern',
    files: {
      'package.json': json({ packageManager: 'yarn@4.1.0', dependencies: { a: '1' } }),
      'yarn.lock': '',
    },
    setup: [
      '.: sh -c command -v yarn >/dev/null || { mkdir -p "$HOME/.local/bin" && corepack enable --install-directory "$HOME/.local/bin" yarn; }',
      '.: yarn install --immutable',
    ],
    checks: [],
  },
  {
    what: 'bun',
    files: {
      'package.json': json({ scripts: { test: 'bun test' }, dependencies: { a: '1' } }),
      'bun.lock': '',
    },
    setup: ['.: bun install --frozen-lockfile'],
    checks: ['.: bun run test (1)'],
  },
  {
    what: 'npm’s placeholder, a watching and a mending script',
    files: {
      'package.json': json({
        scripts: {
          test: 'echo "Error: no test specified" && exit 1',
          lint: 'eslint --fix .',
          types: 'tsc --watch',
        },
      }),
    },
    setup: [],
    checks: [],
  },
  {
    what: 'a test script of an unknown kind',
    files: { 'package.json': json({ scripts: { test: './run-tests.sh' } }) },
    setup: [],
    checks: ['.: npm test (0)'],
  },
  {
    what: 'no script, but a runner among the dependencies',
    files: {
      'package.json': json({ devDependencies: { vitest: '3' } }),
      'package-lock.json': '{}',
    },
    setup: ['.: npm ci'],
    checks: ['.: npx --no-install vitest run (1)'],
  },
  {
    what: 'no script, but tests of Node’s own runner',
    files: { 'package.json': '{}', 'test/a.test.mjs': '' },
    setup: [],
    checks: ['.: node --test (1)'],
  },
  {
    what: 'workspaces without a test script at the root',
    files: {
      'package.json': json({ workspaces: ['packages/*'] }),
      'packages/a/package.json': '{}',
    },
    setup: ['.: npm install --no-package-lock'],
    checks: ['.: npm test --workspaces --if-present (0)'],
  },
  {
    what: 'pnpm workspaces, which have a file of their own',
    files: {
      'package.json': '{}',
      'pnpm-workspace.yaml': 'packages: [packages/*]',
      'pnpm-lock.yaml': '',
    },
    setup: ['.: pnpm install --frozen-lockfile'],
    checks: ['.: pnpm --recursive --if-present run test (0)'],
  },
  {
    what: 'yarn workspaces, classic',
    files: { 'package.json': json({ workspaces: ['packages/*'] }), 'yarn.lock': '' },
    setup: ['.: yarn install --frozen-lockfile'],
    checks: ['.: yarn workspaces run test (0)'],
  },
  {
    what: 'yarn workspaces, modern',
    files: {
      'package.json': json({ workspaces: ['packages/*'] }),
      'yarn.lock': '',
      '.yarnrc.yml': '',
    },
    setup: ['.: yarn install --immutable'],
    checks: ['.: yarn workspaces foreach --all run test (0)'],
  },
  {
    what: 'bun workspaces',
    files: { 'package.json': json({ workspaces: ['packages/*'] }), 'bun.lock': '' },
    setup: ['.: bun install --frozen-lockfile'],
    checks: ['.: bun run --filter * test (0)'],
  },
  {
    what: 'packages below a directory without a manifest',
    files: {
      'web/package.json': json({ scripts: { test: 'vitest' }, dependencies: { a: '1' } }),
      'web/package-lock.json': '{}',
      'web/packages/x/package.json': '{}',
      'examples/demo/package.json': json({ scripts: { test: 'x' } }),
      'web/node_modules/a/package.json': '{}',
    },
    setup: ['web: npm ci'],
    checks: ['web: npm test (1)'],
    lockfiles: ['web/package-lock.json'],
  },
  ...['{', '[]', 'null', '"text"', '', '\u0000'].map((text) => ({
    what: `a package.json that reads ${JSON.stringify(text)}`,
    files: { 'package.json': text },
    setup: [],
    checks: [],
    lockfiles: [],
    notes: [
      `package.json ${/^(?:\[\]|null|"text")$/.test(text) ? 'is no JSON object' : 'is not valid JSON'}, so it says nothing.`,
    ],
  })),
  {
    what: 'a package.json with fields of the wrong type',
    files: {
      'package.json': json({
        scripts: { test: 7, lint: ['a'] },
        dependencies: 'x',
        devDependencies: null,
      }),
    },
    setup: [],
    checks: [],
    notes: [],
  },
  {
    what: 'a Python package with pytest',
    files: {
      'pyproject.toml':
        '[project]\nname = "a"\n[project.optional-dependencies]\ntest = ["pytest"]\nother = []\n[tool.pytest.ini_options]\n',
      'tests/test_a.py': '',
    },
    setup: [
      '.: python3 -m venv --system-site-packages .venv',
      '.: .venv/bin/python -m pip install -e .[test]',
    ],
    checks: ['.: .venv/bin/python -m pytest (1)'],
    lockfiles: ['pyproject.toml'],
  },
  {
    what: 'extras and groups as dotted keys, quoted, or in tables with comments',
    files: {
      'pyproject.toml':
        'dependency-groups.tests = ["pytest"]\n[project] # one\nname = "a"\noptional-dependencies.tests = [\n  "freezegun",\n  "pytest",\n]\noptional-dependencies."dev" = []\nscripts.test = "a:test"\n',
      'tests/test_a.py': '',
    },
    setup: [
      '.: python3 -m venv --system-site-packages .venv',
      '.: .venv/bin/python -m pip install -e .[tests,dev] --group tests',
    ],
    checks: ['.: .venv/bin/python -m pytest (1)'],
  },
  {
    what: 'Python requirements',
    files: { 'requirements.txt': 'flask\n', 'requirements-dev.txt': 'pytest\n', 'test_a.py': '' },
    setup: [
      '.: python3 -m venv --system-site-packages .venv',
      '.: .venv/bin/python -m pip install -r requirements.txt -r requirements-dev.txt',
    ],
    checks: ['.: .venv/bin/python -m pytest (1)'],
  },
  {
    what: 'pytest that nobody declares',
    files: { 'setup.py': '', 'tests/test_a.py': 'def test_a(): pass' },
    setup: [
      '.: python3 -m venv --system-site-packages .venv',
      '.: .venv/bin/python -m pip install -e . pytest',
    ],
    checks: ['.: .venv/bin/python -m pytest (1)'],
  },
  {
    what: 'unittest without dependencies',
    files: { 'setup.cfg': '', 'tests/test_a.py': 'import unittest' },
    setup: [],
    checks: ['.: python3 -m unittest discover -v -s tests (1)'],
  },
  {
    what: 'Python files without a manifest',
    files: { 'a.py': '', 'test_a.py': 'import unittest' },
    setup: [],
    checks: ['.: python3 -m unittest discover -v (1)'],
  },
  {
    what: 'Python tests in a directory of their own, without a manifest',
    files: { 'a.py': '', 'tests/test_a.py': 'from unittest import TestCase' },
    setup: [],
    checks: ['.: python3 -m unittest discover -v -s tests (1)'],
  },
  {
    what: 'JavaScript tests without a package.json',
    files: { 'a.mjs': '', 'test/a.test.mjs': '', 'node_modules/b/b.test.js': '' },
    setup: [],
    checks: ['.: node --test (1)'],
    lockfiles: [],
  },
  {
    what: 'Go, with a Python example that has tests',
    files: { 'go.mod': 'module x', 'a_test.go': '', 'examples/tally/tests/test_count.py': '' },
    setup: [],
    checks: ['.: go test ./... (1)', '.: go vet ./... (0)'],
  },
  {
    what: 'tests of somebody else',
    files: { 'node_modules/b/b.test.js': '', 'vendor/test_b.py': '' },
    setup: [],
    checks: [],
  },
  {
    what: 'uv',
    files: {
      'pyproject.toml': '[project]\n[dependency-groups]\ndev = ["pytest"]\n',
      'uv.lock': '',
    },
    setup: ['.: uv sync --frozen'],
    checks: ['.: uv run --no-sync pytest (1)'],
    lockfiles: ['uv.lock'],
  },
  {
    what: 'poetry',
    files: { 'pyproject.toml': '[tool.poetry]\n# pytest\n', 'poetry.lock': '' },
    setup: ['.: poetry install --no-interaction'],
    checks: ['.: poetry run pytest (1)'],
  },
  {
    what: 'tox and nothing else',
    files: { 'tox.ini': '[tox]\nenvlist = py3\n' },
    setup: ['.: tox run --notest'],
    checks: ['.: tox run --skip-pkg-install (0)'],
  },
  {
    what: 'Go',
    files: { 'go.mod': 'module a\n\nrequire b v1\n', 'go.sum': '', 'a_test.go': '' },
    setup: ['.: go mod download'],
    checks: ['.: go test ./... (1)', '.: go vet ./... (0)'],
    lockfiles: ['go.mod', 'go.sum'],
  },
  {
    what: 'Go without requirements or tests',
    files: { 'go.mod': 'module a\n' },
    setup: [],
    checks: ['.: go test ./... (0)', '.: go vet ./... (0)'],
  },
  {
    what: 'a Cargo workspace',
    files: { 'Cargo.toml': '[workspace]\nmembers = ["a"]\n', 'Cargo.lock': '', 'a/Cargo.toml': '' },
    setup: ['.: cargo fetch --locked'],
    checks: ['.: cargo test --workspace (1)'],
    lockfiles: ['Cargo.lock'],
  },
  {
    what: 'a crate without dependencies',
    files: { 'Cargo.toml': '[package]\nname = "a"\n' },
    setup: [],
    checks: ['.: cargo test (1)'],
  },
  {
    what: 'Maven',
    files: { 'pom.xml': '' },
    setup: [
      '.: mvn -B test -Dtest=NoSuchTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false',
    ],
    checks: ['.: mvn -B -o test (1)'],
  },
  {
    what: 'Gradle with its wrapper',
    files: { 'build.gradle.kts': '', gradlew: '' },
    setup: ['.: ./gradlew --no-daemon test --test-dry-run'],
    checks: ['.: ./gradlew --no-daemon --offline test (0)'],
  },
  {
    what: 'Ruby with RSpec',
    files: { Gemfile: '', 'Gemfile.lock': '', 'spec/a_spec.rb': '', Rakefile: '' },
    setup: ['.: bundle install'],
    checks: ['.: bundle exec rspec (1)'],
  },
  {
    what: 'Ruby with Rake',
    files: { Gemfile: '', Rakefile: '' },
    setup: ['.: bundle install'],
    checks: ['.: bundle exec rake test (1)'],
  },
  {
    what: 'PHP',
    files: { 'composer.json': '{}', 'phpunit.xml.dist': '' },
    setup: ['.: composer install --no-interaction --no-progress'],
    checks: ['.: vendor/bin/phpunit (1)'],
  },
  {
    what: 'a composer.json that is broken',
    files: { 'composer.json': '{' },
    setup: [],
    checks: [],
    notes: ['composer.json is not valid JSON, so it says nothing.'],
  },
  {
    what: 'Deno',
    files: { 'deno.json': json({ tasks: { test: 'deno test -A' } }) },
    setup: ['.: deno install'],
    checks: ['.: deno task test (1)'],
  },
  {
    what: '.NET',
    files: { 'App.sln': '', 'src/App.csproj': '' },
    setup: ['.: dotnet restore'],
    checks: ['.: dotnet test --no-restore (1)'],
  },
  {
    what: 'a Makefile and nothing else',
    files: { Makefile: 'TEST := x\nbuild:\n\tcc a.c\ntest: build\n\t./a\n' },
    setup: [],
    checks: ['.: make test (0)'],
  },
  {
    what: 'a Makefile whose test is a variable',
    files: { Makefile: 'test := x\ntest:=y\n' },
    setup: [],
    checks: [],
  },
  {
    what: 'a justfile',
    files: { justfile: 'test *args:\n  x\n' },
    setup: [],
    checks: ['.: just test (0)'],
  },
  {
    what: 'a Taskfile',
    files: { 'Taskfile.yml': 'version: 3\ntasks:\n  test: go test\n' },
    setup: [],
    checks: ['.: task test (0)'],
  },
  {
    what: 'nox and nothing else',
    files: { 'noxfile.py': 'import nox' },
    setup: ['.: nox --install-only'],
    checks: ['.: nox -R (0)'],
    lockfiles: ['noxfile.py'],
  },
  {
    what: 'Bazel',
    files: { 'MODULE.bazel': '', 'MODULE.bazel.lock': '{}' },
    setup: ['.: bazel build //...'],
    checks: ['.: bazel test --nofetch //... (0)'],
    lockfiles: ['MODULE.bazel.lock', 'MODULE.bazel'],
  },
  {
    what: 'a package whose CI goes by another script than "test"',
    files: {
      'package.json': json({
        scripts: {
          test: 'vitest',
          'test-unit': 'vitest --project unit*',
          'test-e2e': 'vitest --project e2e',
          'test-dts': 'tsc -p dts',
        },
      }),
      'pnpm-lock.yaml': '',
      '.github/workflows/ci.yml': 'on: push\njobs: {test: {uses: ./.github/workflows/test.yml}}',
      '.github/workflows/test.yml':
        'on: workflow_call\njobs:\n  dts: {steps: [{run: pnpm run test-dts}]}\n  e2e: {steps: [{run: pnpm test-e2e}]}\n  unit: {steps: [{run: pnpm run test-unit}, {run: pnpm run test-unit compiler}]}\n',
    },
    setup: [],
    checks: ['.: pnpm run test-unit (1)'],
  },
  {
    what: 'a package whose CI runs "test" among others',
    files: {
      'package.json': json({ scripts: { test: 'jest', 'test:unit': 'jest unit' } }),
      'package-lock.json': '{}',
      '.github/workflows/ci.yml':
        'on: push\njobs: {a: {steps: [{run: npm run test:unit}, {run: npm test -- --coverage}]}}',
    },
    setup: [],
    checks: ['.: npm test (1)'],
  },
  {
    what: 'a package whose CI dresses "test" up',
    files: {
      'package.json': json({
        scripts: { test: 'mocha', 'test-ci': 'nyc --reporter=lcov npm test' },
      }),
      '.github/workflows/ci.yml': 'on: push\njobs: {a: {steps: [{run: npm run test-ci}]}}',
    },
    setup: [],
    checks: ['.: npm test (1)'],
  },
  {
    what: 'nothing but a workflow that tests',
    files: {
      '.github/workflows/ci.yml':
        'on: [push]\njobs:\n  a:\n    steps:\n      - uses: x/y@v1\n      - run: |\n          npm ci\n          ctest --output-on-failure\n          make lint\n      - run: echo $A | test\n',
      '.github/workflows/release.yml':
        'on: workflow_dispatch\njobs: {a: {steps: [{run: ./test.sh}]}}',
    },
    setup: [],
    checks: ['.: ctest --output-on-failure (0)'],
  },
  {
    what: 'a workflow that is no YAML, or a bomb',
    files: { '.github/workflows/ci.yml': 'on: push\na: &a [1]\njobs: : [' },
    setup: [],
    checks: [],
  },
  { what: 'a broken Taskfile', files: { 'Taskfile.yml': ': [' }, setup: [], checks: [] },
  {
    what: 'a Makefile beside a package that has tests',
    files: { Makefile: 'test:\n', 'package.json': json({ scripts: { test: 'node --test' } }) },
    setup: [],
    checks: ['.: npm test (1)'],
  },
  {
    what: 'two languages, each in its directory',
    files: {
      'api/go.mod': 'module a\n',
      'api/a_test.go': '',
      'web/package.json': json({ scripts: { test: 'jest' } }),
    },
    setup: [],
    checks: ['web: npm test (1)', 'api: go test ./... (1)', 'api: go vet ./... (0)'],
  },
];
