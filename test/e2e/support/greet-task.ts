import type { ModelScriptInput } from '../../../src/simulate/model/script.ts';

/** A repository and one issue, small enough to be delivered in three turns. */
export const GREET_FILES = {
  'package.json':
    '{ "name": "greet", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/greet.js': "export const greet = () => 'Hello';\n",
  'test/greet.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { greet } from '../src/greet.js';",
    '',
    "test('greets', () => assert.match(greet(), /^Hello/));",
    '',
  ].join('\n'),
};

export const GREET_ISSUE = {
  title: 'Greet by name',
  body: ['### Acceptance criteria', '', "- `greet('Ada')` returns `Hello, Ada`"].join('\n'),
};

const ACCEPTANCE_TEST = [
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { greet } from '../src/greet.js';",
  '',
  "test('greets by name', () => assert.equal(greet('Ada'), 'Hello, Ada'));",
  '',
].join('\n');

/** A model that drafts the contract and does the work right, in one go. */
export const GREET_MODEL: ModelScriptInput = {
  drafts: [
    {
      goal: 'greet takes a name',
      inScope: [{ text: 'the greeting', globs: ['src/**'] }],
      acceptance: [
        {
          statement: "greet('Ada') returns Hello, Ada",
          quote: "`greet('Ada')` returns `Hello, Ada`",
          expectation: 'becomes-true',
          checks: [
            {
              kind: 'command',
              argv: ['node', '--test', 'acceptance/greet.test.js'],
              inputs: ['src/**'],
              minimumTests: 1,
              why: 'it calls greet with a name',
              oracle: [{ path: 'acceptance/greet.test.js', content: ACCEPTANCE_TEST }],
            },
          ],
        },
      ],
    },
  ],
  turns: [
    {
      tools: [
        {
          name: 'write_file',
          input: {
            path: 'src/greet.js',
            content: "export const greet = (name) => (name ? 'Hello, ' + name : 'Hello');\n",
          },
        },
      ],
    },
    { tools: [{ name: 'done', input: { summary: 'greet takes a name.' } }] },
  ],
};
