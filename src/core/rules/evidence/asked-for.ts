import type { Check } from '../../schema/check.ts';
import type { Contract } from '../../schema/contract.ts';
import { activeCriteria } from './completion.ts';
import type { LoadFailure } from './load-failure.ts';

/** What a contract itself asks to be made, as far as its words tell. */
export interface AskedFor {
  words: ReadonlySet<string>;
  /** Files of the base commit. */
  paths: ReadonlySet<string>;
  /** Files and directories at the top, and in `src`, of the base commit: what stands below is the repository’s own. */
  roots: ReadonlySet<string>;
}

export function askedFor(contract: Contract, paths: readonly string[]): AskedFor {
  const texts = [
    contract.goal,
    ...activeCriteria(contract).flatMap(({ statement, source }) => [statement, source?.text ?? '']),
    ...contract.inScope.flatMap(({ text, globs }) => [text, ...globs]),
    ...contract.constraints,
  ];
  return {
    words: wordsOf(texts.join('\n')),
    paths: new Set(paths),
    roots: new Set(
      paths.flatMap((path) => [path, path.replace(/^src\//, '')].map((one) => topOf(one))),
    ),
  };
}

/**
 * Whether a check that cannot load on the base is red as it should be: what is missing is what the contract asks for, by its
 * words or by an acceptance test of its own. A missing package, runner or build, or a test that cannot be parsed, is not.
 */
export function isToBeMade(failure: LoadFailure, check: Check, asked: AskedFor): boolean {
  const { kind, name } = failure;
  const oracles = 'oracle' in check ? check.oracle : [];
  // The check names a test file that the change is to bring; a test of the contract’s own was laid there.
  if (kind === 'missing-test-file') return oracles.length === 0;
  if (kind === 'no-tests') return oracles.length === 0 && namesNewFile(check, asked.paths);
  if (kind !== 'missing-module' || name === null) return false;
  const segments = name.split(/[/\\]|::|\.(?!\w{1,4}$)/).filter((part) => /\w/.test(part));
  const wanted = stem(segments.at(-1) ?? '');
  if (asked.words.has(wanted)) return true;
  const own =
    /^[./]/.test(name) || asked.roots.has(stem(segments[0] ?? '')) || segments[0] === 'crate';
  return (
    own &&
    !segments.some((part) => BUILT.has(part)) &&
    oracles.some(({ content }) => wordsOf(content).has(wanted))
  );
}

const namesNewFile = (check: Check, paths: ReadonlySet<string>): boolean =>
  'argv' in check &&
  check.argv.slice(1).some((word) => {
    const path = check.cwd === '.' ? word : `${check.cwd}/${word}`;
    return /^[^-].*\.\w{1,5}$/.test(word) && !paths.has(path.replace(/^\.\//, ''));
  });

/** Made by a build, never by a commit. */
const BUILT = new Set([
  'dist',
  'build',
  'out',
  'target',
  'bin',
  'obj',
  'node_modules',
  'generated',
]);

const topOf = (path: string): string => stem(path.split('/')[0] ?? '');

const stem = (segment: string): string => segment.toLowerCase().replace(/(?!^)\.\w+$/, '');

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\d_-]+/gu) ?? []);
