import type { Check } from '../../schema/check.ts';
import type { DraftedCheck, DraftedCriterion } from '../../schema/draft.ts';
import { isTestFile, narrowCheck, subjectOf } from '../discovery/narrow-check.ts';
import { pathsIn } from './draft-contract-paths.ts';

const MOST = 2;

/** Which test files stand in a repository, by what they are about. */
export type TestIndex = ReadonlyMap<string, readonly string[]>;

export function indexTests(paths: readonly string[]): TestIndex {
  const index = new Map<string, string[]>();
  for (const path of paths.filter(isTestFile)) {
    const subject = subjectOf(path);
    index.set(subject, [...(index.get(subject) ?? []), path]);
  }
  return index;
}

/**
 * The narrowest commands that could prove a criterion: its tests are those it names, and those of a source it names.
 * They are the repository’s own, so they need no approval; the whole suite goes on guarding the rest.
 */
export function narrowChecks(
  { statement }: Pick<DraftedCriterion, 'statement'>,
  tests: TestIndex,
  suites: readonly Check[],
): DraftedCheck[] {
  const known = new Set([...tests.values()].flat());
  const found = pathsIn(statement).flatMap((path) => {
    if (known.has(path)) return [{ test: path, why: `The criterion names ${path}.` }];
    if (isTestFile(path)) return [];
    const about = tests.get(subjectOf(path)) ?? [];
    return about.length > MOST
      ? []
      : about.map((test) => ({ test, why: `${test} holds the tests of ${path}, which it names.` }));
  });
  return [...new Map(found.map((one) => [one.test, one])).values()]
    .slice(0, MOST)
    .flatMap(({ test, why }) => {
      const narrow = narrowCheck(test, suites);
      const guard = suites.find((check) => check.kind === 'command');
      const rest = guard && 'argv' in guard ? ` \`${guard.argv.join(' ')}\` guards the rest.` : '';
      return narrow
        ? [
            {
              kind: 'command' as const,
              ...narrow,
              why: `${why} The narrowest command runs it alone.${rest}`,
            },
          ]
        : [];
    });
}
