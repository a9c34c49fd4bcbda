import { findPrivateKeys, type Range } from './private-keys.ts';

/** Where something that looks like a secret stands. Never the secret itself: findings are posted and kept. */
export interface SecretFinding {
  /** Rule that found it, like `github` or `known-value`. */
  rule: string;
  /** `path:line`, 1-based. */
  place: string;
}

export interface SecretScanner {
  scan(text: string, path: string): Promise<SecretFinding[]>;
  /** The text with every finding replaced by `***`, line by line: what stands below keeps its line number. */
  mask(text: string): Promise<string>;
}

interface Span extends Range {
  rule: string;
}

/** Shorter values (`true`, `main`) are no secrets, and masking them would eat the log. */
const SHORTEST_KNOWN = 8;
const MASK = '***';

/**
 * Finds secrets by the rules of the secretlint preset, private keys however short, and by value those the caller holds (its tokens), plain or
 * encoded. The rules are loaded at the first use, since most starts need none. Linear; a megabyte takes some ten ms.
 */
export function createSecretScanner(known: readonly string[] = []): SecretScanner {
  const values = knownForms(known);
  const find = async (text: string): Promise<Span[]> => {
    const byRule = await findByRule(text);
    const keys = findPrivateKeys(text).filter((key) => !byRule.some((span) => overlap(span, key)));
    const found = [
      ...byRule,
      ...keys.map((key) => ({ rule: 'privatekey', ...key })),
      ...findKnown(text, values),
    ];
    return found.sort((a, b) => a.start - b.start);
  };
  return {
    async scan(text, path) {
      const lineOf = lineCounter(text);
      const spans = await find(text);
      return spans.map(({ rule, start }) => ({ rule, place: `${path}:${lineOf(start)}` }));
    },
    async mask(text) {
      return maskSpans(text, await find(text));
    },
  };
}

const overlap = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

/**
 * Every rule wants a long word, or a password in a URL. What people write mostly has neither, and then the rules, which
 * take a while to load, are not needed.
 */
const LONG_WORD = /[A-Za-z0-9+/=_.~-]{16}/;
const PASSWORD_IN_URL = /:\/\/[^\s/@]{0,500}@/;

async function findByRule(text: string): Promise<Span[]> {
  if (!LONG_WORD.test(text) && !PASSWORD_IN_URL.test(text)) return [];
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const chosen = rules.filter(({ meta }) => meta.id !== FILTER_COMMENTS);
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text', contentType: 'text', ext: '' },
    options: {
      config: {
        rules: chosen.map((rule) => ({ id: rule.meta.id, rule, ...OPTIONS[rule.meta.id] })),
      },
      noPhysicFilePath: true,
    },
  });
  return messages.map(({ ruleId, range }) => ({
    rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
    start: range[0],
    end: range[1],
  }));
}

/** Its comments switch rules off: whoever wrote the text must not decide what is found in it. */
const FILTER_COMMENTS = '@secretlint/secretlint-rule-filter-comments';

const OPTIONS: Record<string, { options: object; allowMessageIds: string[] }> = {
  '@secretlint/secretlint-rule-aws': {
    options: { enableIDScanRule: true },
    // Twelve digits after the word "account" are no secret.
    allowMessageIds: ['AWSAccountID'],
  },
};

/** Each value as it stands, as it is written in a URL, in base64 and hexadecimal, and line by line. */
function knownForms(known: readonly string[]): string[] {
  const forms = known.flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('hex'),
    ...insideBase64(value),
    ...value.split('\n'),
  ]);
  const long = forms.map((form) => form.trim()).filter((form) => form.length >= SHORTEST_KNOWN);
  return [...new Set(long)];
}

/**
 * How a value looks inside the base64 of a longer text (`user:token`): it begins at one of three places in a group, and
 * what is shared with its neighbours is left out. In both alphabets.
 */
function insideBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const own = encoded.slice(Math.ceil((offset * 8) / 6), whole);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function findKnown(text: string, values: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const value of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      spans.push({ rule: 'known-value', start: at, end: at + value.length });
    }
  }
  return spans;
}

function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (start > from || masked === '') masked += text.slice(from, start) + MASK;
    masked += `\n${MASK}`.repeat(lineEnds(text, Math.max(from, start), end));
    from = Math.max(from, end);
  }
  return masked + text.slice(from);
}

function lineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).split('\n').length - 1;
}

/** Line numbers for rising offsets, counted once over the text. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let seen = -1;
  return (offset) => {
    for (let at = text.indexOf('\n', seen + 1); at >= 0 && at < offset; ) {
      line += 1;
      seen = at;
      at = text.indexOf('\n', seen + 1);
    }
    return line;
  };
}
