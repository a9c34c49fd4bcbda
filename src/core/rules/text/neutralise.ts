/**
 * Untrusted text made fit to be shown (design §10, rows 10, 11, 21). It stays readable, but nothing in it acts:
 * no mention, no closing keyword, no reference, no link or image, no HTML, no slash command, no workflow command.
 *
 * GitHub finds mentions and references in the text *after* Markdown was rendered, so that escaping does not stop
 * them: a zero-width space in their middle does.
 */
const BREAK = '\u200b';
const ELLIPSIS = '…';
/** What opens an HTML comment, broken even in code: our markers are found as text. */
const NO_MARKER = `<!${BREAK}--`;

/** One line for a paragraph, list item or table cell. Code spans of the text stay code spans (unless they hold a pipe). */
export function inline(text: string, max = 300): string {
  const line = cutText(oneLine(text), max);
  return splitCode(line)
    .map((part) => (part.code && !part.text.includes('|') ? codeSpan(part.text) : words(part.text)))
    .join('')
    .replace(/^(?=[/#+=:-]|\d+[.)])/, leadingEscape(line));
}

/** A code span of any one-line text, for commands, paths and names. A pipe is shown as a look-alike: it would end a table cell. */
export function codeSpan(text: string, max = 300): string {
  const line = cutText(oneLine(text), max).replaceAll('|', '¦').replaceAll('<!--', NO_MARKER);
  if (line.trim() === '') return '` `';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Lines of a block quote: how words of a person without authority are shown. */
export function quoted(text: string, max = 1000): string[] {
  return cutText(visible(text), max)
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${inline(line, max)}`));
}

/** A code block whose fence no line of the text can close; no line of it begins like a command to a bot that reads raw text. */
export function fenced(text: string, language = '', max = 4000): string {
  const body = cutText(visible(text), max)
    .replaceAll('<!--', NO_MARKER)
    .replace(/^\//gm, `${BREAK}/`)
    .trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

/** One line of plain text for a commit subject or a pull request title, where no Markdown is rendered but keywords act. */
export function plainLine(text: string, max = 120): string {
  return unlink(cutText(oneLine(text), max))
    .replace(/\[(?=\s*(?:skip|no|ci|actions))/gi, `[${BREAK}`)
    .replace(/skip-checks:/gi, `skip-checks${BREAK}:`);
}

/** Text for a log that a workflow runner reads: each line prefixed, so that none is a workflow command. */
export function logSafe(text: string, prefix = '| '): string {
  return visible(text)
    .split('\n')
    .map((line) => `${prefix}${line.replaceAll('##[', `##${BREAK}[`)}`)
    .join('\n');
}

/** One line for a log or a terminal, to stand behind words of ours: no escape sequence, no workflow command. */
export function logWords(text: string, max = 200): string {
  return cutText(oneLine(text), max).replaceAll('##[', `##${BREAK}[`);
}

/** Cuts to at most `max` UTF-16 units, the ellipsis included, never inside a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - ELLIPSIS.length;
  const half = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, Math.max(0, half ? end - 1 : end)) + ELLIPSIS;
}

/** What people can see: line ends made one kind, control, format and variation characters left out, no lone surrogate. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cf}|[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu, '');
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}

/** Prose: Markdown’s characters escaped (an underscore inside a word is none), links and references broken. */
function words(text: string): string {
  return unlink(text.replace(/[\\`*[\]<>~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&'))
    .replace(/&(?=[#\w])/g, '&amp;')
    .replaceAll('|', '&#124;');
}

function unlink(text: string): string {
  return text
    .replaceAll('@', `@${BREAK}`)
    .replaceAll('<!--', NO_MARKER)
    .replace(/#(?=\d)/g, `#${BREAK}`)
    .replace(/\bGH-(?=\d)/gi, `$&${BREAK}`)
    .replace(/:(?=\/\/)/g, `:${BREAK}`)
    .replace(/\bwww(?=\.)/gi, `$&${BREAK}`)
    .replace(/\b(?:mailto|xmpp)(?=:)/gi, `$&${BREAK}`);
}

/** A line that would begin a block, or a slash command of some other bot, gets a backslash. */
function leadingEscape(line: string): string {
  return /^\d/.test(line) ? BREAK : '\\';
}

interface Part {
  text: string;
  code: boolean;
}

/** Splits at pairs of equal runs of backticks, as CommonMark pairs them. Linear: the next equal run is looked up, not searched. */
function splitCode(line: string): Part[] {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, size: run[0].length }));
  const later = new Map<number, number[]>();
  runs.forEach((run, index) => {
    const seen = later.get(run.size);
    if (seen) seen.push(index);
    else later.set(run.size, [index]);
  });
  const parts: Part[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (!open) break;
    const same = later.get(open.size) ?? [];
    while (same[0] !== undefined && same[0] <= index) same.shift();
    const closeIndex = same[0];
    const close = closeIndex === undefined ? undefined : runs[closeIndex];
    if (!close || closeIndex === undefined) continue;
    const inner = line.slice(open.at + open.size, close.at);
    parts.push({ text: line.slice(from, open.at), code: false });
    parts.push({ text: inner.trim() === '' ? inner : inner.trim(), code: inner.trim() !== '' });
    from = close.at + close.size;
    index = closeIndex;
  }
  parts.push({ text: line.slice(from), code: false });
  return parts.filter((part) => part.text !== '');
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
