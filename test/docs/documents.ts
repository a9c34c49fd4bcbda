import { globSync, readFileSync } from 'node:fs';

/** Every page that people read, by its path from the root. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'AGENTS.md',
  ...globSync('docs/**/*.md').toSorted(),
];

export const pageText = (path: string): string => readFileSync(path, 'utf8');

/** The fenced blocks of a page by the word after the fence, each with its lines. */
export function blocks(page: string, language: string): string[][] {
  const found: string[][] = [];
  let open: { language: string; lines: string[] } | null = null;
  for (const line of page.split('\n')) {
    const fence = /^```(.*)$/.exec(line)?.[1];
    if (fence === undefined) open?.lines.push(line);
    else if (open === null) open = { language: fence.trim(), lines: [] };
    else {
      if (open.language === language) found.push(open.lines);
      open = null;
    }
  }
  return found;
}

/** The page without its fenced blocks: what Markdown reads as text. */
export function prose(page: string): string {
  return page.replace(/^```.*\n(?:.*\n)*?```$/gm, '');
}

/** Commands of the `sh` blocks, without comments; a line that ends in a backslash goes on. */
export function commandsOf(page: string): string[] {
  return blocks(page, 'sh').flatMap((lines) =>
    lines
      .join('\n')
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#\s.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}
