/** What GitHub takes as a body, in characters; counted in UTF-16 units here, which is never fewer. */
export const BODY_LIMIT = 65_536;

/** A part of a body that can be shortened between its atoms only. */
export interface Section {
  /** Always shown while the section is: heading, opening tag, table head. */
  head?: readonly string[];
  /** Rows, list items or whole blocks: each is shown or left out as one. */
  atoms: readonly string[];
  /** Closes what `head` opened. */
  tail?: readonly string[];
  /** Where people find the whole when it was cut. */
  whole: string;
  /** Higher is cut earlier; 0 is never cut. */
  spare: number;
}

/**
 * Joins sections into one body within the limit. What does not fit is left out at an atom’s border, so that no
 * table row, fence or surrogate pair is ever torn, and a line says what was left out and where the whole is.
 */
export function joinWithin(sections: readonly Section[], limit = BODY_LIMIT): string {
  const shown = sections.map((section) => ({ section, count: section.atoms.length }));
  const text = () =>
    shown
      .map(({ section, count }) => renderSection(section, count))
      .filter((part) => part !== '')
      .join('\n\n');
  const bySpare = shown
    .filter(({ section }) => section.spare > 0)
    .toSorted((a, b) => b.section.spare - a.section.spare);
  let excess = text().length - limit;
  for (const entry of bySpare) {
    while (excess > 0 && entry.count > 0) {
      entry.count = fewerAtoms(entry.section, entry.count, excess);
      excess = text().length - limit;
    }
  }
  return text();
}

/** How many atoms are left when about `excess` characters of them are taken from the end; at least one is. */
function fewerAtoms(section: Section, count: number, excess: number): number {
  let left = count;
  let freed = 0;
  while (left > 0 && freed < excess) {
    left -= 1;
    freed += (section.atoms[left] ?? '').length + 1;
  }
  return left;
}

function renderSection(section: Section, count: number): string {
  const { head = [], atoms, tail = [] } = section;
  const missing = atoms.length - count;
  const note =
    missing > 0 ? ['', `_… ${missing} more left out here. The whole: ${section.whole}_`] : [];
  const lines = [...head, ...atoms.slice(0, count), ...note, ...tail];
  return atoms.length === 0 && head.length === 0 ? '' : lines.join('\n');
}
