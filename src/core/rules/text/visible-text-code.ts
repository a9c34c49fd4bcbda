/** Where the code spans of one leaf end (CommonMark 0.31 §6.1): a run of backticks is closed by the next of its length. */
export class CodeSpans {
  readonly #text: string;
  /** Starts of the backtick runs, by length, in order. */
  readonly #runs = new Map<number, number[]>();
  /** How many runs of a length lie behind us. */
  readonly #passed = new Map<number, number>();

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('`'); at !== -1; ) {
      const length = this.#runAt(at);
      const known = this.#runs.get(length);
      if (known) known.push(at);
      else this.#runs.set(length, [at]);
      at = text.indexOf('`', at + length);
    }
  }

  /** Index after the code span that starts at `at`, or after its backticks when it is none. Ask in ascending order. */
  endAt(at: number): number {
    const length = this.#runAt(at);
    const runs = this.#runs.get(length) ?? [];
    let next = this.#passed.get(length) ?? 0;
    while ((runs[next] ?? Number.POSITIVE_INFINITY) < at + length) next += 1;
    this.#passed.set(length, next);
    const close = runs[next];
    return close === undefined ? at + length : close + length;
  }

  #runAt(at: number): number {
    let end = at;
    while (this.#text[end] === '`') end += 1;
    return end - at;
  }
}
