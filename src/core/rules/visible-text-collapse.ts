import { countHidden, type HiddenCounts } from './visible-text-characters.ts';
import type { Tag } from './visible-text-tags.ts';

/** Keeps track of collapsed `<details>`: of what they hold only the outermost one’s first summary shows. */
export class Collapse {
  readonly #hidden: HiddenCounts;
  /** One entry for each open `<details>`; true when it hides its content. */
  readonly #details: boolean[] = [];
  #depth = 0;
  #summary: 'none' | 'open' | 'shown' = 'none';
  #sawFence = false;

  constructor(hidden: HiddenCounts) {
    this.#hidden = hidden;
  }

  get hides(): boolean {
    return this.#depth > 0;
  }

  /** Whether text at this point is seen. */
  get shows(): boolean {
    return this.#depth === 0 || (this.#depth === 1 && this.#summary === 'open');
  }

  /** A code fence stands inside: a `</details>` after it may be code. */
  fence(): void {
    if (this.hides) this.#sawFence = true;
  }

  /** `lineBefore` is what stands before the tag in its line; `certain` whether code is told from text for certain. */
  tag(tag: Tag, lineBefore: string, certain: boolean): void {
    if (tag.name === 'summary' && this.#depth === 1) this.#summaryTag(tag);
    if (tag.name !== 'details') return;
    if (!tag.closing) this.#open(tag);
    else if ((certain || this.#isPlain(lineBefore)) && this.#details.pop() === true)
      this.#depth -= 1;
  }

  #open(tag: Tag): void {
    this.#details.push(!tag.open);
    if (tag.open) return;
    this.#depth += 1;
    if (this.#depth > 1) return;
    this.#summary = 'none';
    this.#sawFence = false;
    countHidden(this.#hidden, 'collapsed');
  }

  #summaryTag(tag: Tag): void {
    if (!tag.closing && this.#summary === 'none') this.#summary = 'open';
    else if (tag.closing && this.#summary === 'open') this.#summary = 'shown';
  }

  /** No code can hold the tag; otherwise it may be shown as code, and we stay collapsed. */
  #isPlain(lineBefore: string): boolean {
    return !this.#sawFence && !lineBefore.includes('`') && !/^(?: {4}|\t)/.test(lineBefore);
  }
}
