/** Where things stand on this machine: no reader of public evidence needs it, and every checkout has another. */
export interface Places {
  root: string;
  home: string;
}

/** The text with paths of the checkout as people write them, `src/a.js`, and the home directory as `~`. */
export function hidePlaces(text: string, { root, home }: Places): string {
  return text.replaceAll(`${root}/`, '').replaceAll(root, '.').replaceAll(home, '~');
}
