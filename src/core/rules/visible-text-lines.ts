import { type Fence, fenceLine, openFence, readPrefix } from './visible-text-fences.ts';

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
  let fence: Fence | null = null;
  let block = 0;
  let language = '';
  let afterText = false;
  let inList = false;
  return text.split('\n').map((line): MarkdownLine => {
    const prefix = readPrefix(line);
    const quoted = prefix.quotes > 0;
    if (fence) {
      const where = fenceLine(line, fence);
      if (where !== 'inside') fence = null;
      if (where !== 'unclear') return { text: line, kind: 'code', quoted, block, language };
    }
    const opened = openFence(line, prefix);
    if (opened) {
      fence = opened;
      block += 1;
      language = opened.info.split(/[\s,{]/)[0]?.toLowerCase() ?? '';
      afterText = false;
      return { text: line, kind: 'code', quoted, block, language };
    }
    const blank = line.trim() === '';
    if (!blank && prefix.gap < 2) inList = prefix.item;
    const indented = !blank && !afterText && !inList && !prefix.item && /^(?: {4}|\t)/.test(line);
    afterText = !blank && !indented;
    return { text: line, kind: indented ? 'code' : 'text', quoted, block: 0, language: '' };
  });
}
