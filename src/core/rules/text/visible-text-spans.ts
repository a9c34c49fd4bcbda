import type { HiddenSpan } from '../../schema/snapshot.ts';
import { invisibleEntity } from './visible-text-characters.ts';
import { linkTail, matchBrackets } from './visible-text-references.ts';
import { dropsContent, readRawTag, readTag, type Tag } from './visible-text-tags.ts';

/** A stretch of a leaf’s text that does not show, or shows as something shorter. */
export interface Span {
  end: number;
  /** What stands in its place. */
  shown: string;
  /** What it is reported as; a tag alone is not worth a report. */
  kind: HiddenSpan['kind'] | null;
  tag: Tag | null;
  /** Raw HTML that the leaf leaves open: only a browser knows what it swallows, so everything after it counts as hidden. */
  open: boolean;
}

/** Finds what does not show at a given place of one leaf. Repeated searches are remembered, so all of them are linear. */
export class SpanFinder {
  readonly #text: string;
  readonly #brackets: Int32Array | null;
  /** Where each terminator was found last. */
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#brackets = text.includes('![') ? matchBrackets(text) : null;
  }

  /** The hidden span that starts at `at`, or null. `markdown`: in running text, not in raw HTML. */
  hiddenAt(at: number, markdown: boolean): Span | null {
    switch (this.#text[at]) {
      case '<':
        return /[A-Za-z/!?]/.test(this.#text[at + 1] ?? '') ? this.#html(at, markdown) : null;
      case '&': {
        const entity = invisibleEntity(this.#text, at);
        return entity && span(at + entity.length, '', entity.kind);
      }
      case ']':
        return markdown ? this.#linkTail(at) : null;
      case '!':
        return markdown ? this.#image(at) : null;
      default:
        return null;
    }
  }

  #linkTail(at: number): Span | null {
    if (this.#text[at + 1] !== '(') return null;
    const tail = linkTail(this.#text, at + 1);
    return tail?.hides ? span(tail.end, `]${tail.shown}`, 'collapsed') : null;
  }

  #image(at: number): Span | null {
    const close = this.#text[at + 1] === '[' ? (this.#brackets?.[at + 1] ?? 0) : 0;
    if (close === 0 || !/[[(]/.test(this.#text[close + 1] ?? '')) return null;
    const description = this.#text.slice(at + 2, close);
    if (description === '') return null;
    // Screenshots carry file names; only a description that could say something is worth a report.
    const wordy = description.trim().split(/\s+/, 4).length > 3;
    return span(close, '![', wordy ? 'collapsed' : null);
  }

  #html(at: number, markdown: boolean): Span | null {
    const terminator = terminatorOf(this.#text, at);
    if (terminator !== null) {
      const found = this.#find(terminator, at + (terminator === '-->' ? 4 : 2));
      if (found !== -1) return span(found + terminator.length, '', 'html-comment');
      return markdown ? null : span(this.#text.length, '', 'html-comment', true);
    }
    const tag = markdown ? readTag(this.#text, at) : readRawTag(this.#text, at);
    if (!tag) return null;
    if (tag.end === -1) return span(this.#text.length, '', null, true);
    if (dropsContent(tag.name) && !tag.closing) return this.#droppedElement(tag);
    return { ...span(tag.end, '', null), tag };
  }

  #droppedElement(tag: Tag): Span {
    const close = new RegExp(`</${tag.name}\\s{0,9}>`, 'gi');
    close.lastIndex = tag.end;
    const closed = close.test(this.#text);
    return span(closed ? close.lastIndex : this.#text.length, '', 'collapsed', !closed);
  }

  #find(terminator: string, from: number): number {
    const known = this.#found.get(terminator);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#text.indexOf(terminator, from);
    this.#found.set(terminator, found);
    return found;
  }
}

const span = (end: number, shown: string, kind: Span['kind'], open = false): Span => ({
  end,
  shown,
  kind,
  tag: null,
  open,
});

function terminatorOf(text: string, at: number): string | null {
  if (text.startsWith('<!--', at)) return '-->';
  if (text.startsWith('<![CDATA[', at)) return ']]>';
  if (text.startsWith('<?', at)) return '?>';
  return /^<![A-Za-z]/.test(text.slice(at, at + 3)) ? '>' : null;
}
