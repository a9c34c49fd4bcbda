import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { contradictions } from '../../../../src/core/rules/contract/lint-contract-contradictions.ts';
import { draftContract } from '../../../../src/core/rules/drafting/draft-contract.ts';
import { assembled } from '../contract/assemble-contract-sample.ts';
import { snapshotOf } from '../request/snapshot-sample.ts';

const ROOT = new URL('../../../golden/contracts/', import.meta.url);

const Expected = z.object({
  criteria: z.array(
    z.object({
      quote: z.string(),
      expectation: z.enum(['becomes-true', 'stays-true']),
      optional: z.boolean().default(false),
    }),
  ),
  goal_words: z.array(z.string()),
  not_criteria: z.array(z.string()),
  out_of_scope: z.array(z.string()),
  in_scope_paths: z.array(z.string()),
  constraints: z.array(z.string()),
  open_question: z.enum(['none', 'asks']),
  commands: z.array(z.array(z.string())),
  hidden: z.array(z.string()),
});

/** What drafting one golden issue came to, in the terms of test/golden/contracts/README.md. */
export interface Score {
  name: string;
  demanded: number;
  found: number;
  missed: string[];
  wrongExpectation: string[];
  invented: string[];
  falseRequirements: string[];
  question: 'right' | 'missing' | 'needless';
  goal: boolean;
  outOfScope: Tally;
  paths: Tally;
  constraints: Tally;
  commands: Tally;
  hidden: Tally;
}

interface Tally {
  found: number;
  missed: string[];
  additional: number;
}

/** The golden issues in a folder: `./` for the open ones. */
export function goldens(
  folder: './' | './held-out/' | './held-out-2/' | './held-out-3/',
): string[] {
  return readdirSync(new URL(folder, ROOT))
    .filter((name) => /^\d\d-/.test(name))
    .map((name) => `${folder}${name}`);
}

/** Drafts one golden issue without a model and compares. */
export function scoreOf(folder: string): Score {
  const raw = readFileSync(new URL(`${folder}/issue.md`, ROOT), 'utf8');
  const expected = Expected.parse(
    parse(readFileSync(new URL(`${folder}/expected.yaml`, ROOT), 'utf8')),
  );
  const { snapshot, draft } = drafted(raw);
  const drafts = draft.acceptance.map((criterion) => ({
    key: plain(criterion.quote),
    expectation: criterion.expectation,
    quote: criterion.quote,
  }));
  const golden = expected.criteria.map((criterion) => ({
    ...criterion,
    key: plain(criterion.quote),
  }));
  const matching = (key: string) => drafts.filter((one) => matches(one.key, key));
  const demanded = golden.filter((criterion) => !criterion.optional);
  const missed = demanded.filter((criterion) => matching(criterion.key).length === 0);
  const wrong = demanded.filter((criterion) => {
    const by = matching(criterion.key);
    return by.length > 0 && by.every((one) => one.expectation !== criterion.expectation);
  });
  const titleOnly = golden.length === 0 && plain(raw.split('\n').slice(1).join('')) === '';
  const unmatched = drafts.filter((one) => !golden.some(({ key }) => matches(one.key, key)));
  const not = expected.not_criteria.map(plain);
  const isFalse = ({ key }: { key: string }) => not.some((part) => matches(key, part));
  const { contract } = assembled(draft, {}, { drafter: 'rules', snapshot });
  const blocking =
    contract.openQuestions.some((question) => question.blocking) ||
    contradictions(contract).length > 0;
  const asks = expected.open_question === 'asks';
  return {
    name: folder.split('/').at(-1) ?? folder,
    demanded: demanded.length,
    found: demanded.length - missed.length - wrong.length / 2,
    missed: missed.map(({ quote }) => quote),
    wrongExpectation: wrong.map(({ quote }) => quote),
    invented: titleOnly ? [] : unmatched.filter((one) => !isFalse(one)).map(({ quote }) => quote),
    falseRequirements: unmatched.filter(isFalse).map(({ quote }) => quote),
    question: blocking === asks ? 'right' : asks ? 'missing' : 'needless',
    goal: expected.goal_words.every((word) =>
      draft.goal.toLowerCase().includes(word.toLowerCase()),
    ),
    outOfScope: tally(
      expected.out_of_scope,
      draft.outOfScope.map((entry) => entry.text),
    ),
    paths: tally(
      expected.in_scope_paths,
      draft.inScope.map((entry) => `${entry.text} ${entry.globs.join(' ')}`),
    ),
    constraints: tally(
      expected.constraints,
      [...draft.constraints, ...draft.acceptance.map((criterion) => criterion.quote)],
      draft.constraints.length,
    ),
    commands: tally(
      expected.commands.map((argv) => argv.join(' ')),
      [
        ...new Set(
          draft.acceptance.flatMap((criterion) =>
            criterion.checks.flatMap((check) => (check.argv ? [check.argv.join(' ')] : [])),
          ),
        ),
      ],
    ),
    hidden: tally(expected.hidden, [
      ...new Set(
        snapshot.sources.flatMap((source) =>
          source.hidden.map(({ kind }) => (kind === 'bidi-control' ? 'bidi' : kind)),
        ),
      ),
    ]),
  };
}

/** The first contract of an issue file, by rules alone and with no checks known. */
function drafted(raw: string) {
  const [first = '', ...rest] = raw.split('\n');
  const snapshot = snapshotOf({ title: first.replace(/^#\s*/, ''), body: rest.join('\n') });
  return { snapshot, ...draftContract(snapshot, []) };
}

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\ufeff]|[\u{e0000}-\u{e007f}]/gu;

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)+/gm, '')
    .replace(/\[[ xX]\]/g, '')
    .replace(/[`*_~|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function matches(drafted: string, golden: string): boolean {
  return drafted !== '' && golden !== '' && (drafted.includes(golden) || golden.includes(drafted));
}

function tally(
  expected: readonly string[],
  drafted: readonly string[],
  size = drafted.length,
): Tally {
  const keys = drafted.map(plain);
  const missed = expected.filter((one) => !keys.some((key) => matches(key, plain(one))));
  const found = expected.length - missed.length;
  return { found, missed, additional: Math.max(0, size - found) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** All scores added up. */
export function total(scores: readonly Score[]) {
  const of = (field: 'outOfScope' | 'paths' | 'constraints' | 'commands' | 'hidden') => ({
    found: sum(scores.map((score) => score[field].found)),
    missed: sum(scores.map((score) => score[field].missed.length)),
    additional: sum(scores.map((score) => score[field].additional)),
  });
  return {
    demanded: sum(scores.map((score) => score.demanded)),
    found: sum(scores.map((score) => score.found)),
    missed: sum(scores.map((score) => score.missed.length)),
    invented: sum(scores.map((score) => score.invented.length)),
    falseRequirements: sum(scores.map((score) => score.falseRequirements.length)),
    questionsRight: scores.filter((score) => score.question === 'right').length,
    questionsMissing: scores.filter((score) => score.question === 'missing').length,
    questionsNeedless: scores.filter((score) => score.question === 'needless').length,
    goals: scores.filter((score) => score.goal).length,
    outOfScope: of('outOfScope'),
    paths: of('paths'),
    constraints: of('constraints'),
    commands: of('commands'),
    hidden: of('hidden'),
  };
}

/** One line an issue, for people. */
export function table(scores: readonly Score[]): string {
  return scores
    .map((score) =>
      [
        score.name.padEnd(36),
        `found ${score.found}/${score.demanded}`,
        `missed ${score.missed.length}`,
        `invented ${score.invented.length}`,
        `false ${score.falseRequirements.length}`,
        `question ${score.question}`,
      ].join('  '),
    )
    .join('\n');
}
