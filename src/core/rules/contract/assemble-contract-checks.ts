import { digestText } from '../../digest.ts';
import { Check, type OracleFile } from '../../schema/check.ts';
import type { DraftedCheck } from '../../schema/draft.ts';
import { RepositoryPath } from '../../schema/scalars.ts';
import { isTestFile, narrowCheck } from '../discovery/narrow-check.ts';
import { inRepositoryToolchain } from '../discovery/toolchain-of-repository.ts';
import { uselessCommand } from '../text/command-line.ts';
import { usableGlobs } from './assemble-contract-globs.ts';
import { checkIdentity, type IdSource } from './assemble-contract-ids.ts';

const MOST_ORACLES = 10;
const LONGEST_ORACLE = 200_000;
const MOST_CHECKS = 10;

export interface CheckContext {
  ids: IdSource;
  /** Who proposed it: rules found it in the text, a model thought of it, or a person asked for it. */
  origin: 'issue' | 'model' | 'person';
  /** All text of the request, authorised or not: a command that stands there came from there, whoever repeats it. */
  requestText: string;
  guards: readonly Check[];
  /** See `ownTestCommands`. */
  ownTests?: ReadonlySet<string>;
  notes: string[];
}

/** Turns proposed checks into checks of the contract; what can prove nothing is left out, with a note. */
export function acceptChecks(
  drafted: readonly DraftedCheck[],
  where: string,
  context: CheckContext,
): Check[] {
  const accepted: Check[] = [];
  for (const proposal of drafted.slice(0, MOST_CHECKS)) {
    const result = acceptCheck(proposal, context);
    if (typeof result === 'string')
      context.notes.push(`A check of ${where} was left out: ${result}.`);
    else if (!accepted.some((check) => check.id === result.id)) accepted.push(result);
  }
  return accepted;
}

function acceptCheck(drafted: DraftedCheck, context: CheckContext): Check | string {
  const proposal = {
    ...drafted,
    argv: drafted.argv && inRepositoryToolchain(drafted.argv, context.guards),
  };
  const useless = proposal.argv ? uselessCommand(proposal.argv) : null;
  if (useless !== null) return useless;
  if (proposal.argv && !isInside(proposal.cwd ?? '.'))
    return 'its directory lies outside the repository';
  const oracle = acceptOracles(proposal);
  if (typeof oracle === 'string') return oracle;
  const guard = context.guards.find(
    (g) => 'argv' in g && oracle.length === 0 && sameCommand(g, proposal),
  );
  if (guard && proposal.kind === 'command') return numbered(guard, context.ids);
  const { kind, argv, cwd, test, what, globs, question, inputs, minimumTests, why } = proposal;
  const fields = {
    kind,
    argv,
    cwd: cwd ?? '.',
    test,
    what,
    globs: globs && usableGlobs(globs),
    question,
    inputs: usableGlobs(inputs ?? []),
    minimumTests: minimumTests ?? (oracle.length > 0 ? undefined : 0),
    oracle,
    id: 'CK-1',
    why: why.slice(0, 500).toWellFormed(),
    origin: originOf(drafted, context),
  };
  const parsed = Check.safeParse(withoutUndefined(fields));
  if (!parsed.success) return `it is incomplete (${parsed.error.issues[0]?.path.join('.')})`;
  return numbered(parsed.data, context.ids);
}

/** Gives a check its id: the one it already has in this task, or the next. */
export function numbered(check: Check, ids: IdSource): Check {
  const known = ids.checkIds.get(checkIdentity(check));
  if (known !== undefined) return { ...check, id: known };
  const id = ids.nextCheck();
  ids.checkIds.set(checkIdentity(check), id);
  return { ...check, id };
}

function originOf(proposal: DraftedCheck, context: CheckContext): Check['origin'] {
  if (runsOwnTest(proposal, context)) return 'discovered';
  if (context.origin !== 'model' || !proposal.argv) return context.origin;
  const line = squeezed(proposal.argv.join(' '));
  // One bare word ("pytest") is no quotation.
  const quoted = proposal.argv.length > 1 && squeezed(context.requestText).includes(line);
  return quoted ? 'issue' : 'model';
}

/** However it is quoted or broken into lines. */
const squeezed = (text: string): string =>
  text
    .replaceAll(/["'`\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Exactly the command that runs a test file of the base commit alone, and nothing laid over it. */
const runsOwnTest = ({ argv, cwd, oracle }: DraftedCheck, { ownTests }: CheckContext): boolean =>
  (oracle ?? []).length === 0 && ownTests?.has(commandKey(argv ?? [], cwd ?? '.')) === true;

const commandKey = (argv: readonly string[], cwd: string): string => [cwd, ...argv].join('\0');

/** The commands that run one test file of the base commit alone: as the repository’s own, they need no approval. */
export function ownTestCommands(paths: readonly string[], guards: readonly Check[]): Set<string> {
  return new Set(
    paths.filter(isTestFile).flatMap((path) => {
      const narrow = narrowCheck(path, guards);
      return narrow ? [commandKey(narrow.argv, narrow.cwd)] : [];
    }),
  );
}

function acceptOracles(proposal: DraftedCheck): OracleFile[] | string {
  const files = proposal.oracle ?? [];
  if (files.length > MOST_ORACLES) return `it brings more than ${MOST_ORACLES} test files`;
  for (const { path, content } of files) {
    if (!RepositoryPath.safeParse(path).success || path.split('/')[0]?.toLowerCase() === '.git')
      return `its test file "${path.slice(0, 80)}" lies outside the repository`;
    if (content.length > LONGEST_ORACLE) return `its test file "${path.slice(0, 80)}" is too long`;
  }
  return files.map(({ path, content }) => ({ path, content, digest: digestText(content) }));
}

function sameCommand(guard: Extract<Check, { argv: string[] }>, proposal: DraftedCheck): boolean {
  return guard.cwd === (proposal.cwd ?? '.') && guard.argv.join('\0') === proposal.argv?.join('\0');
}

const isInside = (directory: string): boolean =>
  directory === '.' || RepositoryPath.safeParse(directory).success;

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
