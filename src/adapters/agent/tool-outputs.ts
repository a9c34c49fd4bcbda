/** What one tool reply may put into the history; the rest is kept aside and can be asked for. */
const HEAD_CHARACTERS = 3000;
const TAIL_CHARACTERS = 7000;
const PAGE_CHARACTERS = 12_000;
/** What is kept aside of one conversation; the oldest goes first. */
const KEPT_CHARACTERS = 20_000_000;

/** How a shortened output names its whole. */
const POINTER = /read_output \{"id": "(out-\d{1,9})"\}/;

/** Long tool output: capped in the conversation, whole by id. */
export class ToolOutputs {
  readonly #whole = new Map<string, string>();
  #count = 0;
  #characters = 0;

  /** The text itself, or its beginning and end with a pointer to the whole. */
  cap(text: string): string {
    if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
    const left = text.length - HEAD_CHARACTERS - TAIL_CHARACTERS;
    const pointer = `[${left} characters left out; the whole: read_output {"id": "${this.#add(text)}"}]`;
    return [
      text.slice(0, HEAD_CHARACTERS).toWellFormed(),
      pointer,
      text.slice(-TAIL_CHARACTERS).toWellFormed(),
    ].join('\n');
  }

  /** Keeps a reply whole and names it; one that was shortened has its whole here already. */
  keep(text: string): string {
    const known = POINTER.exec(text)?.[1];
    return known !== undefined && this.#whole.has(known) ? known : this.#add(text);
  }

  /** One page of a kept output from a character offset; null when it is not (or no longer) kept. */
  page(id: string, offset: number): string | null {
    const text = this.#whole.get(id);
    if (text === undefined) return null;
    const end = offset + PAGE_CHARACTERS;
    const more = end < text.length ? `\n[more from offset ${end} of ${text.length}]` : '';
    return text.slice(offset, end).toWellFormed() + more;
  }

  #add(text: string): string {
    this.#count += 1;
    const id = `out-${this.#count}`;
    this.#whole.set(id, text);
    this.#characters += text.length;
    for (const [oldest, whole] of this.#whole) {
      if (this.#characters <= KEPT_CHARACTERS || oldest === id) break;
      this.#whole.delete(oldest);
      this.#characters -= whole.length;
    }
    return id;
  }
}
