import { isNode, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { z } from 'zod';
import { CatalogueError, type Place } from '../../catalogue-error.ts';
import { Configuration } from '../../schema/configuration.ts';

/** A configuration is short; what is longer is a mistake or an attack. */
const LONGEST = 64 * 1024;
/** Enough for honest anchors, too few for a "billion laughs" bomb. */
const MOST_ALIASES = 20;

/**
 * Reads `.github/contractor.yml`. No text, or an empty one, is the default configuration.
 * @throws CatalogueError `bad-configuration` with file, line and field, and the key that was probably meant.
 */
export function parseConfiguration(
  text: string | null,
  file = '.github/contractor.yml',
): Configuration {
  if (text === null || text.trim() === '') return Configuration.parse({});
  if (text.length > LONGEST) throw bad('It is longer than 64 KB.', { file });
  const counter = new LineCounter();
  const document = guarded(
    () => parseDocument(text, { lineCounter: counter, prettyErrors: false }),
    file,
  );
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw bad(sentence(error.message), { file, line: lineOf(counter, error) });
  const value = guarded(() => document.toJS({ maxAliasCount: MOST_ALIASES }), file);
  const result = Configuration.safeParse(value ?? {});
  if (result.success) return result.data;
  const issue = firstIssue(result.error.issues);
  const node = issue.unknownKey ? keyNode(document, issue.path) : nodeAt(document, issue.path);
  const offset = node?.range?.[0];
  throw bad(issue.message, {
    file,
    ...(offset === undefined ? {} : { line: counter.linePos(offset).line }),
    field: issue.path.join('.'),
  });
}

/** The parser throws on alias bombs and on nesting that is too deep. */
function guarded<T>(read: () => T, file: string): T {
  try {
    return read();
  } catch (cause) {
    throw bad(sentence(cause instanceof Error ? cause.message : String(cause)), { file }, cause);
  }
}

interface ConfigurationIssue {
  path: PropertyKey[];
  message: string;
  unknownKey: boolean;
}

function firstIssue(issues: readonly z.core.$ZodIssue[]): ConfigurationIssue {
  const issue = issues[0];
  if (!issue) return { path: [], message: 'It does not fit the schema.', unknownKey: false };
  if (issue.code !== 'unrecognized_keys')
    return { path: issue.path, message: sentence(issue.message), unknownKey: false };
  const key = issue.keys[0] ?? '';
  const meant = nearest(key, knownKeys(issue.path));
  return {
    path: [...issue.path, key],
    message: `Unknown key "${key}"${meant ? `: did you mean "${meant}"?` : '.'}`,
    unknownKey: true,
  };
}

/** Keys of the section at `path`, read from the very schema that is documented. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema = z.toJSONSchema(Configuration, { io: 'input' }) as JsonSchema | undefined;
  for (const part of path) schema = schema?.properties?.[String(part)];
  return Object.keys(schema?.properties ?? {});
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
}

function nearest(key: string, known: readonly string[]): string | null {
  const short = key.slice(0, 60).toLowerCase();
  const ranked = known
    .map((name) => ({ name, distance: editDistance(short, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : null;
}

/** Levenshtein distance; both words are short. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

type ParsedDocument = ReturnType<typeof parseDocument>;

function nodeAt(document: ParsedDocument, path: readonly PropertyKey[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

/** The node of a key itself, so that the line is the key’s and not its value’s. */
function keyNode(document: ParsedDocument, path: readonly PropertyKey[]) {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const items: unknown = isNode(parent) && 'items' in parent ? parent.items : [];
  for (const item of Array.isArray(items) ? items : []) {
    const key: unknown = item?.key;
    if (isNode(key) && String(key) === String(path.at(-1))) return key;
  }
  return nodeAt(document, path);
}

const lineOf = (counter: LineCounter, error: YAMLError): number =>
  counter.linePos(error.pos[0]).line;

const sentence = (message: string): string => {
  const first = message.split('\n')[0]?.trim() ?? '';
  return /[.?!]$/.test(first) ? first : `${first}.`;
};

const bad = (detail: string, place: Place, cause?: unknown): CatalogueError =>
  new CatalogueError('bad-configuration', detail, { place, cause });
