import { withoutTiming } from './lines.ts';

/** Tests that a report names, as it names them. */
export interface NamedTests {
  passed: string[];
  failed: string[];
}

/** The tests a report names as passed or failed; skipped ones are neither. Linear in the output. */
export function namedTests(lines: readonly string[]): NamedTests {
  const named: NamedTests = { passed: [], failed: [] };
  for (const line of lines) {
    const verdict = byPrefix(line) ?? bySuffix(line);
    if (verdict) named[verdict.result].push(verdict.name);
  }
  return named;
}

interface Verdict {
  result: 'passed' | 'failed';
  name: string;
}

// Each is anchored and can match in one way only, so that no line costs more than its length.
const MARKED = /^[│├└─ ]*(✓|✔|√|✗|✘|✖|×|✕|\(pass\)|\(fail\)) (.+)$/;
const TAP_POINT = /^ *(not )?ok \d+ (?:- )?(.+)$/;
const GO_RESULT = /^ *--- (PASS|FAIL): (\S+)/;
const DOTNET_RESULT = /^ *(Passed|Failed) (\S.*)$/;
/** Above the failures that node’s reporter shows again at its end: marked like a test, and none. */
const NODE_HEADING = 'failing tests:';
const GOOD = new Set(['✓', '✔', '√', '(pass)', 'PASS', 'Passed']);

function byPrefix(line: string): Verdict | null {
  const tap = TAP_POINT.exec(line);
  if (tap) {
    if (/# (?:skip|todo)\b/i.test(line)) return null;
    return { result: tap[1] ? 'failed' : 'passed', name: withoutTiming(tap[2] ?? '') };
  }
  const found = MARKED.exec(line) ?? GO_RESULT.exec(line) ?? DOTNET_RESULT.exec(line);
  if (!found) return null;
  const [, mark = '', name = ''] = found;
  if (name === NODE_HEADING) return null;
  return { result: GOOD.has(mark) ? 'passed' : 'failed', name: withoutTiming(name) };
}

/** Endings of pytest, gradle, unittest, cargo, deno and minitest; `within` must occur too, where the ending is a common word. */
const ENDINGS: readonly { end: string; result: Verdict['result']; within: readonly string[] }[] = [
  { end: ' PASSED', result: 'passed', within: ['::', ' > '] },
  { end: ' FAILED', result: 'failed', within: ['::', ' > '] },
  { end: ' ERROR', result: 'failed', within: ['::'] },
  { end: ' ... ok', result: 'passed', within: [] },
  { end: ' ... FAILED', result: 'failed', within: [] },
  { end: ' ... FAIL', result: 'failed', within: [] },
  { end: ' ... ERROR', result: 'failed', within: [] },
  { end: ' s = .', result: 'passed', within: ['#'] },
  { end: ' s = F', result: 'failed', within: ['#'] },
  { end: ' s = E', result: 'failed', within: ['#'] },
];

function bySuffix(line: string): Verdict | null {
  const text = withoutTiming(withoutPercentage(line));
  const ending = ENDINGS.findLast(
    ({ end, within }) =>
      text.endsWith(end) && (within.length === 0 || within.some((part) => text.includes(part))),
  );
  if (!ending) return null;
  const name = text
    .slice(0, -ending.end.length)
    .replace(/^test /, '')
    .replace(/ = [\d.]+$/, '');
  return { result: ending.result, name: name.trim() };
}

/** pytest’s progress, `[ 33%]`, at the end of a line. */
function withoutPercentage(line: string): string {
  return line.endsWith('%]') ? line.slice(0, line.lastIndexOf('[')).trimEnd() : line;
}

const SEPARATORS = [' > ', ' › ', ' » ', '::', '#', '.', '/'];

/**
 * Whether a test of this name is reported as passed and none of this name as failed. A report may put
 * the file or the suite before the name (`a.test.ts > suite > name`) and parameters behind it (`name[1]`).
 */
export function passedByName(named: NamedTests, wanted: string): boolean {
  const isWanted = (name: string) => isNamed(name, wanted.trim());
  return named.passed.some(isWanted) && !named.failed.some(isWanted);
}

function isNamed(name: string, wanted: string): boolean {
  return [name.indexOf(wanted), name.lastIndexOf(wanted)].some(
    (at) => at >= 0 && wanted !== '' && standsAlone(name, at, at + wanted.length),
  );
}

function standsAlone(name: string, from: number, to: number): boolean {
  const before = name.slice(0, from);
  const after = name.slice(to);
  return (
    (before === '' || SEPARATORS.some((separator) => before.endsWith(separator))) &&
    (after === '' || /^(?:\[| ?\()/.test(after))
  );
}
