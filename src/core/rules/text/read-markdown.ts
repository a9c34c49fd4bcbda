import MarkdownIt, { type Token } from 'markdown-it';
import { boundNesting } from './bound-nesting.ts';

/** One leaf of a Markdown text: a heading, a paragraph, a row of a table, code, raw HTML, or a rule. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'row' | 'code' | 'html' | 'rule';
  /** Lines of the text it covers; `to` is the first one after it. */
  from: number;
  to: number;
  /** Index in each of its lines where the content starts, after quote and list markers. */
  columns: number[];
  /** Its content as it stands in the text, from the first line’s content to the end of the last line. */
  text: string;
  /** Inside a block quote: somebody else’s words. */
  quoted: boolean;
  /** The list items it stands in, outermost first; each item has a number of its own. */
  items: readonly number[];
  /** Of a heading, 1 to 6; else 0. */
  level: number;
  /** Of fenced code: the words after the fence. Null for indented code, and for everything else. */
  info: string | null;
  /** Of a row: how many columns its table has, and whether it is the head. Null for everything else. */
  row: { columns: number; head: boolean } | null;
}

const parser = new MarkdownIt('commonmark', { html: true, maxNesting: 100 }).enable('table');

/**
 * The block structure of a text with LF line endings, by a complete CommonMark parser with GitHub’s tables. Nesting is
 * bounded first, so that it is linear in the length. Lines of no block are blank, markers alone, or link definitions.
 */
export function readMarkdown(text: string): Block[] {
  const tokens: Token[] = [];
  parser.block.parse(boundNesting(text), parser, {}, tokens);
  return new BlockReader(text.split('\n')).read(tokens);
}

class BlockReader {
  readonly #lines: readonly string[];
  readonly #blocks: Block[] = [];
  readonly #items: number[] = [];
  #rowLine: number | null = null;
  #itemCount = 0;
  #quotes = 0;
  #heading: Token | null = null;
  #columns = 0;
  #head = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(tokens: readonly Token[]): Block[] {
    for (const token of tokens) this.#token(token);
    return this.#blocks;
  }

  #token(token: Token): void {
    switch (token.type) {
      case 'blockquote_open':
      case 'blockquote_close':
        this.#quotes += token.nesting;
        return;
      case 'list_item_open':
        this.#itemCount += 1;
        this.#items.push(this.#itemCount);
        return;
      case 'list_item_close':
        this.#items.pop();
        return;
      case 'heading_open':
        this.#heading = token;
        return;
      case 'heading_close':
        this.#heading = null;
        return;
      case 'thead_open':
      case 'thead_close':
        this.#head = token.nesting === 1;
        return;
      case 'table_open':
        this.#columns = 0;
        return;
      case 'th_open':
        this.#columns += 1;
        return;
      case 'tr_close':
        this.#row();
        return;
      default:
        this.#leaf(token);
    }
  }

  /** A row is complete when its cells were counted; the head’s give the number of columns. */
  #row(): void {
    if (this.#rowLine === null) return;
    const from = this.#rowLine;
    this.#rowLine = null;
    this.#push('row', [from, from + 1], { row: { columns: this.#columns, head: this.#head } });
  }

  #leaf(token: Token): void {
    const { map } = token;
    if (token.type === 'tr_open') this.#rowLine = map?.[0] ?? null;
    if (!map) return;
    if (token.type === 'inline') this.#words(token, map);
    else if (token.type === 'fence') this.#push('code', map, { info: token.info.trim() });
    else if (token.type === 'code_block') this.#push('code', map, {});
    else if (token.type === 'html_block') this.#push('html', map, {}, token.content);
    else if (token.type === 'hr') this.#push('rule', map, {});
  }

  #words(token: Token, map: readonly [number, number]): void {
    if (this.#rowLine !== null) return;
    const heading = this.#heading;
    if (!heading) {
      this.#paragraph(token.content, map[0]);
      return;
    }
    const level = Number(heading.tag.slice(1));
    // An underlined heading may have more than one line, and its last one is the underline.
    const underlined = heading.markup.startsWith('#') ? '' : token.content;
    this.#push('heading', heading.map ?? map, { level }, underlined);
  }

  #paragraph(content: string, from: number): void {
    const lines = content.split('\n');
    const rule = narrowRule(lines);
    const words = rule === -1 ? lines : lines.slice(0, rule - 1);
    if (words.length > 0)
      this.#push('paragraph', [from, from + words.length], {}, words.join('\n'));
    if (rule === -1) return;
    for (let line = rule - 1; line < lines.length; line += 1) {
      const row = { columns: 1, head: line === rule - 1 };
      if (line !== rule) this.#push('row', [from + line, from + line + 1], { row });
    }
  }

  /** `content` is the parser’s: its lines are ends of the text’s lines. */
  #push(
    kind: Block['kind'],
    [from, to]: readonly [number, number],
    own: Partial<Block>,
    content = '',
  ): void {
    const contents = content.split('\n');
    const columns: number[] = [];
    for (let line = from; line < to; line += 1) {
      const whole = this.#lines[line] ?? '';
      columns.push(columnOf(whole, kind, content === '' ? null : (contents[line - from] ?? '')));
    }
    this.#blocks.push({
      kind,
      from,
      to,
      columns,
      text: this.#textOf(kind, from, to - (kind === 'heading' && content !== '' ? 1 : 0), columns),
      quoted: this.#quotes > 0,
      items: [...this.#items],
      level: 0,
      info: null,
      row: null,
      ...own,
    });
  }

  #textOf(kind: Block['kind'], from: number, to: number, columns: readonly number[]): string {
    const lines = this.#lines.slice(from, to);
    if (kind === 'code') return lines.join('\n');
    if (kind === 'heading' && lines.length === 1)
      return (lines[0] ?? '')
        .slice(columns[0])
        .replace(/[ \t]+#+[ \t]*$/, '')
        .trim();
    return lines
      .map((line, index) => (index === 0 ? line.slice(columns[0]) : line))
      .join('\n')
      .trim();
  }
}

/** GitHub, unlike our parser, also takes `:-:` under a line without bars for a table, of one column. */
function narrowRule(lines: readonly string[]): number {
  return lines.findIndex(
    (line, at) =>
      at > 0 && /^(?::-+:?|-+:)$/.test(line.trim()) && !/[^\\]\|/.test(lines[at - 1] ?? ''),
  );
}

const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
const HASHES = /^#{1,6}(?:[ \t]+|$)/;

function columnOf(line: string, kind: Block['kind'], content: string | null): number {
  if (kind === 'code') return 0;
  if (kind === 'row' || kind === 'rule') return CONTAINERS.exec(line)?.[0].length ?? 0;
  if (content === null) {
    const start = CONTAINERS.exec(line)?.[0].length ?? 0;
    return start + (HASHES.exec(line.slice(start))?.[0].length ?? 0);
  }
  return Math.max(0, line.trimEnd().length - content.trim().length);
}
