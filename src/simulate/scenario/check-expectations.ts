import { auditRecord } from '../../core/rules/evidence/audit.ts';
import type { EmbeddedGitHub } from '../github/embedded-github.ts';
import type { Expectation } from './expectation.ts';
import type { ScenarioResult } from './result.ts';

type Seen = Omit<ScenarioResult, 'asExpected' | 'expectations'>;
type Judged = ScenarioResult['expectations'][number];
type Judges = {
  [K in keyof Expectation]-?: (
    expected: NonNullable<Expectation[K]>,
    seen: Seen,
    github: EmbeddedGitHub,
  ) => Omit<Judged, 'what' | 'expected'> | Promise<Omit<Judged, 'what' | 'expected'>>;
};

/** Holds a result against what the scenario expects. A problem in running it is a failure, whatever is expected. */
export async function checkExpectations(
  seen: Seen,
  expect: Expectation,
  github: EmbeddedGitHub,
): Promise<ScenarioResult> {
  const expectations: Judged[] = [];
  for (const [what, expected] of Object.entries(expect)) {
    if (expected === undefined) continue;
    const judge = JUDGES[what as keyof Expectation] as (
      expected: unknown,
      seen: Seen,
      github: EmbeddedGitHub,
    ) => Promise<Omit<Judged, 'what' | 'expected'>>;
    expectations.push({ what, expected, ...(await judge(expected, seen, github)) });
  }
  const asExpected = seen.problems.length === 0 && expectations.every(({ holds }) => holds);
  return { ...seen, asExpected, expectations };
}

const same = (expected: unknown, actual: unknown) => ({
  holds: JSON.stringify(expected) === JSON.stringify(actual),
  actual,
});
const containsAll = (words: readonly string[], text: string | null) => {
  const missing = words.filter((word) => !text?.includes(word));
  return { holds: missing.length === 0, actual: missing.length === 0 ? 'all' : { missing, text } };
};
const among = (wanted: readonly string[], found: readonly string[]) => {
  const missing = wanted.filter((each) => !found.includes(each));
  return { holds: missing.length === 0, actual: [...new Set(found)] };
};

const JUDGES: Judges = {
  outcome: (expected, { outcome }) => same(expected, outcome),
  outcomes: (expected, { ends }) =>
    same(
      expected,
      ends.map((end) => end.outcome),
    ),
  reasonContains: (words, { reason }) => containsAll(words, reason),
  nothing: (expected, { looks }) => {
    const codes = looks.flatMap(({ ends }) => ends.flatMap(({ nothing }) => nothing ?? []));
    return same(
      expected,
      codes.filter((code, n) => code !== codes[n - 1]),
    );
  },
  contractVersions: (expected, { contracts }) => same(expected, contracts.length),
  dispositions: (expected, { dispositions }) => {
    const left = [...dispositions];
    const missing = expected.filter(({ by, change, outcome }) => {
      const at = left.findIndex(
        (each) =>
          each.outcome === outcome &&
          (by === undefined || each.author === by) &&
          (change === undefined || each.change === change),
      );
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
    const actual = dispositions.map(({ author, change, outcome, reason }) => ({
      by: author,
      change,
      outcome,
      reason,
    }));
    return { holds: missing.length === 0, actual };
  },
  criteria: (expected, { contracts }) => {
    const criteria = contracts.at(-1)?.contract.acceptance ?? [];
    const actual = Object.fromEntries(criteria.map(({ id, status }) => [id, status]));
    return { holds: Object.entries(expected).every(([id, s]) => actual[id] === s), actual };
  },
  pullRequest: (expected, { pullRequest }) => {
    if (typeof expected === 'boolean') return same(expected, pullRequest !== null);
    if (!pullRequest) return { holds: false, actual: null };
    const { state, draft, body } = pullRequest;
    const words = containsAll(expected.bodyContains ?? [], body);
    return {
      holds:
        (expected.state ?? state) === state && (expected.draft ?? draft) === draft && words.holds,
      actual: { state, draft, body: words.actual },
    };
  },
  record: (expected, { record, head }) => {
    if (!expected || !record) return same(expected, record !== null);
    const { verdict, findings } = auditRecord(record);
    const { finalHeadSha } = record.statement.predicate;
    return {
      holds: verdict === 'consistent' && finalHeadSha === head,
      actual: { verdict, findings, finalHeadSha, head },
    };
  },
  checkRun: (expected, { checkRun }) => same(expected, checkRun?.conclusion ?? 'none'),
  files: async (expected, { head }, github) => {
    const actual: Record<string, unknown> = {};
    for (const [path, wanted] of Object.entries(expected)) {
      const text = head === null ? undefined : await github.readFile(head, path);
      if (wanted === null) actual[path] = text === undefined ? 'as expected' : 'is there';
      else if (text === undefined) actual[path] = 'is not there';
      else {
        const wrong = [
          ...(wanted.contains ?? []).filter((word) => !text.includes(word)),
          ...(wanted.lacks ?? []).filter((word) => text.includes(word)),
        ];
        actual[path] = wrong.length === 0 ? 'as expected' : { wrong, text };
      }
    }
    return { holds: Object.values(actual).every((each) => each === 'as expected'), actual };
  },
  changed: (expected, { change }) => same(expected.toSorted(), change?.paths.toSorted() ?? null),
  commentContains: (words, { comment }) => containsAll(words, comment),
  commentLacks: (words, { comment }) => {
    const there = words.filter((word) => comment?.includes(word));
    return { holds: there.length === 0, actual: there };
  },
  comments: (expected, { thread, pullRequest }) =>
    same(
      expected,
      [...thread.comments, ...(pullRequest?.comments ?? [])].filter(({ by }) =>
        by.endsWith('[bot]'),
      ).length,
    ),
  events: (expected, { events }) =>
    among(
      expected,
      events.map(({ event }) => event.type),
    ),
  eventsLack: (expected, { events }) => {
    const there = expected.filter((type) => events.some(({ event }) => event.type === type));
    return { holds: there.length === 0, actual: there };
  },
  refusals: (expected, { events }) =>
    among(
      expected,
      events.flatMap(({ event }) => (event.type === 'refused' ? [event.code] : [])),
    ),
  repairs: (expected, { events }) =>
    same(
      expected,
      events.filter(({ event }) => event.type === 'verification-finished' && !event.passed).length,
    ),
  prefixHeld: (expected, { effort: { conversation } }) => {
    const { compared, held } = conversation;
    return { holds: (compared > 0 && held === compared) === expected, actual: conversation };
  },
  turns: (expected, { modelCalls }) =>
    same(expected, modelCalls.filter(({ purpose }) => purpose === 'work').length),
};
