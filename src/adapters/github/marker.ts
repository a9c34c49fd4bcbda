/** What our posts begin their marker lines with; render/ writes them. */
const OPENING = '<!-- contractor:';

/** The first marker line of a body of ours, null without one. Linear: no expression over the text. */
export function markerIn(body: string): string | null {
  const from = body.indexOf(OPENING);
  if (from < 0) return null;
  const to = body.indexOf('-->', from);
  return to < 0 ? null : body.slice(from, to + '-->'.length);
}
