import { countHidden, type HiddenCounts } from './visible-text-characters.ts';
import { Collapse } from './visible-text-collapse.ts';
import { type Fence, fenceLine, openFence, readPrefix } from './visible-text-fences.ts';
import { type DefinitionState, definitionLine } from './visible-text-references.ts';
import { SpanFinder } from './visible-text-spans.ts';
import { NO_TABLE, type TableState, tableLine } from './visible-text-tables.ts';
import { autolinkEnd, isBlockName, readTag } from './visible-text-tags.ts';

/**
 * One pass over a text that removes what GitHub’s renderer shows nothing of. Code keeps its content only while it is
 * certain that it is code: at the first line that only a complete block parser could place, protection ends for the
 * rest, so that nobody can make hidden text pass as code.
 */
export function stripMarkup(text: string, hidden: HiddenCounts): string {
  return new MarkupScanner(text, hidden).scan();
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const FENCE_INSIDE = /\n[ \t>*+-]{0,40}(?:`{3}|~{3})/;

class MarkupScanner {
  readonly #text: string;
  readonly #hidden: HiddenCounts;
  readonly #hasTable: boolean;
  readonly #spans: SpanFinder;
  readonly #lines: string[] = [];
  #line = '';
  #fence: Fence | null = null;
  #html: 'none' | 'certain' | 'unclear' = 'none';
  /** Code is taken for code. Once false it stays false. */
  #protect = true;
  /** Lengths of backtick runs left open by earlier lines of this paragraph. */
  readonly #openRuns = new Set<number>();
  #definition: DefinitionState = 'text';
  #table: TableState = NO_TABLE;
  readonly #collapse: Collapse;

  constructor(text: string, hidden: HiddenCounts) {
    this.#text = text;
    this.#hidden = hidden;
    this.#collapse = new Collapse(hidden);
    this.#hasTable = text.includes('|') && /^[ \t>|:-]*-[ \t|:-]*$/m.test(text);
    this.#spans = new SpanFinder(text);
  }

  scan(): string {
    for (let at = 0; at <= this.#text.length; ) at = this.#scanLine(at, this.#lineEnd(at));
    return this.#lines.join('\n');
  }

  #lineEnd(at: number): number {
    const feed = this.#text.indexOf('\n', at);
    return feed === -1 ? this.#text.length : feed;
  }

  /** Handles the line [at, end); returns where the next one starts, further on when a hidden span crossed lines. */
  #scanLine(at: number, end: number): number {
    const line = this.#text.slice(at, end);
    if (this.#fence) {
      const where = fenceLine(line, this.#fence);
      if (where === 'unclear') this.#protect = false;
      if (where !== 'inside') this.#fence = null;
      if (where !== 'unclear') return this.#codeLine(line, end);
    }
    if (line.trim() === '') {
      this.#endParagraph();
      if (!this.#collapse.hides) this.#lines.push('');
      return end + 1;
    }
    const prefix = readPrefix(line);
    const fence = openFence(line, prefix);
    if (fence) {
      this.#collapse.fence();
      if (this.#html === 'unclear' || (this.#html === 'none' && prefix.gap >= 4))
        this.#protect = false;
      else if (this.#html === 'none' && this.#protect) {
        this.#endParagraph();
        this.#fence = fence;
        return this.#codeLine(line, end);
      }
    }
    const content = at + prefix.at;
    return this.#scanText(at, end, this.#startsHtml(content, end, prefix.at === 0) ? content : -1);
  }

  #codeLine(line: string, end: number): number {
    this.#definition = 'text';
    this.#table = NO_TABLE;
    if (!this.#collapse.hides) this.#lines.push(line);
    return end + 1;
  }

  #endParagraph(): void {
    this.#html = 'none';
    this.#openRuns.clear();
    this.#definition = 'text';
    this.#table = NO_TABLE;
  }

  /** Whether raw HTML starts at a line’s content (CommonMark’s seven kinds, read generously). */
  #startsHtml(at: number, end: number, flush: boolean): boolean {
    const text = this.#text;
    if (text[at] !== '<') return false;
    if (text[at + 1] === '!' || text[at + 1] === '?') return true;
    const name = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)/.exec(text.slice(at, at + 64))?.[1];
    if (name !== undefined && isBlockName(name.toLowerCase())) {
      this.#html = flush && this.#html !== 'unclear' ? 'certain' : 'unclear';
      return true;
    }
    const tag = readTag(text, at);
    const alone = tag !== null && tag.end <= end && text.slice(tag.end, end).trim() === '';
    if (alone && this.#html === 'none') this.#html = 'unclear';
    return alone;
  }

  /** Running text from `at` to the line’s end. `block`: where raw HTML starts in it, or -1. */
  #scanText(start: number, lineEnd: number, block: number): number {
    const text = this.#text;
    let end = lineEnd;
    let at = start;
    let from = start;
    let lineStart = start;
    while (at < end) {
      const markdown = this.#html === 'none' && block === -1;
      const span = this.#spans.hiddenAt(at, markdown, at === block);
      if (!span) {
        at = markdown ? this.#skipMarkdown(at, end) : at + 1;
        continue;
      }
      this.#emit(text.slice(from, at));
      if (span.shown === '') this.#keepApart();
      else this.#emit(span.shown);
      if (span.kind) countHidden(this.#hidden, span.kind);
      if (span.tag) this.#collapse.tag(span.tag, text.slice(lineStart, at), this.#protect);
      from = span.end;
      if (span.end > end) {
        // It reached into a later line: what follows it there belongs to the line it began in.
        if (FENCE_INSIDE.test(text.slice(at, span.end))) this.#protect = false;
        end = this.#lineEnd(span.end);
        lineStart = span.end;
      }
      at = span.end;
    }
    this.#emit(text.slice(from, end));
    this.#finishLine();
    return end + 1;
  }

  /** Steps over what cannot be hidden: code spans, escapes, autolinks, or one character. */
  #skipMarkdown(at: number, end: number): number {
    const character = this.#text[at];
    if (character === '`') return this.#codeSpan(at, end);
    if (character === '\\' && PUNCTUATION.test(this.#text[at + 1] ?? '')) return at + 2;
    if (character === '<') return Math.max(autolinkEnd(this.#text, at), at + 1);
    return at + 1;
  }

  /** Index after the code span that starts at `at`, or after its backticks when it is none for certain. */
  #codeSpan(at: number, end: number): number {
    let open = at;
    while (open < end && this.#text[open] === '`') open += 1;
    const length = open - at;
    const close = this.#closingRun(open, end, length);
    if (close === -1) {
      this.#openRuns.add(length);
      return open;
    }
    const split = this.#hasTable && this.#text.slice(open, close).includes('|');
    const certain = this.#protect && !this.#openRuns.has(length) && !split;
    return certain ? close + length : open;
  }

  /** Start of the next backtick run of exactly `length` before `end`, or -1. */
  #closingRun(from: number, end: number, length: number): number {
    if (this.#openRuns.has(length)) return -1;
    for (let at = this.#text.indexOf('`', from); at !== -1 && at < end; ) {
      let after = at;
      while (after < end && this.#text[after] === '`') after += 1;
      if (after - at === length) return at;
      at = this.#text.indexOf('`', after);
    }
    return -1;
  }

  #emit(piece: string): void {
    if (this.#collapse.shows) this.#line += piece;
  }

  /** Keeps what stood on both sides of a removed span apart, so that no new markup is formed. */
  #keepApart(): void {
    if (this.#line !== '' && !this.#line.endsWith(' ')) this.#emit(' ');
  }

  #finishLine(): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    if (line === '') {
      if (!this.#collapse.hides) this.#lines.push('');
      return;
    }
    const { shows, state } = definitionLine(line, this.#definition, this.#hidden);
    this.#definition = state;
    if (!shows) return;
    const row = tableLine(line, this.#table, this.#hidden);
    this.#table = row.state;
    this.#lines.push(row.line);
  }
}
