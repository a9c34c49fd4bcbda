/** Tries at most this many places where an object could begin: hostile prose must not cost the square of its length. */
const MOST_STARTS = 60;

/** Objects in a model's answer: fences, prose around them and braces in that prose are passed over. */
export function* jsonObjects(text: string): Generator<{ value: object; source: string }> {
  let from = 0;
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    const start = nextStart(text, from);
    if (start < 0) return;
    const end = endOfObject(text, start);
    const source = end < 0 ? '' : text.slice(start, end);
    const value = parse(source);
    if (value !== null) yield { value, source };
    // What is no JSON may still hold some: look again right behind its brace.
    from = value === null ? start + 1 : end;
  }
}

/** A brace that a quote or the closing brace follows: prose like {curly} is passed over. */
function nextStart(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at >= 0; at = text.indexOf('{', at + 1)) {
    let next = at + 1;
    while (next < text.length && ' \t\r\n'.includes(text[next] ?? 'x')) next += 1;
    if (text[next] === '"' || text[next] === '}') return at;
    at = next - 1;
  }
  return -1;
}

/** Index behind the brace that closes the one at `start`, braces in strings aside; -1 when none does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(source: string): object | null {
  try {
    return source === '' ? null : (JSON.parse(source) as object);
  } catch {
    return null;
  }
}

/** The first key that one object of this valid JSON has twice: JSON.parse would silently take the later. */
export function duplicateKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  let keyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      keyNext = sign === '{';
    } else if (sign === '}' || sign === ']') {
      open.pop();
      keyNext = false;
    } else if (sign === ',') keyNext = open.at(-1) instanceof Set;
    else if (sign === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keyNext && keys) {
        const key = JSON.parse(json.slice(at, end)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      keyNext = false;
      at = end - 1;
    }
  }
  return null;
}

/** Index behind the quote that closes the string that begins at `start`; the end when none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}
