/** One figure of the bench: what was measured, what it came to, and what it should stay under. */
export interface Figure {
  what: string;
  value: string;
  target?: { text: string; met: boolean };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The figure as one line of a table; a target that was missed is marked. */
export function lineOf({ what, value, target }: Figure): string {
  const verdict = target ? `${target.met ? 'ok  ' : 'OVER'} ${target.text}` : '';
  return `${what.padEnd(52)} ${value.padEnd(50)} ${verdict}`.trimEnd();
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** Median time of some work in ms, after two rounds that count for nothing. */
export function timed(rounds: number, work: () => unknown): number {
  for (let n = 0; n < 2; n += 1) work();
  const times = Array.from({ length: rounds }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return median(times);
}
