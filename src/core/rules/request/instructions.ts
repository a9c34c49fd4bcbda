/** Files that carry a repository’s standing rules, in the order they are read within one directory (design §1). */
const NAMES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
const ROOT_ONLY = '.github/copilot-instructions.md';

/** Enough for the rules of a large repository, little enough to leave room for the task. */
const LONGEST_FILE = 24_000;
const LONGEST_ALL = 64_000;

/**
 * The instruction files among a commit’s paths, farthest first, so that the nearest directory has the last word.
 * With `touched`, only those that govern one of these paths; without it, all of them.
 */
export function instructionFiles(
  paths: readonly string[],
  touched: readonly string[] | null = null,
): string[] {
  return paths
    .filter((path) => path === ROOT_ONLY || NAMES.includes(nameOf(path)))
    .filter((path) => touched === null || touched.some((t) => t.startsWith(governs(path))))
    .sort(
      (a, b) =>
        depth(governs(a)) - depth(governs(b)) ||
        compare(governs(a), governs(b)) ||
        rank(a) - rank(b),
    );
}

/** The files as one text, each under its path, capped; a file that repeats another word for word appears once. */
export function renderInstructions(files: readonly { path: string; text: string }[]): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const { path, text } of files) {
    const body = text.trim();
    if (body === '' || seen.has(body)) continue;
    seen.add(body);
    const directory = governs(path);
    const heading = `# ${path} (${directory === '' ? 'the whole repository' : `everything under ${directory}`})`;
    parts.push(`${heading}\n\n${cap(body, LONGEST_FILE)}`);
  }
  return capWhole(parts);
}

/** When all do not fit, the farthest directories give way: the nearest are the ones that decide. */
function capWhole(parts: readonly string[]): string {
  const kept: string[] = [];
  let room = LONGEST_ALL;
  for (const part of parts.toReversed()) {
    if (part.length > room) break;
    room -= part.length + 2;
    kept.unshift(part);
  }
  const left = parts.length - kept.length;
  return [...(left > 0 ? [`(${left} instruction files left out: too long)`] : []), ...kept].join(
    '\n\n',
  );
}

function cap(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}\n(cut: too long)`;
}

/** Directory whose files it speaks about, with a trailing slash; empty for the root. */
function governs(path: string): string {
  return path === ROOT_ONLY ? '' : path.slice(0, path.lastIndexOf('/') + 1);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const depth = (directory: string): number => directory.split('/').length;
const rank = (path: string): number =>
  path === ROOT_ONLY ? NAMES.length : NAMES.indexOf(nameOf(path));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
