/** Elements whose whole content GitHub drops. */
const DROPPED = new Set(['script', 'style', 'template', 'title', 'noscript']);

export interface Tag {
  name: string;
  closing: boolean;
  /** `<details open>`: shown at once. */
  open: boolean;
  /** Index after the tag. */
  end: number;
}

const NAME = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
const ATTRIBUTE = /\s+([A-Za-z_:][\w.:-]*)(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?/y;
const TAG_END = /\s*\/?>/y;

/** The complete tag that starts at `at` by CommonMark’s grammar; null when the `<` is plain text. */
export function readTag(text: string, at: number): Tag | null {
  NAME.lastIndex = at;
  const start = NAME.exec(text);
  if (!start) return null;
  let end = NAME.lastIndex;
  let open = false;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const attribute = ATTRIBUTE.exec(text);
    if (!attribute) break;
    if (attribute[1]?.toLowerCase() === 'open') open = true;
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  if (!TAG_END.test(text)) return null;
  return {
    name: (start[2] ?? '').toLowerCase(),
    closing: start[1] === '/',
    open,
    end: TAG_END.lastIndex,
  };
}

/**
 * A tag as a browser reads it inside raw HTML: from `<` and a letter to the next `>` outside quotes, however odd what
 * stands between. `end` is -1 when it is never closed (a browser then swallows the rest).
 */
export function readRawTag(text: string, at: number): Tag | null {
  NAME.lastIndex = at;
  const start = NAME.exec(text);
  if (!start) return null;
  const tag = {
    name: (start[2] ?? '').toLowerCase(),
    closing: start[1] === '/',
    open: false,
  };
  let quote = '';
  for (let i = NAME.lastIndex; i < text.length; i += 1) {
    const character = text[i] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') {
      return { ...tag, open: /\sopen(?=[\s=/>]|$)/i.test(text.slice(at, i)), end: i + 1 };
    }
  }
  return { ...tag, end: -1 };
}

export function dropsContent(name: string): boolean {
  return DROPPED.has(name);
}

const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+)>/y;

/** Index after the autolink `<https://…>` at `at`, or -1. */
export function autolinkEnd(text: string, at: number): number {
  AUTOLINK.lastIndex = at;
  return AUTOLINK.test(text) ? AUTOLINK.lastIndex : -1;
}
