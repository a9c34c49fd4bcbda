import { type Block, readMarkdown } from './read-markdown.ts';
import { countHidden, type HiddenCounts } from './visible-text-characters.ts';
import { CodeSpans } from './visible-text-code.ts';
import { Collapse } from './visible-text-collapse.ts';
import { SpanFinder } from './visible-text-spans.ts';
import { cellsOf, endOfRow } from './visible-text-tables.ts';
import { autolinkEnd } from './visible-text-tags.ts';

/**
 * One pass over a text that removes what GitHub’s renderer shows nothing of. The parser says where code, raw HTML and
 * running text stand; what raw HTML leaves open hides everything after it.
 */
export function stripMarkup(text: string, hidden: HiddenCounts): string {
  return new MarkupStripper(text, hidden).strip();
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const MARKERS_ALONE = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*$/;

class MarkupStripper {
  readonly #text: string;
  readonly #source: readonly string[];
  readonly #hidden: HiddenCounts;
  readonly #collapse: Collapse;
  readonly #lines: string[] = [];
  #line = '';
  #shown = false;

  constructor(text: string, hidden: HiddenCounts) {
    this.#text = text;
    this.#source = text.split('\n');
    this.#hidden = hidden;
    this.#collapse = new Collapse(hidden);
  }

  strip(): string {
    let next = 0;
    let before: Block | null = null;
    for (const block of readMarkdown(this.#text)) {
      this.#between(next, block.from, isInTable(before, block));
      this.#block(block);
      next = Math.max(next, block.to);
      before = block;
    }
    this.#between(next, this.#source.length, before?.row?.head === true);
    return this.#lines.join('\n');
  }

  /** Lines of no block: blank ones and bare markers stay, so does a table’s rule; link definitions show nothing. */
  #between(from: number, to: number, afterHead: boolean): void {
    let inDefinition = false;
    for (let at = from; at < to; at += 1) {
      const line = this.#source[at] ?? '';
      const shows = MARKERS_ALONE.test(line) || (afterHead && at === from);
      if (!shows && !inDefinition) countHidden(this.#hidden, 'html-comment');
      inDefinition = !shows;
      if (shows && !this.#collapse.hides) this.#lines.push(line.trimEnd());
    }
  }

  #block(block: Block): void {
    switch (block.kind) {
      case 'code':
      case 'rule':
        for (let at = block.from; at < block.to; at += 1)
          if (!this.#collapse.hides) this.#lines.push(this.#source[at] ?? '');
        return;
      case 'row':
        this.#row(block);
        return;
      default:
        this.#words(block);
    }
  }

  #words({ kind, from, columns }: Block): void {
    const start = columns.map((column, index) =>
      (this.#source[from + index] ?? '').slice(0, column),
    );
    const content = columns
      .map((column, index) => (this.#source[from + index] ?? '').slice(column))
      .join('\n');
    this.#begin(start[0] ?? '');
    this.#scan(content, kind !== 'html', start);
    this.#finish();
  }

  /** Cells are leaves of their own: nothing in one reaches into the next. */
  #row({ from, columns: [start = 0], row }: Block): void {
    const whole = this.#source[from] ?? '';
    const end = endOfRow(whole, start, row?.columns ?? 1);
    if (end < whole.trimEnd().length) countHidden(this.#hidden, 'collapsed');
    const line = whole.slice(0, end);
    this.#begin(line.slice(0, start));
    let at = start;
    for (const { from: cell, to } of cellsOf(line, start)) {
      this.#emit(line.slice(at, cell));
      this.#scan(line.slice(cell, to), true, []);
      at = to;
    }
    this.#emit(line.slice(at));
    this.#finish();
  }

  #begin(prefix: string): void {
    this.#line = prefix;
    this.#shown = false;
  }

  #finish(): void {
    const line = this.#line.trimEnd();
    if (this.#shown || !this.#collapse.hides) this.#lines.push(this.#shown ? line : line.trimEnd());
  }

  /** Copies a leaf’s content but for what is hidden. `prefixes` stand before each of its lines. */
  #scan(text: string, markdown: boolean, prefixes: readonly string[]): void {
    const spans = new SpanFinder(text);
    const code = new CodeSpans(text);
    let from = 0;
    let line = 0;
    const copy = (to: number) => {
      const [first = '', ...others] = text.slice(from, to).split('\n');
      this.#emit(first);
      for (const other of others) {
        this.#finish();
        line += 1;
        this.#begin(prefixes[line] ?? '');
        this.#emit(other);
      }
    };
    for (let at = 0; at < text.length; ) {
      const span = spans.hiddenAt(at, markdown);
      if (!span) {
        at = markdown ? skip(text, at, code) : at + 1;
        continue;
      }
      copy(at);
      // What follows a span in a later line belongs to the line the span began in.
      line += text.slice(at, span.end).split('\n').length - 1;
      if (span.shown !== '') this.#emit(span.shown);
      else this.#keepApart();
      if (span.kind) countHidden(this.#hidden, span.kind);
      if (span.tag) this.#collapse.tag(span.tag);
      if (span.open) this.#collapse.lose();
      from = span.end;
      at = span.end;
    }
    copy(text.length);
  }

  #emit(piece: string): void {
    if (!this.#collapse.shows || piece === '') return;
    this.#line += piece;
    this.#shown = true;
  }

  /** Keeps what stood on both sides of a removed span apart, so that no new markup is formed. */
  #keepApart(): void {
    if (this.#line !== '' && !this.#line.endsWith(' ')) this.#emit(' ');
  }
}

const isInTable = (before: Block | null, block: Block): boolean =>
  before?.row?.head === true && block.row !== null;

/** Steps over what cannot be hidden: code spans, escapes, autolinks, or one character. */
function skip(text: string, at: number, code: CodeSpans): number {
  const character = text[at];
  if (character === '`') return code.endAt(at);
  if (character === '\\' && PUNCTUATION.test(text[at + 1] ?? '')) return at + 2;
  if (character === '<') return Math.max(autolinkEnd(text, at), at + 1);
  return at + 1;
}
