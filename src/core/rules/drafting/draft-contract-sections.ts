import { type Block, readMarkdown } from '../text/read-markdown.ts';
import { kindOfHeading, type SectionKind } from './draft-contract-headings.ts';
import { introducedKind } from './draft-contract-introductions.ts';
import { type Passage, passagesOf } from './draft-contract-passages.ts';
import { DEMAND, isLabel, LABEL_LEVEL, piecesOf } from './draft-contract-pieces.ts';

export interface Section {
  kind: SectionKind;
  heading: string;
  passages: Passage[];
}

interface Part {
  kind: SectionKind;
  heading: string;
  /** 1 to 6 for real headings; bold lines lie below them, `Label:` lines below those. */
  level: number;
  blocks: Block[];
  /** Ends with the list it introduces. */
  brief: boolean;
  /** Of a label in a list item: the item, and the part that goes on after it. */
  within: { item: number; outer: Part } | null;
}

/** Cuts visible text into parts by its headings: real ones, bold lines, `Known label:` lines, and `Known label: text`. */
export function sectionsOf(text: string): Section[] {
  const lines = text.split('\n');
  return new SectionCutter()
    .cut(inOwnWords(readMarkdown(text)))
    .map(({ kind, heading, blocks }) => {
      const passages = passagesOf(blocks, lines);
      return { kind: asksTheReporter(heading, kind, passages) ? 'aside' : kind, heading, passages };
    });
}

/** Some forms quote each answer below its heading: where nothing else stands below any heading, the quotes are the author’s. */
function inOwnWords(blocks: Block[]): Block[] {
  const first = blocks.findIndex((block) => block.kind === 'heading' && !block.quoted);
  const below = first === -1 ? [] : blocks.slice(first).filter((block) => block.kind !== 'heading');
  const answers = below.filter((block) => block.quoted);
  if (answers.length < 2 || answers.length < below.length) return blocks;
  return blocks.map((block, at) =>
    at > first && block.kind !== 'heading' ? { ...block, quoted: false } : block,
  );
}

class SectionCutter {
  #current: Part = partOf('text', '', 0);
  readonly #parts: Part[] = [this.#current];
  /** The parts whose headings the present one stands under, outermost first. */
  readonly #above: Part[] = [this.#current];

  cut(blocks: readonly Block[]): Part[] {
    for (const [at, block] of blocks.entries()) {
      this.#endItem(block);
      this.#endBrief(block);
      if (block.kind === 'heading' && !block.quoted) this.#start(block.text, block.level);
      else if (block.kind === 'paragraph' && !block.quoted) this.#words(block, blocks[at + 1]);
      else this.#current.blocks.push(block);
    }
    return this.#parts;
  }

  /** A heading that says nothing goes on with what the heading above it is about. */
  #start(heading: string, level: number): void {
    const asks = DEMAND.test(heading.trim());
    const own = asks ? 'expected' : kindOfHeading(heading);
    const above = this.#leave(level);
    const kind = own !== 'text' ? own : level > 1 ? (above?.kind ?? 'text') : 'text';
    this.#push({ ...partOf(kind, heading, level), brief: asks && level === LABEL_LEVEL });
  }

  /** Leaves every part that a heading of this level ends; returns the one that goes on around it. */
  #leave(level: number): Part | undefined {
    while ((this.#above.at(-1)?.level ?? -1) >= level) this.#above.pop();
    return this.#above.at(-1);
  }

  #push(part: Part): void {
    this.#leave(part.level);
    this.#above.push(part);
    this.#parts.push(part);
    this.#current = part;
  }

  /** "Please:" and its list, "should be:" and its code; the paragraph after them is no part of it. */
  #endBrief(block: Block): void {
    const { brief, blocks, level } = this.#current;
    if (blocks.length === 0 || block.items.length > 0) return;
    if (!brief && !(block.kind === 'paragraph' && this.#introducedOnly())) return;
    const kind = this.#leave(level)?.kind ?? 'text';
    this.#push(partOf(kind, '', level));
  }

  /** A label with nothing in its own line, and a list or code below; who accepts may go on in words. */
  #introducedOnly(): boolean {
    const { kind, level, blocks } = this.#current;
    return (
      level === LABEL_LEVEL &&
      kind !== 'acceptance' &&
      kind !== 'update' &&
      blocks.every((one) => one.kind === 'code' || one.items.length > 0)
    );
  }

  /** What a label in a list item starts ends with that item. */
  #endItem(block: Block): void {
    const { within } = this.#current;
    if (within && !block.items.includes(within.item)) this.#push({ ...within.outer, blocks: [] });
  }

  #words(block: Block, next: Block | undefined): void {
    const labelled = this.#labelledItem(block) ?? this.#groupItem(block, next);
    this.#paragraph(labelled ?? block);
    const lists = next !== undefined && next.items.length > 0 && block.items.length === 0;
    if (!lists || this.#current.kind !== 'text') return;
    const kind = introducedKind(block.text);
    if (kind) this.#push({ ...partOf(kind, '', LABEL_LEVEL), brief: true });
  }

  /** "- **Expected**: rows are skipped" in a list that no heading explains; returns what the label leaves. */
  #labelledItem(block: Block): Block | null {
    const item = block.items.at(-1);
    if (item === undefined || this.#current.kind !== 'text') return null;
    const [all = '', label = ''] = ITEM_LABEL.exec(block.text) ?? [];
    if (label === '') return null;
    return this.#enter(item, label)
      ? { ...block, text: block.text.slice(all.length).trimStart() }
      : null;
  }

  /** "- Definition of done" above nested items is their heading. */
  #groupItem(block: Block, next: Block | undefined): Block | null {
    const item = block.items.at(-1);
    const groups = item !== undefined && (next?.items.length ?? 0) > block.items.length;
    if (!groups || !next?.items.includes(item) || this.#current.kind !== 'text') return null;
    return this.#enter(item, block.text.trim()) ? { ...block, text: '' } : null;
  }

  #enter(item: number, heading: string): boolean {
    if (heading.length < 2 || heading.length > 100) return false;
    const label = heading.replace(/[*_]{2}|[:：]$/g, '').replaceAll('-', ' ');
    const kind = kindOfHeading(label);
    if (!ITEM_KINDS.has(kind) || !isLabel(label)) return false;
    const outer = this.#current;
    if (kind === 'out-of-scope') this.#stateGroups(outer);
    this.#push({ ...partOf(kind, heading, LABEL_LEVEL), within: { item, outer } });
    return true;
  }

  /** Who groups a list and calls one group out of scope says with the other groups what is in it. */
  #stateGroups(outer: Part): void {
    const from = outer.blocks.findLastIndex((block) => block.items.length === 0) + 1;
    if (!outer.blocks.slice(from).some((block) => block.items.length > 1)) return;
    const blocks = outer.blocks.splice(from);
    this.#parts.push({ ...partOf('expected', '', LABEL_LEVEL), blocks });
  }

  /** A paragraph may hold headings of its own: bold lines, and labels with or without text behind them. */
  #paragraph(block: Block): void {
    const before = this.#current;
    let closes = false;
    for (const piece of piecesOf(block)) {
      const words = { ...block, text: piece.text.trim() };
      if (piece.heading !== null) this.#start(piece.heading, piece.level);
      if (words.text !== '') this.#current.blocks.push(words);
      closes = piece.level === LABEL_LEVEL && words.text !== '' && this.#current.kind !== 'update';
    }
    // What a label says in its own line ends with that line.
    if (closes) this.#push({ ...before, blocks: [] });
  }
}

const partOf = (kind: SectionKind, heading: string, level: number): Part => ({
  kind,
  heading,
  level,
  blocks: [],
  brief: false,
  within: null,
});

/** A form’s question with boxes under it ("Which browsers?") is about the reporter. */
function asksTheReporter(
  heading: string,
  kind: SectionKind,
  passages: readonly Passage[],
): boolean {
  return (
    kind === 'text' && /[?？]\s*$/.test(heading) && passages.some((one) => one.checked !== null)
  );
}

/** The same at the start of a list item. */
const ITEM_LABEL =
  /^(?:\*\*|__)?([\p{L}][^\n:：*_.!?,，、[]{0,60})(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?(?=\s|$)/u;
/** Kinds that a list item’s label may name; any other label is part of what the item says. */
const ITEM_KINDS: ReadonlySet<SectionKind> = new Set([
  'expected',
  'actual',
  'steps',
  'acceptance',
  'out-of-scope',
]);
