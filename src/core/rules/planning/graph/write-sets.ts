import { matchGlobs } from '../../text/match-globs.ts';

/**
 * Whether two declared write sets may touch one path (C14). Conservative: only what cannot overlap whatever stands in the
 * tree is told apart, everything else is serialised. A bare directory stands for what is in it, and case is ignored, for
 * some file systems do.
 */
export function mayOverlap(a: readonly string[], b: readonly string[]): boolean {
  return a.some((left) => b.some((right) => globsMayOverlap(left, right)));
}

/** Whether a path lies in a declared write set. A bare directory stands for what is in it. */
export function mayWrite(writes: readonly string[], path: string): boolean {
  const all = writes.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]);
  return matchGlobs(all)(path);
}

/** The globs of a write set that none of these paths lies in: declared, and not written (F5). */
export function untouchedGlobs(writes: readonly string[], paths: readonly string[]): string[] {
  return writes.filter((glob) => !paths.some((path) => mayWrite([glob], path)));
}

/** What picomatch gives a meaning beyond `*` and `?` inside one segment: from there on nothing can be told. */
const OPAQUE = /[{}()[\]!+@\\|]|\*\*/;

function globsMayOverlap(a: string, b: string): boolean {
  const left = segments(a);
  const right = segments(b);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const x = left[at] ?? '';
    const y = right[at] ?? '';
    if (OPAQUE.test(x) || OPAQUE.test(y)) return true;
    if (!segmentsMayMatch(x, y)) return false;
  }
  return true;
}

function segments(glob: string): string[] {
  const plain = glob.normalize('NFC').toLowerCase();
  const parts = plain.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? ['**'] : parts;
}

/** Compares what stands before the first and after the last wildcard. */
function segmentsMayMatch(a: string, b: string): boolean {
  const [x, y] = [ends(a), ends(b)];
  if (x.wild === false && y.wild === false) return a === b;
  if (x.wild === false) return fits(a, y);
  if (y.wild === false) return fits(b, x);
  return agree(x.head, y.head) && agree(reverse(x.tail), reverse(y.tail));
}

interface Ends {
  wild: boolean;
  head: string;
  tail: string;
}

function ends(segment: string): Ends {
  const first = segment.search(/[*?]/);
  if (first < 0) return { wild: false, head: segment, tail: segment };
  const last = Math.max(segment.lastIndexOf('*'), segment.lastIndexOf('?'));
  return { wild: true, head: segment.slice(0, first), tail: segment.slice(last + 1) };
}

const fits = (literal: string, { head, tail }: Ends): boolean =>
  literal.startsWith(head) && literal.endsWith(tail);
const agree = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
const reverse = (text: string): string => text.split('').reverse().join('');
