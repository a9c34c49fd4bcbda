import { readFile } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { CatalogueError } from '../../core/catalogue-error.ts';
import { Scenario } from './scenario.ts';

const MOST_ALIASES = 100;

/**
 * Reads a scenario from a YAML file.
 * @throws CatalogueError `bad-scenario` with file, line and field
 */
export async function loadScenario(file: string): Promise<Scenario> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CatalogueError('bad-scenario', 'It cannot be read.', { cause, place: { file } });
  }
  return parseScenario(text, file);
}

/** @throws CatalogueError `bad-scenario` with file, line and field */
export function parseScenario(text: string, file = 'scenario.yaml'): Scenario {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const fail = (detail: string, offset: number | undefined, field = '') =>
    new CatalogueError('bad-scenario', sentence(detail), {
      place: {
        file,
        ...(offset === undefined ? {} : { line: counter.linePos(offset).line }),
        ...(field === '' ? {} : { field }),
      },
    });
  const [error] = document.errors;
  if (error) throw fail(error.message, error.pos[0]);
  const read = Scenario.safeParse(document.toJS({ maxAliasCount: MOST_ALIASES }));
  const issue = read.success ? unknownName(read.data) : deepest(read.error.issues);
  if (read.success && !issue) return read.data;
  const { path, message } = issue ?? { path: [], message: 'It does not fit the schema' };
  throw fail(message, offsetOf(document, path), path.join('.'));
}

interface ScenarioIssue {
  path: PropertyKey[];
  message: string;
}

/** Of all that is wrong, what was understood furthest: in a union, the branch that was meant. */
function deepest(issues: readonly z.core.$ZodIssue[], base: PropertyKey[] = []): ScenarioIssue {
  const found = issues.map((issue): ScenarioIssue => {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const branches = issue.errors.map((branch) => deepest(branch, path));
      const best = branches.reduce((a, b) => (b.path.length > a.path.length ? b : a));
      if (best.path.length > path.length) return best;
      const meant = [...new Set(branches.map((branch) => branch.message))].join(', or ');
      return { path, message: meant };
    }
    if (issue.code === 'unrecognized_keys') {
      const [key = ''] = issue.keys;
      return { path: [...path, key], message: `Unknown key "${key}"` };
    }
    return { path, message: issue.message };
  });
  return found[0] ?? { path: base, message: 'It does not fit the schema' };
}

/** Every login that acts must be one of the people; who acts by a typo would only fail in the middle. */
function unknownName(scenario: Scenario): ScenarioIssue | null {
  const known = new Set(scenario.people.map((person) => person.login.toLowerCase()));
  const named: [PropertyKey[], string | undefined][] = [
    [['issue', 'author'], scenario.issue.author],
    [['trigger', 'by'], scenario.trigger.by],
    [['trigger', 'assignee'], scenario.trigger.assignee],
    ...scenario.issue.comments.map(({ by }, n): [PropertyKey[], string] => [
      ['issue', 'comments', n, 'by'],
      by,
    ]),
    ...scenario.timeline.flatMap(({ do: actions }, n) =>
      [actions]
        .flat()
        .flatMap((action, m) =>
          Object.entries(action).flatMap(([kind, input]) =>
            ['by', 'of', 'to'].map((field): [PropertyKey[], string | undefined] => [
              ['timeline', n, 'do', ...(Array.isArray(actions) ? [m] : []), kind, field],
              (input as Record<string, string> | undefined)?.[field],
            ]),
          ),
        ),
    ),
  ];
  const wrong = named.find(([, login]) => login !== undefined && !known.has(login.toLowerCase()));
  return wrong
    ? { path: wrong[0], message: `Nobody called "${wrong[1]}" is among the people` }
    : null;
}

/** Where the node of a path begins; of a missing one, its nearest parent. A key’s own place when it is the key that is wrong. */
function offsetOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
): number | undefined {
  const last = path.at(-1);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const pairs: unknown = isNode(parent) && 'items' in parent ? parent.items : [];
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const key: unknown = pair?.key;
    if (isNode(key) && String(key) === String(last)) return key.range?.[0];
  }
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0];
  }
  return isNode(document.contents) ? document.contents.range?.[0] : 0;
}

const sentence = (message: string): string => {
  const first = message.split('\n')[0]?.trim() ?? '';
  return /[.?!]$/.test(first) ? first : `${first}.`;
};
