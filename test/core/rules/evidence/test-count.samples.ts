/** What real runners print, one sample a runner and reporter. `zero`: what it prints when no test ran. */
export interface Sample {
  what: string;
  runner: string;
  output: string;
  executed: number;
  passed: number;
  failed: number;
  skipped: number;
  /** A name that must be found among the passed ones, where the reporter names tests. */
  named?: string;
  /** A name that must be found among the failed ones. */
  broken?: string;
  zero?: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    what: 'node --test, TAP',
    runner: 'tap',
    output: `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 0.484523
  ...
# Subtest: suite
    # Subtest: inner works
    ok 1 - inner works
    # Subtest: later
    ok 2 - later # SKIP
    1..2
ok 2 - suite
# Subtest: breaks
not ok 3 - breaks
1..3
# tests 4
# suites 1
# pass 2
# fail 1
# cancelled 0
# skipped 1
# todo 0
# duration_ms 57.733954
`,
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 1,
    named: 'inner works',
    broken: 'breaks',
    // A file that registers no test is itself reported as a passing test.
    zero: `TAP version 13
# Subtest: y.test.js
ok 1 - y.test.js
1..1
# tests 1
# suites 0
# pass 1
# fail 0
# cancelled 0
# skipped 0
# todo 0
`,
  },
  {
    what: 'node --test, spec',
    runner: 'tap',
    output: `✔ adds (0.499225ms)
▶ suite
  ✔ inner works (0.166438ms)
  ﹣ later (0.057295ms) # SKIP
✔ suite (0.459756ms)
✖ breaks (0.494848ms)
ℹ tests 4
ℹ suites 1
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 1
ℹ todo 0
ℹ duration_ms 57.076062

✖ failing tests:

test at x.test.js:2:95
✖ breaks (0.494848ms)
`,
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 1,
    named: 'inner works',
    broken: 'breaks',
    zero: `✔ test/y.test.mjs (32.270797ms)
ℹ tests 1
ℹ suites 0
ℹ pass 1
ℹ fail 0
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
`,
  },
  {
    what: 'tape',
    runner: 'tap',
    output: `TAP version 13
# adds
ok 1 should be equal
not ok 2 should be truthy

1..2
# tests 2
# pass  1
# fail  1
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 0,
    zero: '1..0\n# tests 0\n# pass  0\n# fail  0\n',
  },
  {
    what: 'vitest',
    runner: 'vitest',
    output: `
\u001b[1m\u001b[30m\u001b[46m RUN \u001b[49m\u001b[39m\u001b[22m v5.1.2 /repo

 ✓ a.test.ts > adds 1ms
 × a.test.ts > s > bad 2ms
   → x
 ↓ a.test.ts > s > later

 FAIL  a.test.ts > s > bad
Error: x

\u001b[2m Test Files \u001b[22m 1 failed (1)
\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m1 passed | 1 skipped\u001b[90m (3)\u001b[39m
   Start at  20:34:05
   Duration  175ms (transform 47%, import 29%, tests 14%, worker 10%)
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    broken: 'bad',
    zero: '\n RUN  v5.1.2 /repo\n\nNo test files found, exiting with code 1\n\ninclude: **/*.test.ts\n',
  },
  {
    what: 'jest',
    runner: 'jest',
    output: `FAIL ./sum.test.js
  sum
    ✓ adds (2 ms)
    ✕ breaks (3 ms)
    ○ skipped later

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 skipped, 1 passed, 3 total
Snapshots:   0 total
Time:        0.312 s
Ran all test suites.
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    broken: 'breaks',
    zero: 'No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0\n',
  },
  {
    what: 'mocha',
    runner: 'mocha',
    output: `

  sum
    ✔ adds
    1) breaks
    - later


  1 passing (5ms)
  1 pending
  1 failing

  1) sum
       breaks:
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    zero: '\n\n  0 passing (1ms)\n\n',
  },
  {
    what: 'ava',
    runner: 'ava',
    output: '\n  ✔ adds\n  ✘ [fail]: breaks\n  ─\n\n  1 test failed\n  2 tests passed\n',
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 0,
    named: 'adds',
    zero: '\n  ✘ Couldn’t find any files to test\n',
  },
  {
    what: 'playwright',
    runner: 'playwright',
    output:
      '\nRunning 3 tests using 1 worker\n\n  1 failed\n    a.spec.ts:3:1 › breaks\n  1 skipped\n  1 passed (2.0s)\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: 'Error: No tests found\n',
  },
  {
    what: 'jasmine',
    runner: 'jasmine',
    output: 'Started\n.F*\n\n3 specs, 1 failure, 1 pending spec\nFinished in 0.01 seconds\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: '0 specs, 0 failures\n',
  },
  {
    what: 'uvu',
    runner: 'uvu',
    output:
      'sum  • • •   (3 / 3)\n\n  Total:     3\n  Passed:    3\n  Skipped:   0\n  Duration:  0.52ms\n',
    executed: 3,
    passed: 3,
    failed: 0,
    skipped: 0,
    zero: '\n  Total:     0\n  Passed:    0\n  Skipped:   0\n',
  },
  {
    what: 'bun test',
    runner: 'bun',
    output: `bun test v1.2.0

a.test.ts:
✓ adds [0.12ms]
✗ breaks [1.00ms]

 1 pass
 1 fail
 1 expect() calls
Ran 2 tests across 1 file. [5.00ms]
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 0,
    named: 'adds',
    broken: 'breaks',
    zero: ' 0 pass\n 0 fail\nRan 0 tests across 1 file. [5.00ms]\n',
  },
  {
    what: 'deno test',
    runner: 'deno',
    output: `running 3 tests from ./a_test.ts
adds ... ok (2ms)
breaks ... FAILED (1ms)
later ... ignored (0ms)

FAILED | 1 passed | 1 failed | 1 ignored (5ms)
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    broken: 'breaks',
    zero: 'error: No test modules found\n',
  },
  {
    what: 'pytest -v',
    runner: 'pytest',
    output: `============================= test session starts ==============================
collecting ... collected 3 items

test_a.py::T::test_bad FAILED                                            [ 33%]
test_a.py::T::test_ok PASSED                                             [ 66%]
test_a.py::T::test_skip SKIPPED (x)                                      [100%]

=================================== FAILURES ===================================
=========================== short test summary info ============================
FAILED test_a.py::T::test_bad - AssertionError: 1 != 2
==================== 1 failed, 1 passed, 1 skipped in 0.59s ====================
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'test_ok',
    broken: 'test_bad',
    zero: 'collected 0 items\n\n============================ no tests ran in 0.44s =============================\n',
  },
  {
    what: 'pytest -q',
    runner: 'pytest',
    output:
      'F.sx                                                            [100%]\n1 failed, 2 passed, 1 skipped, 1 xfailed, 2 warnings in 0.47s\n',
    executed: 4,
    passed: 3,
    failed: 1,
    skipped: 1,
    zero: '\n3 deselected in 0.48s\n',
  },
  {
    what: 'unittest -v',
    runner: 'unittest',
    output: `test_bad (test_a.T.test_bad) ... FAIL
test_ok (test_a.T.test_ok) ... ok
test_skip (test_a.T.test_skip) ... skipped 'x'

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1, skipped=1)
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'test_ok',
    broken: 'test_bad',
    zero: '----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nOK\n',
  },
  {
    what: 'go test -v',
    runner: 'go',
    output: `=== RUN   TestAdd
=== RUN   TestAdd/negative
--- PASS: TestAdd (0.00s)
    --- PASS: TestAdd/negative (0.00s)
=== RUN   TestBad
    a_test.go:9: nope
--- FAIL: TestBad (0.00s)
=== RUN   TestLater
--- SKIP: TestLater (0.00s)
FAIL
FAIL\texample.com/a\t0.002s
FAIL
`,
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 1,
    named: 'TestAdd/negative',
    broken: 'TestBad',
    zero: 'testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.002s [no tests to run]\n',
  },
  {
    what: 'go test ./...',
    runner: 'go',
    output:
      'ok  \texample.com/a\t0.003s\nok  \texample.com/b\t(cached)\n?   \texample.com/c\t[no test files]\n',
    executed: 2,
    passed: 2,
    failed: 0,
    skipped: 0,
    zero: '?   \texample.com/a\t[no test files]\nok  \texample.com/b\t(cached) [no tests to run]\n',
  },
  {
    what: 'cargo test',
    runner: 'cargo',
    output: `     Running unittests src/lib.rs (target/debug/deps/cr-f73a538893013b88)

running 2 tests
test sums::later ... ignored
test sums::adds ... ok
test sums::breaks ... FAILED

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests cr

running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'sums::adds',
    broken: 'breaks',
    zero: 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.00s\n',
  },
  {
    what: 'cargo nextest',
    runner: 'nextest',
    output: '     Summary [   0.004s] 3 tests run: 2 passed, 1 failed, 1 skipped\n',
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 1,
    zero: '     Summary [   0.000s] 0 tests run: 0 passed, 0 skipped\n',
  },
  {
    what: 'rspec',
    runner: 'rspec',
    output:
      '.F*\n\nFinished in 0.00309 seconds (files took 0.1 seconds to load)\n3 examples, 1 failure, 1 pending\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: 'No examples found.\n\nFinished in 0.0002 seconds\n0 examples, 0 failures\n',
  },
  {
    what: 'minitest -v',
    runner: 'minitest',
    output:
      'SumTest#test_adds = 0.00 s = .\nSumTest#test_breaks = 0.00 s = F\n\n3 runs, 4 assertions, 1 failures, 0 errors, 1 skips\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'test_adds',
    broken: 'test_breaks',
    zero: '0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n',
  },
  {
    what: 'test-unit',
    runner: 'test-unit',
    output:
      '3 tests, 4 assertions, 1 failures, 1 errors, 0 pendings, 0 omissions, 0 notifications\n',
    executed: 3,
    passed: 1,
    failed: 2,
    skipped: 0,
    zero: '0 tests, 0 assertions, 0 failures, 0 errors, 0 pendings, 0 omissions, 0 notifications\n',
  },
  {
    what: 'bats, pretty',
    runner: 'bats',
    output: ' ✓ adds\n ✗ breaks\n - later (skipped)\n\n3 tests, 1 failure, 1 skipped\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    broken: 'breaks',
    zero: '0 tests, 0 failures\n',
  },
  {
    what: 'bats, TAP',
    runner: 'tap',
    output: '1..3\nok 1 adds\nnot ok 2 breaks\nok 3 later # skip no network\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'adds',
    broken: 'breaks',
    zero: '1..0\n',
  },
  {
    what: 'maven surefire',
    runner: 'surefire',
    output: `[INFO]  T E S T S
[INFO] Running com.example.SumTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1, Time elapsed: 0.05 s <<< FAILURE! -- in com.example.SumTest
[INFO]
[INFO] Results:
[INFO]
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1
[INFO]
[INFO] BUILD FAILURE
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: '[INFO] --- surefire:3.2.5:test (default-test) @ app ---\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n',
  },
  {
    what: 'junit console',
    runner: 'junit-console',
    output: `[         3 tests found           ]
[         1 tests skipped         ]
[         3 tests started         ]
[         0 tests aborted         ]
[         1 tests successful      ]
[         1 tests failed          ]
`,
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: '[         0 tests skipped         ]\n[         0 tests successful      ]\n[         0 tests failed          ]\n',
  },
  {
    what: 'gradle, with test logging',
    runner: 'gradle',
    output: `> Task :app:test

SumTest > adds() PASSED

SumTest > later() SKIPPED

BUILD SUCCESSFUL in 2s
`,
    executed: 1,
    passed: 1,
    failed: 0,
    skipped: 1,
    named: 'adds',
    zero: '> Task :app:test NO-SOURCE\n> Task :lib:test NO-SOURCE\n\nBUILD SUCCESSFUL in 2s\n',
  },
  {
    what: 'gradle, failed',
    runner: 'gradle',
    output:
      'SumTest > breaks() FAILED\n\n3 tests completed, 1 failed, 1 skipped\n\n> Task :test FAILED\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    broken: 'breaks',
  },
  {
    what: 'dotnet test',
    runner: 'dotnet',
    output:
      '  Passed Sums.SumTest.Adds [3 ms]\n\nFailed!  - Failed:     1, Passed:     1, Skipped:     1, Total:     3, Duration: 12 ms - Sums.dll (net8.0)\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'Adds',
    zero: 'No test is available in /repo/bin/Sums.dll. Make sure that test discoverer & executors are registered.\n',
  },
  {
    what: 'vstest console',
    runner: 'vstest',
    output: 'Total tests: 3\n     Passed: 2\n     Failed: 1\n Total time: 0.5 Seconds\n',
    executed: 3,
    passed: 2,
    failed: 1,
    skipped: 0,
    zero: 'Total tests: 0\n',
  },
  {
    what: 'Microsoft.Testing.Platform',
    runner: 'testing-platform',
    output:
      'Test run summary: Failed!\n  total: 3\n  failed: 1\n  succeeded: 1\n  skipped: 1\n  duration: 240ms\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    zero: 'Test run summary: Zero tests ran\n  total: 0\n  failed: 0\n  succeeded: 0\n  skipped: 0\n',
  },
  {
    what: 'phpunit, failed, testdox',
    runner: 'phpunit',
    output:
      'Sum\n ✔ Adds\n ✘ Breaks\n\nFAILURES!\nTests: 3, Assertions: 4, Failures: 1, Skipped: 1.\n',
    executed: 2,
    passed: 1,
    failed: 1,
    skipped: 1,
    named: 'Adds',
    broken: 'Breaks',
    zero: 'No tests executed!\n',
  },
  {
    what: 'phpunit, passed',
    runner: 'phpunit',
    output:
      '...                                             3 / 3 (100%)\n\nOK (3 tests, 5 assertions)\n',
    executed: 3,
    passed: 3,
    failed: 0,
    skipped: 0,
  },
  {
    what: 'prove',
    runner: 'prove',
    output:
      't/sum.t .. ok\nAll tests successful.\nFiles=1, Tests=3,  0 wallclock secs ( 0.02 usr )\nResult: PASS\n',
    executed: 3,
    passed: 3,
    failed: 0,
    skipped: 0,
    zero: 'Files=0, Tests=0,  0 wallclock secs\nResult: NOTESTS\n',
  },
];
