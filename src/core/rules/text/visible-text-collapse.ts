import { countHidden, type HiddenCounts } from './visible-text-characters.ts';
import type { Tag } from './visible-text-tags.ts';

/** Keeps track of collapsed `<details>`: of what they hold only the outermost one’s first summary shows. */
export class Collapse {
  readonly #hidden: HiddenCounts;
  /** One entry for each open `<details>`; true when it hides its content. */
  readonly #details: boolean[] = [];
  #depth = 0;
  #summary: 'none' | 'open' | 'shown' = 'none';
  #lost = false;

  constructor(hidden: HiddenCounts) {
    this.#hidden = hidden;
  }

  get hides(): boolean {
    return this.#depth > 0 || this.#lost;
  }

  /** Whether text at this point is seen. */
  get shows(): boolean {
    return !this.#lost && (this.#depth === 0 || (this.#depth === 1 && this.#summary === 'open'));
  }

  /** From here on nothing is known to show. */
  lose(): void {
    this.#lost = true;
  }

  tag(tag: Tag): void {
    if (tag.name === 'summary' && this.#depth === 1) this.#summaryTag(tag);
    if (tag.name !== 'details') return;
    if (!tag.closing) this.#open(tag);
    else if (this.#details.pop() === true) this.#depth -= 1;
  }

  #open(tag: Tag): void {
    this.#details.push(!tag.open);
    if (tag.open) return;
    this.#depth += 1;
    if (this.#depth > 1) return;
    this.#summary = 'none';
    countHidden(this.#hidden, 'collapsed');
  }

  #summaryTag(tag: Tag): void {
    if (!tag.closing && this.#summary === 'none') this.#summary = 'open';
    else if (tag.closing && this.#summary === 'open') this.#summary = 'shown';
  }
}
