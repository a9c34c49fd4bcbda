import { z } from 'zod';

/** Stands for every comment, pull request and check run of ours. */
const OPENING = '<!-- contractor:';
const CLOSING = ' -->';

/** What every marker says: which task it belongs to, and the nonce the ledger announced before posting. */
export const MarkerIdentity = z.object({ task: z.string(), nonce: z.string() });

/**
 * A JSON value as an HTML comment on the first line of what we post. The task comes first, so that the text
 * `taskMarker` gives is how the line begins.
 */
export function renderMarker(identity: z.infer<typeof MarkerIdentity>, data: object): string {
  const { task, nonce } = identity;
  return `${OPENING}${commentSafe(JSON.stringify({ task, nonce, ...data }))}${CLOSING}`;
}

/** How every marker of a task begins: what a tracker looks for at the very start of a body. */
export function taskMarker(task: string): string {
  return `${OPENING}${commentSafe(JSON.stringify({ task })).slice(0, -1)}`;
}

/**
 * Reads the marker back. Only the first line counts: anything further down may be quoted text of someone else.
 * Null when there is none, or it does not fit the schema.
 */
export function parseMarker<T>(body: string, schema: z.ZodType<T>): T | null {
  const line = firstLine(body);
  if (!line.startsWith(OPENING) || !line.endsWith(CLOSING)) return null;
  try {
    const json: unknown = JSON.parse(line.slice(OPENING.length, -CLOSING.length));
    return schema.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/** What follows the marker’s line. GitHub may turn line ends into CRLF. */
export function belowMarker(body: string): string {
  return body.slice(body.indexOf('\n') + 1).replaceAll('\r\n', '\n');
}

function firstLine(body: string): string {
  const end = body.indexOf('\n');
  return (end === -1 ? body : body.slice(0, end)).trimEnd();
}

/** The same JSON without the characters that could end or open an HTML comment. */
function commentSafe(json: string): string {
  return json
    .replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
    .replaceAll('--', '-\\u002d');
}
