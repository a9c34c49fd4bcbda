import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Contract } from '../../../src/core/schema/contract.ts';
import type { Disposition } from '../../../src/core/schema/disposition.ts';
import { given } from '../../support/given.ts';
import {
  COMMENTED,
  claimed,
  comment,
  contract,
  drafted,
  MAYA,
  OLAF,
  observation,
  prepared,
  SNAPSHOT,
} from '../../support/task.ts';

type Outcome = Disposition['outcome'];

interface LabelledContract {
  goal: string;
  criteria: { id: string; quote: string; expectation: string }[];
  in_scope: string[];
  out_of_scope: string[];
}

export interface LabelledComment {
  id: string;
  contract: string;
  author: 'writer' | 'outsider' | 'bot';
  text: string;
  label: Outcome;
  acceptable: Outcome[];
  why: string;
}

interface LabelledSet {
  contracts: Record<string, LabelledContract>;
  comments: LabelledComment[];
}

/** The set the rules were written for, or the one they never saw when they were first scored on it. */
export type SetName = 'comments' | 'unseen' | 'third';

const setOf = (name: SetName): LabelledSet =>
  parse(readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8')) as LabelledSet;

const AUTHORS = {
  writer: MAYA,
  outsider: OLAF,
  bot: { id: 77, login: 'helper[bot]', kind: 'app' },
} as const;

function contractOf({ goal, criteria, ...labelled }: LabelledContract): Contract {
  const scope = (texts: string[]) => texts.map((text) => ({ text, globs: [] }));
  const [shape] = contract().acceptance;
  return Contract.parse({
    ...contract(),
    goal,
    inScope: scope(labelled.in_scope),
    outOfScope: scope(labelled.out_of_scope),
    acceptance: criteria.map(({ id, quote, expectation }) => ({
      ...shape,
      id,
      statement: quote,
      source: { source: 'body', text: quote },
      expectation,
      checks: [],
    })),
  });
}

/** What becomes of a labelled comment without a model: the product’s own decision on it, while work goes on. */
function outcomeOf(
  contracts: LabelledSet['contracts'],
  { contract: name, author, text }: LabelledComment,
): Outcome {
  const inForce = contractOf(contracts[name] as LabelledContract);
  const { events } = given(
    claimed(),
    COMMENTED,
    SNAPSHOT,
    drafted(inForce),
    prepared(inForce),
  ).when({ observation: observation({ comments: [comment(7, AUTHORS[author], text)] }) });
  const reconciled = events.find((event) => event.type === 'source-reconciled');
  const disposition = reconciled?.dispositions.find(({ source }) => source === 'comment:issue:7');
  if (!disposition) throw new Error(`no disposition for ${text}`);
  return disposition.outcome;
}

/** The judged set, and the lists that must be empty or short (README.md of the goldens says why). */
export function score(name: SetName) {
  const { contracts, comments } = setOf(name);
  const judged = comments.map((each) => ({ ...each, got: outcomeOf(contracts, each) }));
  const fits = ({ got, label, acceptable }: (typeof judged)[number]) =>
    got === label || acceptable.includes(got);
  const obeyed: Outcome[] = ['amendment', 'plan-invalidated', 'evidence-invalidated', 'handback'];
  return {
    judged,
    right: judged.filter(({ got, label }) => got === label),
    safe: judged.filter(fits),
    falseNoEffect: judged.filter((each) => each.got === 'no-effect' && !fits(each)),
    obeyedOutsiders: judged.filter(({ author, got }) => author !== 'writer' && obeyed.includes(got)),
    handedBack: judged.filter(({ got }) => got === 'handback'),
    needlessHandbacks: judged.filter((each) => each.got === 'handback' && !fits(each)),
    wrong: judged.filter((each) => !fits(each)),
  };
}
