/** Where providers’ request bodies keep the conversation. */
const LISTS = ['messages', 'input', 'contents'] as const;

/** What stands around the conversation in a request body, in bytes. */
export interface RequestFrame {
  head: number;
  rest: number;
}

/** Reads a whole body for where its conversation is; null for one that is none. */
export function frameOf(sent: Buffer): RequestFrame | null {
  const text = sent.toString('utf8');
  const fields = parse(text);
  const list = LISTS.find((name) => Array.isArray(fields?.[name]));
  if (fields === null || list === undefined) return null;
  const names = Object.keys(fields);
  const after = names.slice(names.indexOf(list) + 1).map((name) => [name, fields[name]]);
  const others = JSON.stringify(Object.fromEntries(after)).slice(1);
  const rest = after.length > 0 ? `],${others}` : ']}';
  const opening = `"${list}":[`;
  const start = sent.indexOf(opening);
  if (start < 0 || !text.endsWith(rest)) return null;
  return { head: start + opening.length, rest: Buffer.byteLength(rest) };
}

const [BRACE, BRACKET] = ['{', '['].map((sign) => sign.charCodeAt(0)) as [number, number];

/** Where the reminder’s block begins, or its message where it stands alone in it; null when it is not the last thing said. */
export function reminderStart(
  sent: Buffer,
  from: number,
  to: number,
  reminder: string,
): number | null {
  const encoded = Buffer.from(JSON.stringify(reminder));
  const at = sent.lastIndexOf(encoded, to);
  if (at < from || !/^[\]},]*$/.test(sent.toString('latin1', at + encoded.length, to))) return null;
  const block = sent.lastIndexOf(BRACE, at);
  const alone = sent[block - 1] === BRACKET && block > from;
  const start = alone ? sent.lastIndexOf(BRACE, block - 1) : block;
  return start < from ? null : start;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
