import type { ModelScriptInput } from '../../../../src/simulate/model/script.ts';
import { type PlannedRun, plannedRun, turn, write } from '../../work/support/planned-run.ts';

/** A repository of independent parts, each of which the issue wants to say something new. */
const PARTS = ['a', 'b', 'c'] as const;
export type Part = (typeof PARTS)[number];

const FILES = {
  'package.json':
    '{ "name": "parts", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  ...Object.fromEntries(PARTS.map((part) => [`src/${part}.js`, `export const ${part} = 'old';\n`])),
  'test/parts.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    ...PARTS.map((part) => `import { ${part} } from '../src/${part}.js';`),
    `test('parts are words', () => assert.equal(typeof (${PARTS.join(' + ')}), 'string'));`,
    '',
  ].join('\n'),
};

const sentence = (part: Part) => `The part \`${part}\` must say \`new\`.`;

const criterion = (part: Part) => ({
  statement: `${part} says new`,
  quote: sentence(part),
  expectation: 'becomes-true' as const,
  checks: [
    {
      kind: 'command' as const,
      argv: ['node', '--test', `acceptance/${part}.test.js`],
      inputs: ['src/**'],
      minimumTests: 1,
      why: 'it reads the part',
      oracle: [
        {
          path: `acceptance/${part}.test.js`,
          content: [
            "import assert from 'node:assert/strict';",
            "import { test } from 'node:test';",
            `import { ${part} } from '../src/${part}.js';`,
            `test('${part}', () => assert.equal(${part}, 'new'));`,
            '',
          ].join('\n'),
        },
      ],
    },
  ],
});

type Turns = NonNullable<ModelScriptInput['turns']>;

/** The part says this from now on. */
export const says = (part: Part, word = 'new') =>
  write(`src/${part}.js`, `export const ${part} = '${word}';\n`);
export const report = (summary: string) => ({ name: 'done', input: { summary } });
/** The turns of an agent that does its part right, in one go. */
export const rightly = (part: Part): Turns => [turn(says(part), report(`${part} is new`))];

/** One step of the planner, for a part unless said otherwise. */
export const planned = (
  id: string,
  part: Part | null,
  change: Record<string, unknown> = {},
): Record<string, unknown> => ({
  id,
  agent: 'coder',
  task: part === null ? 'Look.' : `Let ${part} say new.`,
  deps: [],
  writes: part === null ? [] : [`src/${part}.js`],
  verification: part === null ? [] : [`AC-${PARTS.indexOf(part) + 1}`],
  ...change,
});

/** The planner’s plan with a step a part. */
export const STEPS = [planned('A', 'a'), planned('B', 'b'), planned('C', 'c')];

const partsScript = (script: ModelScriptInput): ModelScriptInput => ({
  drafts: [
    {
      goal: 'every part says new',
      inScope: [{ text: 'the parts', globs: ['src/**'] }],
      acceptance: PARTS.map(criterion),
    },
  ],
  reviews: [{ verdict: 'pass', reasons: ['as asked'] }],
  steps: { A: rightly('a'), B: rightly('b'), C: rightly('c') },
  plans: [{ steps: STEPS }],
  ...script,
});

type Options = NonNullable<Parameters<typeof plannedRun>[1]>;

/** The whole product on the task of the parts, planned first. */
export function partsRun(script: ModelScriptInput, options: Options = {}): Promise<PlannedRun> {
  return plannedRun(partsScript(script), {
    files: { ...FILES, 'src/greet.js': '', 'test/greet.test.js': '' },
    issue: { title: 'New words', body: PARTS.map((part) => `- ${sentence(part)}`).join('\n') },
    show: PARTS.map((part) => `src/${part}.js`),
    ...options,
    configuration: { mode: 'task-graph', ...options.configuration },
  });
}

/** What happened to nodes, as `type id` lines. */
export const nodeStory = (run: PlannedRun): string[] =>
  run
    .of('graph-moved')
    .flatMap(({ change }) => ('id' in change ? [`${change.type} ${change.id}`] : []));

export const isNew = (run: PlannedRun): boolean =>
  Object.values(run.shown).every((text) => text?.includes("'new'"));
