/** `user:password@` in a URL, a token by its name, or a value that is taken from the environment. */
const CREDENTIAL = /\/\/[^/\s@]{1,500}@|_auth|token|password|\$\{/i;

export function holdsCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

/**
 * One ini file (npm, pip) out of several, with the keys that match and their continuation lines; what comes later
 * wins. A key whose value holds a credential is left out whole. Empty when nothing is left.
 */
export function filterIni(texts: readonly string[], key: RegExp): string {
  const sections = new Map<string, Map<string, string[]>>();
  for (const text of texts) {
    let section = '';
    for (const entry of entriesOf(text)) {
      const first = entry[0] ?? '';
      const header = /^\[([\w.-]+)\]$/.exec(first.trim());
      if (header) section = header[1] ?? '';
      const name = first.split('=')[0]?.trim().replace(/\[\]$/, '') ?? '';
      if (!first.includes('=') || !key.test(name) || entry.some(holdsCredential)) continue;
      const entries = sections.get(section) ?? new Map<string, string[]>();
      sections.set(section, entries.set(name, entry));
    }
  }
  const lines = [...sections].flatMap(([section, entries]) => [
    ...(section === '' ? [] : [`[${section}]`]),
    ...[...entries.values()].flat(),
  ]);
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Lines with the indented ones that continue them; without comments and empty lines. */
function entriesOf(text: string): string[][] {
  const entries: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || /^\s*[#;]/.test(line)) continue;
    const last = entries.at(-1);
    if (/^\s/.test(line) && last) last.push(line);
    else entries.push([line]);
  }
  return entries;
}

const CARGO_KEYS: readonly { section: RegExp; key: RegExp }[] = [
  { section: /^source\./, key: /^(?:registry|replace-with|local-registry|directory|git)$/ },
  { section: /^registries\./, key: /^index$/ },
  { section: /^registry$/, key: /^default$/ },
  { section: /^net$/, key: /^(?:offline|retry)$/ },
  { section: /^http$/, key: /^(?:cainfo|proxy|check-revoke)$/ },
];

/** Cargo’s config.toml with where crates come from, and nothing else: no build flags, no tokens, no aliases. */
export function filterCargoConfig(text: string): string {
  const kept: string[] = [];
  let section = '';
  let announced = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\[([\w."-]+)\]\s*(?:#.*)?$/.exec(line.trim());
    if (header) section = header[1] ?? '';
    const key = line.split('=')[0]?.trim() ?? '';
    const isWanted = CARGO_KEYS.some((one) => one.section.test(section) && one.key.test(key));
    if (header || !isWanted || holdsCredential(line)) continue;
    if (announced !== section) kept.push(`[${section}]`);
    announced = section;
    kept.push(line.trim());
  }
  return kept.length > 0 ? `${kept.join('\n')}\n` : '';
}

/** Maven’s settings with its mirrors alone: `servers` hold passwords. */
export function filterMavenSettings(text: string): string {
  const from = text.indexOf('<mirrors>');
  const to = text.indexOf('</mirrors>', from);
  if (from < 0 || to < 0) return '';
  const mirrors = text.slice(from, to + '</mirrors>'.length);
  return holdsCredential(mirrors) ? '' : `<settings>${mirrors}</settings>\n`;
}
