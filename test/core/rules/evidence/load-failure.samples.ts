import type { LoadFailure } from '../../../../src/core/rules/evidence/load-failure.ts';

/** What real runners print when they do not come to a single assertion; null: they did. */
export interface LoadSample {
  what: string;
  exitCode: number;
  output: string;
  failure: LoadFailure | null;
}

const NODE_TAIL = (name: string) =>
  `\nNode.js v24.21.0\n✖ ${name} (93.474925ms)\nℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 136.904514\n\n✖ failing tests:\n\ntest at ${name}:1:1\n✖ ${name} (93.474925ms)\n  'test failed'\n`;
const VITEST_TAIL = '\n Test Files  1 failed (1)\n      Tests  no tests\n   Duration  384ms\n';
const PYTEST_HEAD = (name: string) =>
  `==================================== ERRORS ====================================\n_______________________ ERROR collecting ${name} _______________________\n`;
const PYTEST_TAIL = (name: string) =>
  `=========================== short test summary info ============================\nERROR ${name}\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n1 error in 3.05s\n`;

const missing = (name: string): LoadFailure => ({ kind: 'missing-module', name });
const runner = (name: string | null): LoadFailure => ({ kind: 'missing-runner', name });
const file = (name: string): LoadFailure => ({ kind: 'missing-test-file', name });
const SYNTAX: LoadFailure = { kind: 'syntax-error', name: null };
const NO_TESTS: LoadFailure = { kind: 'no-tests', name: null };

export const LOAD_SAMPLES: readonly LoadSample[] = [
  {
    what: 'node --test, a module',
    exitCode: 1,
    output: `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/repo/src/farewell.mjs' imported from /repo/missing.test.mjs\n    at finalizeResolution (node:internal/modules/esm/resolve:272:11) {\n  code: 'ERR_MODULE_NOT_FOUND',\n}\n${NODE_TAIL('missing.test.mjs')}`,
    failure: missing('/repo/src/farewell.mjs'),
  },
  {
    what: 'node --test, a package',
    exitCode: 1,
    output: `Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'lodash' imported from /repo/pkg.test.mjs\n${NODE_TAIL('pkg.test.mjs')}`,
    failure: missing('lodash'),
  },
  {
    what: 'node --test, CommonJS',
    exitCode: 1,
    output: `Error: Cannot find module './src/farewell.cjs'\nRequire stack:\n- /repo/req.test.cjs\n${NODE_TAIL('req.test.cjs')}`,
    failure: missing('./src/farewell.cjs'),
  },
  {
    what: 'node --test, no end of file',
    exitCode: 1,
    output: `file:///repo/syntax.test.mjs:2\n\n\n\nSyntaxError: Unexpected end of input\n    at compileSourceTextModule (node:internal/modules/esm/utils:319:16)\n${NODE_TAIL('syntax.test.mjs')}`,
    failure: SYNTAX,
  },
  {
    what: 'node --test, an export that the change brings',
    exitCode: 1,
    output: `SyntaxError: The requested module './lib.mjs' does not provide an export named 'nope'\n${NODE_TAIL('noexp.test.mjs')}`,
    failure: null,
  },
  {
    what: 'node --test, an assertion',
    exitCode: 1,
    output:
      "✖ x (0.993132ms)\nℹ tests 1\nℹ pass 0\nℹ fail 1\n\n✖ failing tests:\n\n✖ x (0.993132ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\n    code: 'ERR_ASSERTION',\n",
    failure: null,
  },
  {
    what: 'node --test, no such file',
    exitCode: 1,
    output: "Could not find 'nothere.test.mjs'\n",
    failure: file('nothere.test.mjs'),
  },
  {
    what: 'vitest, a module',
    exitCode: 1,
    output: ` FAIL  missing.test.mjs [ missing.test.mjs ]\nError: Cannot find module './src/farewell.mjs' imported from /repo/missing.test.mjs\n${VITEST_TAIL}`,
    failure: missing('./src/farewell.mjs'),
  },
  {
    what: 'vitest, a package',
    exitCode: 1,
    output: ` FAIL  pkg.test.mjs [ pkg.test.mjs ]\nError: Cannot find package 'not-a-pkg' imported from /repo/pkg.test.mjs\n${VITEST_TAIL}`,
    failure: missing('not-a-pkg'),
  },
  {
    what: 'vitest, syntax',
    exitCode: 1,
    output: ` FAIL  syntax.test.mjs [ syntax.test.mjs ]\nError: Failed to parse source for import analysis because the content contains invalid JS syntax. If you are using JSX, make sure to name the file with the .jsx or .tsx extension.\n${VITEST_TAIL}`,
    failure: SYNTAX,
  },
  {
    what: 'vitest, no file',
    exitCode: 1,
    output: 'No test files found, exiting with code 1\n\nfilter: nothere.test.mjs\n',
    failure: NO_TESTS,
  },
  {
    what: 'vitest, an assertion',
    exitCode: 1,
    output:
      ' FAIL  fails.test.mjs > x\nAssertionError: expected 1 to be 2 // Object.is equality\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n',
    failure: null,
  },
  {
    what: 'jest, a module',
    exitCode: 1,
    output:
      "FAIL test/farewell.test.js\n  ● Test suite failed to run\n\n    Cannot find module '../src/farewell' from 'test/farewell.test.js'\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n",
    failure: missing('../src/farewell'),
  },
  {
    what: 'jest, syntax',
    exitCode: 1,
    output:
      'FAIL test/a.test.js\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n    SyntaxError: /repo/test/a.test.js: Unexpected token (3:1)\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n',
    failure: SYNTAX,
  },
  {
    what: 'jest, an assertion',
    exitCode: 1,
    output:
      'FAIL test/a.test.js\n  ● adds\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\nTests:       1 failed, 1 total\n',
    failure: null,
  },
  {
    what: 'jest, no test',
    exitCode: 1,
    output: 'No tests found, exiting with code 1\n',
    failure: NO_TESTS,
  },
  {
    what: 'jest, not installed',
    exitCode: 127,
    output: '> app@1.0.0 test\n> jest\n\nsh: 1: jest: not found\n',
    failure: runner('jest'),
  },
  {
    what: 'mocha, a module',
    exitCode: 1,
    output:
      "\nError: Cannot find module '../src/farewell'\nRequire stack:\n- /repo/test/farewell.test.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)\n",
    failure: missing('../src/farewell'),
  },
  {
    what: 'mocha, no file',
    exitCode: 1,
    output: 'Error: No test files found: "test/nothere.js"\n',
    failure: file('test/nothere.js'),
  },
  {
    what: 'mocha, an assertion',
    exitCode: 1,
    output:
      '  0 passing (5ms)\n  1 failing\n\n  1) adds:\n\n      AssertionError [ERR_ASSERTION]: 1 == 2\n      + expected - actual\n',
    failure: null,
  },
  {
    what: 'pytest, a module',
    exitCode: 2,
    output: `${PYTEST_HEAD('test_missing.py')}ImportError while importing test module '/repo/test_missing.py'.\ntest_missing.py:1: in <module>\n    from greet.farewell import farewell\nE   ModuleNotFoundError: No module named 'greet.farewell'\n${PYTEST_TAIL('test_missing.py')}`,
    failure: missing('greet.farewell'),
  },
  {
    what: 'pytest, a name that the change brings',
    exitCode: 2,
    output: `${PYTEST_HEAD('test_name.py')}E   ImportError: cannot import name 'farewell' from 'greet' (/repo/greet/__init__.py)\n${PYTEST_TAIL('test_name.py')}`,
    failure: null,
  },
  {
    what: 'pytest, syntax',
    exitCode: 2,
    output: `${PYTEST_HEAD('test_syntax.py')}E     File "/repo/test_syntax.py", line 1\nE       def test_x(:\nE                  ^\nE   SyntaxError: invalid syntax\n${PYTEST_TAIL('test_syntax.py')}`,
    failure: SYNTAX,
  },
  {
    what: 'pytest, an assertion',
    exitCode: 1,
    output:
      '>   def test_x(): assert 1 == 2\nE   assert 1 == 2\n\ntest_fails.py:1: AssertionError\nFAILED test_fails.py::test_x - assert 1 == 2\n1 failed in 1.54s\n',
    failure: null,
  },
  { what: 'pytest, no test', exitCode: 5, output: '\nno tests ran in 1.73s\n', failure: NO_TESTS },
  {
    what: 'pytest, no such file',
    exitCode: 4,
    output: '\nno tests ran in 1.40s\nERROR: file or directory not found: test_nothere.py\n\n',
    failure: file('test_nothere.py'),
  },
  {
    what: 'pytest, not installed',
    exitCode: 1,
    output: '/usr/bin/python3: No module named pytest\n',
    failure: runner('pytest'),
  },
  {
    what: 'unittest, a module',
    exitCode: 1,
    output:
      "ERROR: test_pkg (unittest.loader._FailedTest.test_pkg)\nImportError: Failed to import test module: test_pkg\nTraceback (most recent call last):\n    import notapkg\nModuleNotFoundError: No module named 'notapkg'\n\n\nRan 1 test in 0.000s\n\nFAILED (errors=1)\n",
    failure: missing('notapkg'),
  },
  {
    what: 'go test, a package',
    exitCode: 1,
    output:
      'farewell_test.go:4:2: no required module provides package github.com/acme/say; to add it:\n\tgo get github.com/acme/say\nFAIL\tgreet [setup failed]\nFAIL\n',
    failure: missing('github.com/acme/say'),
  },
  {
    what: 'go test, a package of the standard library there is not',
    exitCode: 1,
    output:
      'farewell_test.go:4:2: package greet/farewell is not in std (/usr/local/go/src/greet/farewell)\nFAIL\tgreet [setup failed]\n',
    failure: missing('greet/farewell'),
  },
  {
    what: 'go test, a name that the change brings',
    exitCode: 1,
    output:
      '# greet [greet.test]\n./farewell_test.go:6:5: undefined: Farewell\nFAIL\tgreet [build failed]\nFAIL\n',
    failure: null,
  },
  {
    what: 'go test, syntax',
    exitCode: 1,
    output:
      '# greet\nfarewell_test.go:5:27: syntax error: unexpected newline, expected expression\nFAIL\tgreet [setup failed]\n',
    failure: SYNTAX,
  },
  {
    what: 'go test, an assertion',
    exitCode: 1,
    output:
      '--- FAIL: TestX (0.00s)\n    a_test.go:5: got 1, want 2\nFAIL\nFAIL\tgreet\t0.002s\nFAIL\n',
    failure: null,
  },
  {
    what: 'cargo test, a module',
    exitCode: 101,
    output:
      'error[E0432]: unresolved import `serde`\n --> tests/pkg.rs:1:5\n  |\n1 | use serde::X;\n  |     ^^^^^ use of unresolved module or unlinked crate `serde`\n\nerror: could not compile `greet` (test "pkg") due to 1 previous error\n',
    failure: missing('serde'),
  },
  {
    what: 'cargo test, syntax',
    exitCode: 101,
    output:
      'error: this file contains an unclosed delimiter\n --> tests/syntax.rs:1:9\n\nerror: could not compile `greet` (test "syntax") due to 1 previous error\n',
    failure: SYNTAX,
  },
  {
    what: 'cargo test, an assertion',
    exitCode: 101,
    output:
      "running 1 test\nx --- FAILED\n\nthread 'x' (18325) panicked at tests/fails.rs:1:18:\nassertion `left == right` failed\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.19s\n",
    failure: null,
  },
  {
    what: 'cargo test, no such target',
    exitCode: 101,
    output:
      'error: no test target named `nothere` in default-run packages\nhelp: available test targets:\n    fails\n',
    failure: file('nothere'),
  },
  {
    what: 'cargo nextest, not installed',
    exitCode: 101,
    output:
      'error: no such command: `nextest`\n\nhelp: view all installed commands with `cargo --list`\n',
    failure: runner('nextest'),
  },
  {
    what: 'maven, a package',
    exitCode: 1,
    output:
      '[ERROR] COMPILATION ERROR : \n[ERROR] /repo/src/test/java/FarewellTest.java:[3,21] package org.assertj.core.api does not exist\n[INFO] BUILD FAILURE\n',
    failure: missing('org.assertj.core.api'),
  },
  {
    what: 'maven, a class that the change brings',
    exitCode: 1,
    output:
      '[ERROR] COMPILATION ERROR : \n[ERROR] /repo/src/test/java/FarewellTest.java:[8,9] cannot find symbol\n[ERROR]   symbol:   class Farewell\n[INFO] BUILD FAILURE\n',
    failure: null,
  },
  {
    what: 'maven, syntax',
    exitCode: 1,
    output:
      "[ERROR] COMPILATION ERROR : \n[ERROR] /repo/src/test/java/FarewellTest.java:[8,30] ';' expected\n[INFO] BUILD FAILURE\n",
    failure: SYNTAX,
  },
  {
    what: 'maven, an assertion',
    exitCode: 1,
    output:
      '[ERROR]   FarewellTest.x:9 expected: <bye> but was: <hello>\norg.opentest4j.AssertionFailedError: expected: <bye> but was: <hello>\n[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n',
    failure: null,
  },
  {
    what: 'maven, no tests',
    exitCode: 1,
    output: '[INFO] No tests to run.\n[ERROR] No tests were executed!\n',
    failure: NO_TESTS,
  },
  {
    what: 'rspec, a file',
    exitCode: 1,
    output:
      "An error occurred while loading ./spec/farewell_spec.rb.\nFailure/Error: require 'farewell'\n\nLoadError:\n  cannot load such file -- farewell\n# ./spec/farewell_spec.rb:1\nFinished in 0.00003 seconds\n0 examples, 0 failures, 1 error occurred outside of examples\n",
    failure: missing('farewell'),
  },
  {
    what: 'rspec, syntax',
    exitCode: 1,
    output:
      'An error occurred while loading ./spec/a_spec.rb.\nSyntaxError:\n  /repo/spec/a_spec.rb:3: syntax error, unexpected end-of-input\n0 examples, 0 failures, 1 error occurred outside of examples\n',
    failure: SYNTAX,
  },
  {
    what: 'rspec, not installed',
    exitCode: 127,
    output:
      'bundler: command not found: rspec\nInstall missing gem executables with `bundle install`\n',
    failure: runner('rspec'),
  },
  {
    what: 'rspec, an assertion',
    exitCode: 1,
    output:
      '  1) adds\n     Failure/Error: expect(1).to eq(2)\n\n       expected: 2\n            got: 1\n\n1 example, 1 failure\n',
    failure: null,
  },
  {
    what: 'phpunit, not installed',
    exitCode: 1,
    output: 'Could not open input file: vendor/bin/phpunit\n',
    failure: runner('vendor/bin/phpunit'),
  },
  {
    what: 'phpunit, syntax',
    exitCode: 255,
    output:
      'PHP Parse error:  syntax error, unexpected token "}" in /repo/tests/ATest.php on line 8\n',
    failure: SYNTAX,
  },
  {
    what: 'phpunit, no test',
    exitCode: 1,
    output: 'PHPUnit 11.0.0 by Sebastian Bergmann and contributors.\n\nNo tests executed!\n',
    failure: NO_TESTS,
  },
  {
    what: 'phpunit, a file',
    exitCode: 1,
    output: 'Test file "tests/NothereTest.php" not found\n',
    failure: file('tests/NothereTest.php'),
  },
  {
    what: 'phpunit, an assertion',
    exitCode: 1,
    output:
      'There was 1 failure:\n\n1) ATest::testX\nFailed asserting that 1 is identical to 2.\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n',
    failure: null,
  },
  {
    what: 'dotnet test, no tests',
    exitCode: 0,
    output:
      'No test is available in /repo/bin/Sums.dll. Make sure that test discoverer & executors are registered.\n',
    failure: NO_TESTS,
  },
  {
    what: 'dotnet test, syntax',
    exitCode: 1,
    output:
      '/repo/tests/FarewellTest.cs(8,30): error CS1002: ; expected [/repo/tests/Sums.Tests.csproj]\n',
    failure: SYNTAX,
  },
  {
    what: 'dotnet test, a type that the change brings',
    exitCode: 1,
    output:
      "/repo/tests/FarewellTest.cs(8,9): error CS0246: The type or namespace name 'Farewell' could not be found [/repo/tests/Sums.Tests.csproj]\n",
    failure: null,
  },
  {
    what: 'dotnet test, an assertion',
    exitCode: 1,
    output:
      '  Failed Sums.SumTest.Adds [3 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 2\nActual:   1\n\nFailed!  - Failed:     1, Passed:     0, Skipped:     0, Total:     1, Duration: 12 ms\n',
    failure: null,
  },
  {
    what: 'npm, no such script',
    exitCode: 1,
    output: 'npm error Missing script: "test:acceptance"\n',
    failure: runner('test:acceptance'),
  },
  {
    what: 'some tests pass: it loaded',
    exitCode: 1,
    output: `Error: Cannot find package 'lodash' imported from /repo/a.test.mjs\n Test Files  1 failed | 1 passed (2)\n      Tests  3 passed (3)\n`,
    failure: null,
  },
  { what: 'a program of no known runner', exitCode: 1, output: 'no greeting\n', failure: null },
];
