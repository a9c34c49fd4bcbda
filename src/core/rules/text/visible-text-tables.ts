/** Index after the last cell that a table with so many columns shows; GitHub drops the others, and so do we. */
export function endOfRow(line: string, start: number, columns: number): number {
  const bars = separators(line, start);
  const end = bars[columns - 1];
  return bars.length < columns || end === undefined ? line.length : end + 1;
}

/** The cells of a row, each with where it starts and ends in the line. */
export function cellsOf(line: string, start: number): { from: number; to: number }[] {
  const end = line.trimEnd().length;
  const inner = line[start] === '|' ? start + 1 : start;
  const last = line[end - 1] === '|' && end - 1 >= inner && line[end - 2] !== '\\' ? end - 1 : end;
  const edges = [inner - 1, ...separators(line, start), last];
  return edges.slice(1).map((to, index) => ({ from: (edges[index] as number) + 1, to }));
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
