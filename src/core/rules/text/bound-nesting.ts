/** Nested deeper in one line than anyone reads. */
const DEEPEST = 24;
/** More markers than a text of GitHub’s greatest length has when people wrote it: one every eleven characters. */
const MOST_MARKERS = 6000;
/** And more lines. */
const MOST_LINES = 8000;
const MARKER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const STRUCTURE = /^[ \t]*(?:[#=|]|-+[ \t]*$)|\|/;

/**
 * The same text, of the same length, as the block parser may see it: a line’s quote and list markers beyond a bound are
 * no markers any more (deep nesting costs a parser the square of the length), and GitHub’s footnotes, which CommonMark
 * would take for link definitions, are text.
 */
export function boundNesting(text: string): string {
  return text.replaceAll('[^', '(^').split('\n').map(boundLine).join('\n');
}

function boundLine(line: string): string {
  const { at, count } = endOfMarkers(line, DEEPEST);
  if (count < DEEPEST) return line;
  const rest = /^[ \t>*+\-\d.)]*/.exec(line.slice(at))?.[0] ?? '';
  return line.slice(0, at) + rest.replace(/[^ \t]/g, 'x') + line.slice(at + rest.length);
}

/** Where a text’s lines or block markers become more than a person writes: index of the line to cut at, or the text’s length. */
export function endOfReadable(text: string): number {
  let markers = 0;
  let at = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (index >= MOST_LINES) return at;
    markers += endOfMarkers(line, DEEPEST).count + (STRUCTURE.test(line) ? 1 : 0);
    if (markers > MOST_MARKERS) return at;
    at += line.length + 1;
  }
  return text.length;
}

function endOfMarkers(line: string, most: number): { at: number; count: number } {
  let at = 0;
  for (let count = 0; count < most; count += 1) {
    MARKER.lastIndex = at;
    if (!MARKER.test(line)) return { at, count };
    at = MARKER.lastIndex;
  }
  return { at, count: most };
}
