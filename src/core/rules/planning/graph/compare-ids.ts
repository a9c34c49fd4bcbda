/**
 * Order of ids by their natural numbers: E2 before E10 (C4). Numbers compare by value, whatever their length; the rest
 * by code unit, so that no locale matters. Ids that differ only in leading zeros still have one order.
 */
export function compareIds(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compareParts(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || compareText(a, b);
}

const parts = (id: string): string[] => id.match(/\d+|\D+/g) ?? [];
const isNumber = (part: string): boolean => /^\d/.test(part);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareParts(a: string, b: string): number {
  if (!isNumber(a) || !isNumber(b)) return compareText(a, b);
  const x = a.replace(/^0+(?=\d)/, '');
  const y = b.replace(/^0+(?=\d)/, '');
  return x.length - y.length || compareText(x, y);
}
