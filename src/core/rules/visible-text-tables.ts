import { countHidden, type HiddenCounts } from './visible-text-characters.ts';
import { readPrefix } from './visible-text-fences.ts';

/** Where a table stands: cells of the last line, which may be its head, and its width once the rule is read. */
export interface TableState {
  head: number;
  columns: number | null;
}

export const NO_TABLE: TableState = { head: 0, columns: null };

const RULE = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** GitHub drops the cells of a row that its table has no column for: so do we. Takes the lines of a paragraph in order. */
export function tableLine(
  line: string,
  before: TableState,
  hidden: HiddenCounts,
): { line: string; state: TableState } {
  const start = readPrefix(line).at;
  const bars = separators(line, start);
  const cells = bars.length + 1;
  if (before.columns !== null) {
    const end = bars[before.columns - 1];
    if (cells <= before.columns || end === undefined) return { line, state: before };
    countHidden(hidden, 'collapsed');
    return { line: line.slice(0, end + 1), state: before };
  }
  const content = line.slice(start).trim();
  const isRule = RULE.test(content) && /[|:]/.test(content) && before.head === cells;
  return { line, state: { head: cells, columns: isRule ? cells : null } };
}

/** Indexes of the bars between cells; those at either end of the row, and escaped ones, separate nothing. */
function separators(line: string, start: number): number[] {
  const end = line.trimEnd().length;
  const bars: number[] = [];
  for (let at = start; at < end; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '|' && at > start && at < end - 1) bars.push(at);
  }
  return bars;
}
