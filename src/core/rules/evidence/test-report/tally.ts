/** What the lines of a report add up to, before it is settled which numbers were given. */
export interface Tally {
  passed: number | null;
  failed: number;
  skipped: number;
  total: number | null;
}

export const NOTHING: Tally = { passed: null, failed: 0, skipped: 0, total: null };
export const NO_TESTS: Tally = { passed: 0, failed: 0, skipped: 0, total: 0 };

type Kind = 'passed' | 'failed' | 'skipped' | 'total';

/** The words runners use for the four numbers; every other word (assertions, warnings, suites …) is no test. */
const WORDS: Record<string, Kind> = {
  passed: 'passed',
  pass: 'passed',
  passing: 'passed',
  successful: 'passed',
  succeeded: 'passed',
  xfailed: 'passed',
  xpassed: 'passed',
  flaky: 'passed',
  failed: 'failed',
  fail: 'failed',
  failing: 'failed',
  failure: 'failed',
  failures: 'failed',
  error: 'failed',
  errors: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
  skip: 'skipped',
  skips: 'skipped',
  pending: 'skipped',
  pendings: 'skipped',
  ignored: 'skipped',
  omissions: 'skipped',
  incomplete: 'skipped',
  total: 'total',
  tests: 'total',
  test: 'total',
  run: 'total',
  runs: 'total',
  examples: 'total',
  example: 'total',
  specs: 'total',
  spec: 'total',
  found: 'total',
  completed: 'total',
};

const NUMBER_FIRST = /\b(\d{1,9}) (?:tests? (?=[psfrc]))?([A-Za-z]+)/g;
const WORD_FIRST = /\b([A-Za-z]+)[:=]? *(\d{1,9})\b/g;

/** Reads `3 passed, 1 failed`. */
export function numberFirst(line: string): Tally {
  return fromPairs([...line.matchAll(NUMBER_FIRST)].map(([, count, word]) => [word, count]));
}

/** Reads `Passed: 3, Failed: 1` and `pass 3`. */
export function wordFirst(line: string): Tally {
  return fromPairs([...line.matchAll(WORD_FIRST)].map(([, word, count]) => [word, count]));
}

function fromPairs(pairs: (string | undefined)[][]): Tally {
  return pairs.reduce<Tally>((tally, [word, count]) => {
    const kind = WORDS[(word ?? '').toLowerCase()];
    return kind ? add(tally, { ...NOTHING, [kind]: Number(count) }) : tally;
  }, NOTHING);
}

/** Both together; a number that neither gave stays unknown. */
export function add(a: Tally, b: Tally): Tally {
  return {
    passed: addKnown(a.passed, b.passed),
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    total: addKnown(a.total, b.total),
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0);
}

/** How many passed: as reported, else what remains of the total. */
export function passedOf(tally: Tally): number {
  return tally.passed ?? Math.max(0, (tally.total ?? 0) - tally.failed - tally.skipped);
}
