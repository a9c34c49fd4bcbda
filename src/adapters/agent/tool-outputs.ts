/** What one tool reply may put into the history; the rest is kept aside and can be asked for. */
const HEAD_CHARACTERS = 3000;
const TAIL_CHARACTERS = 7000;
const KEPT_OUTPUTS = 20;
const PAGE_CHARACTERS = 12_000;

/** Long tool output: capped in the conversation, whole by id for the last twenty. */
export class ToolOutputs {
  readonly #whole = new Map<string, string>();
  #count = 0;

  /** The text itself, or its beginning and end with a pointer to the whole. */
  cap(text: string): string {
    if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
    this.#count += 1;
    const id = `out-${this.#count}`;
    this.#whole.set(id, text);
    for (const oldest of this.#whole.keys()) {
      if (this.#whole.size <= KEPT_OUTPUTS) break;
      this.#whole.delete(oldest);
    }
    const left = text.length - HEAD_CHARACTERS - TAIL_CHARACTERS;
    const pointer = `[${left} characters left out; the whole: read_output {"id": "${id}"}]`;
    return [
      text.slice(0, HEAD_CHARACTERS).toWellFormed(),
      pointer,
      text.slice(-TAIL_CHARACTERS).toWellFormed(),
    ].join('\n');
  }

  /** One page of a kept output from a character offset; null when it is not (or no longer) kept. */
  page(id: string, offset: number): string | null {
    const text = this.#whole.get(id);
    if (text === undefined) return null;
    const end = offset + PAGE_CHARACTERS;
    const more = end < text.length ? `\n[more from offset ${end} of ${text.length}]` : '';
    return text.slice(offset, end).toWellFormed() + more;
  }
}
