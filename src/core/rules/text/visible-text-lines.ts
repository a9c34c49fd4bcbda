import { readMarkdown } from './read-markdown.ts';

/** One line of visible text, as far as rules need to know Markdown. */
export interface MarkdownLine {
  text: string;
  kind: 'text' | 'code';
  /** Inside a block quote: somebody else’s words. */
  quoted: boolean;
  /** Number of the fenced block it belongs to, fences included; 0 outside. */
  block: number;
  /** The block’s first word after the fence, in lower case. */
  language: string;
}

/** Splits visible text into lines and tells code and quotes from running text. Linear. */
export function markdownLines(text: string): MarkdownLine[] {
  const lines = text
    .split('\n')
    .map(
      (line): MarkdownLine => ({ text: line, kind: 'text', quoted: false, block: 0, language: '' }),
    );
  let fences = 0;
  for (const { kind, from, to, quoted, info } of readMarkdown(text)) {
    if (info !== null) fences += 1;
    for (const line of lines.slice(from, to)) {
      line.quoted = quoted;
      if (kind !== 'code') continue;
      line.kind = 'code';
      line.block = info === null ? 0 : fences;
      line.language = info?.split(/[\s,{]/)[0]?.toLowerCase() ?? '';
    }
  }
  return lines;
}
