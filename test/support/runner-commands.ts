/**
 * What GitHub's runner would take for a command in a step's output, by the rules of its own parser: lines end at CR, LF
 * or CRLF; `::name properties::value` counts at the start of a line, white space before it aside; `##[name]value` counts
 * anywhere in a line. No name is looked up here: a command the runner does not know today may be one tomorrow.
 */
export function commandsIn(output: string): string[] {
  return output.split(/\r\n|\r|\n/).filter((line) => isCommand(line) || isOldCommand(line));
}

/** White space as .NET trims it, which is more than ASCII. */
const LEADING = /^[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/u;

function isCommand(line: string): boolean {
  const trimmed = line.replace(LEADING, '');
  return trimmed.startsWith('::') && trimmed.indexOf('::', 2) > 2;
}

function isOldCommand(line: string): boolean {
  const at = line.indexOf('##[');
  return at >= 0 && line.indexOf(']', at) > at + 3;
}
