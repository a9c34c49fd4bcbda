const TARGET_AT = /[ \t\n]*(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)/y;
const TITLE_AT = /[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\))/y;
const CLOSE_AT = /[ \t\n]*\)/y;
const LONGEST_TARGET = 300;

/** The `(target "title")` behind a link’s `]`: where it ends and what of it may be kept. Null when it is none. */
export function linkTail(
  text: string,
  at: number,
): { end: number; shown: string; hides: boolean } | null {
  TARGET_AT.lastIndex = at + 1;
  const target = TARGET_AT.exec(text)?.[1] ?? '';
  TITLE_AT.lastIndex = TARGET_AT.lastIndex;
  const title = TITLE_AT.test(text);
  CLOSE_AT.lastIndex = title ? TITLE_AT.lastIndex : TARGET_AT.lastIndex;
  if (!CLOSE_AT.test(text)) return null;
  const wordy = /\s/.test(target) || target.length > LONGEST_TARGET;
  return {
    end: CLOSE_AT.lastIndex,
    shown: wordy ? '()' : `(${target})`,
    hides: title || wordy,
  };
}

/** Index of the `]` that closes each `[`, by index; 0 where none does. */
export function matchBrackets(text: string): Int32Array {
  const match = new Int32Array(text.length);
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start !== undefined) match[start] = at;
    }
  }
  return match;
}
