/** Stands between texts that are masked as one. Text that people write holds no NUL. */
const BETWEEN = '\n\0\n';

type Mask = (text: string) => Promise<string>;

/**
 * A JSON value with every string in it masked; keys stay as they are. The same value when there was nothing to mask,
 * which is found out in one go, however many strings there are.
 */
export async function maskStrings<T>(value: T, mask: Mask): Promise<T> {
  const found = new Set<string>();
  mapStrings(value, (text) => {
    found.add(text);
    return text;
  });
  const strings = [...found];
  const masked = await maskEach(strings, mask);
  const changed = new Map(
    strings.flatMap((text, at): [string, string][] =>
      masked[at] === text ? [] : [[text, masked[at] ?? '']],
    ),
  );
  if (changed.size === 0) return value;
  return mapStrings(value, (text) => changed.get(text) ?? text) as T;
}

async function maskEach(strings: readonly string[], mask: Mask): Promise<readonly string[]> {
  const joined = strings.join(BETWEEN);
  const masked = await mask(joined);
  if (masked === joined) return strings;
  const parts = masked.split(BETWEEN);
  const apart = !strings.some((text) => text.includes('\0')) && parts.length === strings.length;
  if (apart) return parts;
  // One of them could be taken for what stands between, or a finding reached from one into the next.
  return Promise.all(strings.map(mask));
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, map)]),
  );
}
