import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../../src/core/catalogue-error.ts';
import { parseScenario } from '../../../src/simulate/scenario/load-scenario.ts';

const LEAST = `name: least
repository: { files: { README.md: hello } }
people:
  - { login: maya, role: write }
issue: { title: Do it, body: 'It must be done.', author: maya }
trigger: { by: maya }
`;

describe('a scenario is read with its defaults', () => {
  it('fills in what was left out', () => {
    const scenario = parseScenario(LEAST);
    expect(scenario.trigger).toMatchObject({ kind: 'labeled', label: 'contractor' });
    expect(scenario).toMatchObject({ sandbox: 'auto', machines: 'fresh', timeline: [] });
  });

  it('takes a directory in place of a repository', () => {
    const scenario = parseScenario(LEAST.replace(/\{ files.*/, './somewhere'));
    expect(scenario.repository).toBe('./somewhere');
  });

  it('takes one action or several at a moment', () => {
    const scenario = parseScenario(`${LEAST}timeline:
  - at: { checkpoint: 2 }
    do: { kill: {} }
  - at: end
    do: [{ start: {} }, { wait: { minutes: 5 } }]
`);
    expect(scenario.timeline.map(({ do: actions }) => [actions].flat().length)).toEqual([1, 2]);
  });
});

describe('a wrong scenario is refused with file, line and field', () => {
  const wrong: [string, string, { line: number; field?: string }, RegExp][] = [
    ['a key that is not known', `${LEAST}wat: 1\n`, { line: 7, field: 'wat' }, /Unknown key "wat"/],
    [
      'a key deep inside',
      LEAST.replace('role: write', 'rule: write'),
      { line: 4, field: 'people.0.role' },
      /Invalid/,
    ],
    [
      'a role that is none',
      LEAST.replace('role: write', 'role: king'),
      { line: 4, field: 'people.0.role' },
      /expected one of/,
    ],
    [
      'a value of the wrong type',
      LEAST.replace('title: Do it', 'title: 3'),
      { line: 5, field: 'issue.title' },
      /expected string/,
    ],
    [
      'somebody who is not among the people',
      LEAST.replace('by: maya', 'by: mia'),
      { line: 6, field: 'trigger.by' },
      /Nobody called "mia"/,
    ],
    [
      'an actor of the timeline who is not among the people',
      `${LEAST}timeline:\n  - at: end\n    do:\n      - close: { by: mia }\n`,
      { line: 10, field: 'timeline.0.do.0.close.by' },
      /Nobody called "mia"/,
    ],
    [
      'a moment that is none',
      `${LEAST}timeline:\n  - at: { before: lunch }\n    do: { kill: {} }\n`,
      { line: 8, field: 'timeline.0.at.before' },
      /expected one of/,
    ],
    [
      'two moments at once',
      `${LEAST}timeline:\n  - at: { before: push, turn: 1 }\n    do: { kill: {} }\n`,
      { line: 8, field: 'timeline.0.at' },
      /exactly one of/,
    ],
    [
      'an action that is none',
      `${LEAST}timeline:\n  - at: end\n    do: { dance: {} }\n`,
      { line: 9, field: 'timeline.0.do.dance' },
      /Unknown key "dance"/,
    ],
    [
      'a model turn that is two things',
      `${LEAST}model:\n  turns:\n    - { text: hi, nonsense: true }\n`,
      { line: 9, field: 'model.turns.0' },
      /give text and\/or tools, or nonsense, or error/,
    ],
    [
      'an expectation that is none',
      `${LEAST}expect:\n  outcome: perfect\n`,
      { line: 8, field: 'expect.outcome' },
      /expected one of/,
    ],
    ['text that is no YAML', `${LEAST}people: [}\n`, { line: 7 }, /./],
    ['a key twice', `${LEAST}name: again\n`, { line: 7 }, /unique/],
    ['an empty file', '', { line: 1 }, /expected object/],
  ];

  it.each(wrong)('%s', (_, text, place, message) => {
    const error = catchError(() => parseScenario(text, 'my.yaml'));
    expect(error).toBeInstanceOf(CatalogueError);
    expect(error.code).toBe('bad-scenario');
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ file: 'my.yaml', ...place });
  });
});

function catchError(run: () => unknown): CatalogueError {
  try {
    run();
  } catch (error) {
    return error as CatalogueError;
  }
  throw new Error('nothing was thrown');
}
