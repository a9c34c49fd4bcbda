import { parseConfiguration } from '../src/core/rules/configuration/configuration.ts';
import { draftContract } from '../src/core/rules/drafting/draft-contract.ts';
import { visibleText } from '../src/core/rules/text/visible-text.ts';
import { fold } from '../src/core/run/evolve.ts';
import { reconcile } from '../src/core/run/reconcile.ts';
import { entriesOf } from '../test/support/given.ts';
import { comment, MAYA, OLAF, observation, snapshotOf, UP_TO_WORK } from '../test/support/task.ts';
import { type Figure, lineOf, median, ms } from './support/figure.ts';

const SIZES = [8_192, 16_384, 32_768, 65_536];
const ROUNDS = 7;
const TARGET_MS = 50;

/** What people write, and what was written to take long (threat 12). */
const BODIES: readonly (readonly [string, readonly string[]])[] = [
  [
    'honest',
    [
      '## Acceptance criteria\n\n- [ ] `users list --json` prints **one** object a user\n  - with `id` and `name`\n- [x] the default output stays as it is\n\n| input | today | should be |\n|---|---|---|\n| 11.9 | $11.9 | $11.90 |\n\n> I saw this too, see #12.\n\nThe client must retry [three times](https://example.org/a) before it gives up.\n\n```sh\nnpm test -- users\n```\n\n',
    ],
  ],
  [
    'hostile',
    [
      '<!--',
      '![',
      '[a](<b',
      '`` ` ',
      '> - a\n',
      '- - - a\n',
      '- a\n  - b\n',
      'a|b\n-|-\n',
      '<details>',
      '<a b="',
      '&#82<b>03;',
      '    ```\n',
      'Expected: b. ',
      '**a:** ',
      'could the a b c ',
      '**_must_ ',
      'the expected behaviour of ',
      '◆a\nExpected result\n',
      'Could we have a?\n\n- b\n\n',
      'a\n\n- b\n  - c\n- Out of scope\n  - d\n\n',
      'to check with a with ',
      '> a\n\n## E\n',
      '• Given a\n• ',
      '## Option A\nWe must. ',
      'please, and please also ',
      'ajouter : ajouter ',
    ],
  ],
];

/** Median CPU time of some work in ms, after two rounds that count for nothing: what else the machine does does not matter. */
function timed(rounds: number, work: () => unknown): number {
  for (let n = 0; n < 2; n += 1) work();
  const times = Array.from({ length: rounds }, () => {
    const begun = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1000;
  });
  return median(times);
}

const filled = (part: string, size: number): string =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size);

/** Reading and drafting bodies of growing length, the worst of each kind; twice the length should take twice as long. */
export function drafting(): Promise<Figure[]> {
  const figures = BODIES.flatMap(([kind, parts]) => {
    const read = SIZES.map((size) => worst(parts, (part) => visibleText(filled(part, size))));
    const draft = SIZES.map((size) =>
      worst(parts, (part) => draftContract(snapshotOf(bodyOf(filled(part, size))), [])),
    );
    return [
      growth(`visible text, ${kind} body`, read),
      growth(`… and drafting, ${kind} body`, draft),
    ];
  });
  return Promise.resolve([...figures, thousandComments()]);
}

const bodyOf = (body: string) => {
  const seen = observation();
  return observation({ issue: { text: { ...seen.issue.text, body } } });
};

const worst = (parts: readonly string[], work: (part: string) => unknown): number =>
  Math.max(...parts.map((part) => timed(ROUNDS, () => work(part))));

function growth(what: string, times: readonly number[]): Figure {
  const longest = times.at(-1) ?? Number.NaN;
  return {
    what: `${what}, 8k 16k 32k 65k`,
    value: times.map(ms).join('  '),
    target: { text: `< ${TARGET_MS} ms at 65k`, met: longest < TARGET_MS },
  };
}

/** A thousand comments that came since the last look, half of them by people who may not amend. */
function thousandComments(): Figure {
  const comments = Array.from({ length: 1000 }, (_, n) =>
    comment(
      n + 1,
      n % 2 === 0 ? MAYA : OLAF,
      `Thanks! It must also greet ${n} people by **name**.`,
    ),
  );
  const state = fold(entriesOf(UP_TO_WORK));
  const command = {
    now: '2026-05-04T10:30:00Z',
    run: 'run-1',
    epoch: null,
    trigger: { kind: 'schedule' as const, sender: null, source: null, at: '2026-05-04T10:30:00Z' },
    detail: {},
    observation: observation({ comments }),
    configuration: parseConfiguration(null),
    report: null,
    harnessVersion: '0.0.0',
    ledgerTip: null,
  };
  if (reconcile(state, command).length === 0) throw new Error('Nothing was reconciled.');
  const time = timed(5, () => reconcile(state, command));
  return {
    what: 'reconciling 1,000 new comments',
    value: ms(time),
    target: { text: '< 100 ms', met: time < 100 },
  };
}

if (import.meta.main) for (const figure of await drafting()) console.log(lineOf(figure));
