import { describe, expect, it } from 'vitest';
import {
  isTestFile,
  narrowCheck,
  subjectOf,
} from '../../../../src/core/rules/discovery/narrow-check.ts';
import {
  indexTests,
  narrowChecks,
} from '../../../../src/core/rules/drafting/draft-contract-narrow.ts';
import type { CommandCheck } from '../../../../src/core/schema/check.ts';

const suite = (argv: string[], why = '', cwd = '.') =>
  ({ kind: 'command', argv, why, cwd }) as CommandCheck;
const NPM = ['npm', 'test'];

describe('the narrowest command that runs one test file', () => {
  it.each([
    [
      'src/a.test.ts',
      [suite(NPM, 'the script "test": vitest run')],
      'npx --no-install vitest run src/a.test.ts',
    ],
    ['a.spec.js', [suite(NPM, 'the script "test": jest')], 'npx --no-install jest a.spec.js'],
    ['a.test.js', [suite(NPM, 'the script "test": node --test')], 'node --test a.test.js'],
    ['a.test.js', [], 'node --test a.test.js'],
    ['a.test.ts', [suite(['bun', 'run', 'test'], 'bun test')], 'bun test a.test.ts'],
    ['a_test.ts', [suite(['deno', 'test'])], 'deno test a_test.ts'],
    ['a.test.js', [suite(NPM, 'the script "test": mocha')], 'npx --no-install mocha a.test.js'],
    ['a.test.js', [suite(NPM, 'the script "test": turbo run test')], undefined],
    ['packages/a/a.test.js', [suite([...NPM, '--workspaces'], 'the workspaces')], undefined],
    [
      'test/a_test.rb',
      [suite(['bundle', 'exec', 'rake', 'test'])],
      'ruby -Ilib:test test/a_test.rb',
    ],
    ['tests/test_a.py', [suite(['tox', 'run'])], 'python3 -m pytest tests/test_a.py'],
    [
      'tests/test_a.py',
      [suite(['uv', 'run', '--no-sync', 'pytest'])],
      'uv run --no-sync pytest tests/test_a.py',
    ],
    [
      'tests/test_a.py',
      [suite(['.venv/bin/python', '-m', 'pytest'])],
      '.venv/bin/python -m pytest tests/test_a.py',
    ],
    [
      'tests/test_a.py',
      [suite(['python3', '-m', 'unittest', 'discover'])],
      'python3 -m unittest tests/test_a.py',
    ],
    ['pkg/a/a_test.go', [suite(['go', 'test', './...'])], 'go test ./pkg/a'],
    ['tests/cli.rs', [suite(['cargo', 'test'])], 'cargo test --test cli'],
    ['spec/a_spec.rb', [], 'bundle exec rspec spec/a_spec.rb'],
    ['tests/ATest.php', [], 'vendor/bin/phpunit tests/ATest.php'],
    [
      'src/test/java/ATest.java',
      [suite(['./mvnw', '-B', '-o', 'test'])],
      './mvnw -B -o test -Dtest=ATest',
    ],
    [
      'src/test/java/ATest.java',
      [suite(['./gradlew', '--offline', 'test'])],
      './gradlew --offline test --tests *ATest',
    ],
    ['T/ATests.cs', [], 'dotnet test --no-restore --filter FullyQualifiedName~ATests'],
  ])('%s', (path, suites, line) => expect(narrowCheck(path, suites)?.argv.join(' ')).toBe(line));

  it('stands in the directory of its project', () =>
    expect(narrowCheck('web/src/a.test.ts', [suite(NPM, 'vitest run', 'web')])).toEqual({
      argv: ['npx', '--no-install', 'vitest', 'run', 'src/a.test.ts'],
      cwd: 'web',
      minimumTests: 1,
    }));

  it('is unknown for other files', () => expect(narrowCheck('a.tftest.hcl', [])).toBeNull());

  it.each(['a.test.ts', 'tests/test_a.py', 'x_test.go', 'tests/a.rs', 'src/test/java/ATest.java'])(
    '%s is a test',
    (path) => expect(isTestFile(path)).toBe(true),
  );
  it.each(['src/a.ts', 'contest.py', 'src/latest.go', 'src/lib.rs', 'README.md'])(
    '%s is none',
    (path) => expect(isTestFile(path)).toBe(false),
  );
  it.each([
    ['tests/test_parse.py', 'parse'],
    ['src/parse.py', 'parse'],
    ['a/parse.test.ts', 'parse'],
    ['ParseTest.java', 'parse'],
  ])('%s is about %s', (path, subject) => expect(subjectOf(path)).toBe(subject));
});

describe('the narrowest command for a criterion', () => {
  const tests = indexTests(['tests/test_parse.py', 'tests/test_emit.py', 'src/parse.py']);
  const lines = (statement: string) =>
    narrowChecks({ statement }, tests, [suite(['pytest'])]).map((check) => check.argv?.at(-1));

  it.each([
    ['`src/parse.py` accepts weeks', ['tests/test_parse.py']],
    ['`tests/test_emit.py` covers it', ['tests/test_emit.py']],
    ['`src/other.py` is new', []],
    ['it sorts', []],
  ])('%s', (statement, expected) => expect(lines(statement)).toEqual(expected));

  it('says what guards the rest', () =>
    expect(
      narrowChecks({ statement: '`src/parse.py`' }, tests, [suite(['pytest'])])[0]?.why,
    ).toContain('`pytest` guards the rest'));
});
