/** What stands before a line’s content: quote markers, list markers, white space. */
export interface Prefix {
  /** Index of the first character of the content. */
  at: number;
  /** Column of the content, tabs counted to the next multiple of four. */
  column: number;
  /** Number of `>` markers. */
  quotes: number;
  /** A list marker stands in this line. */
  item: boolean;
  /** Columns of white space directly before the content. */
  gap: number;
}

const ITEM = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;

/** Reads the container markers of one line (CommonMark 0.31 §5, without its lazy continuation). */
export function readPrefix(line: string): Prefix {
  let at = 0;
  let column = 0;
  let gap = 0;
  let quotes = 0;
  let item = false;
  while (at < line.length) {
    const character = line[at];
    if (character === ' ' || character === '\t') {
      const width = character === '\t' ? 4 - (column % 4) : 1;
      column += width;
      gap += width;
      at += 1;
      continue;
    }
    if (character === '>') {
      quotes += 1;
      at += 1;
      column += 1;
      gap = 0;
      continue;
    }
    ITEM.lastIndex = at;
    const marker = ITEM.exec(line)?.[0];
    // A marker with nothing behind it is kept as content: `---` and `*` are not ours to judge.
    if (marker === undefined || line.slice(at + marker.length).trim() === '') break;
    item = true;
    at += marker.length;
    column += marker.length;
    gap = 0;
  }
  return { at, column, quotes, item, gap };
}

/** An open code fence and where it stands. */
export interface Fence {
  marker: '`' | '~';
  length: number;
  quotes: number;
  column: number;
  /** Stands in a list item or is indented: where it ends depends on containers we do not model. */
  nested: boolean;
  info: string;
}

const OPENER = /^(`{3,}|~{3,})(.*)$/;

/** The fence that a line’s content opens, whatever its indentation; null when it opens none. */
export function openFence(line: string, prefix: Prefix): Fence | null {
  const match = OPENER.exec(line.slice(prefix.at));
  const run = match?.[1];
  if (run === undefined) return null;
  const info = (match?.[2] ?? '').trim();
  const marker = run[0] as Fence['marker'];
  if (marker === '`' && info.includes('`')) return null;
  const nested = prefix.item || prefix.gap > (prefix.quotes > 0 ? 1 : 0);
  return {
    marker,
    length: run.length,
    quotes: prefix.quotes,
    column: prefix.column,
    nested,
    info,
  };
}

/** How a line stands to the open fence: inside, its end, or written so that only a full parser could tell. */
export function fenceLine(line: string, fence: Fence): 'inside' | 'end' | 'unclear' {
  const { at, column, quotes } = contentColumn(line, fence.quotes);
  const content = line.slice(at).trimEnd();
  if (quotes < fence.quotes) return 'unclear';
  if (content === '') return 'inside';
  if (fence.nested && column < fence.column) return 'unclear';
  if (!isClosingRun(content, fence)) return 'inside';
  if (column === fence.column) return 'end';
  if (fence.nested) return 'unclear';
  return column - fence.column <= 3 ? 'end' : 'inside';
}

function isClosingRun(content: string, fence: Fence): boolean {
  if (content.length < fence.length) return false;
  for (const character of content) if (character !== fence.marker) return false;
  return true;
}

/** Column of a line’s content after at most `depth` quote markers; list markers are content here. */
function contentColumn(line: string, depth: number) {
  let at = 0;
  let column = 0;
  let quotes = 0;
  for (; at < line.length; at += 1) {
    const character = line[at];
    if (character === '>' && quotes < depth) {
      quotes += 1;
      column += 1;
    } else if (character === ' ') column += 1;
    else if (character === '\t') column += 4 - (column % 4);
    else break;
  }
  return { at, column, quotes };
}
