const ESCAPE = String.fromCharCode(27);
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]*[A-Za-z]`, 'g');
/** Longer lines are data that a program printed, never a report. */
const LONGEST_LINE = 1000;
const MAVEN_LEVEL = /^\[(?:INFO|ERROR|WARNING)\] /;

/** The output as plain lines: without colours, carriage returns, log levels and over-long lines. Linear. */
export function reportLines(output: string): string[] {
  return output
    .replace(COLOUR, '')
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE)
    .map((line) => line.trimEnd().replace(MAVEN_LEVEL, ''));
}

const TIMING = / [([]?[\d.]+ ?(?:ns|µs|ms|s|sec)[)\]]?$/;

/** A test’s name without the time that reporters put behind it. */
export function withoutTiming(name: string): string {
  return name.replace(TIMING, '').trim();
}
