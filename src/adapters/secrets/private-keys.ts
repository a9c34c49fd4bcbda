/** Where something stands in a text. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The first line of a PEM private key (RFC 7468, RFC 1421; `BLOCK` is OpenPGP’s) with a body below it, as it stands in a
 * file or with its line breaks escaped, as in JSON. Code and prose that only name the line hold no key.
 */
const HEAD =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[ \t]{0,8}(?:[\r\n]|\\{1,8}[rn])(?:\s|\\{1,8}[rn]){0,8}(?=[A-Za-z0-9+/])/g;
const END = /^-----END [A-Z0-9 ]{1,80}-----/;
/** Longer bodies are no keys: what is masked ends there. */
const LONGEST = 20_000;
const BODY = /^(?:[A-Za-z0-9+/=:,\s-]|\\{1,8}[rn])*/;

/**
 * Finds private keys however short: the key of an Ed25519 pair is one line of 64 characters, and a block that was cut off is
 * still most of a key.
 */
export function findPrivateKeys(text: string): Range[] {
  const found: Range[] = [];
  for (const { index, 0: head } of text.matchAll(HEAD))
    found.push({ start: index, end: endOf(text, index + head.length) });
  return found;
}

/** The end of its last line where it has one, else of what can belong to it. */
function endOf(text: string, from: number): number {
  const rest = text.slice(from, from + LONGEST);
  const last = rest.indexOf('-----END ');
  const closing = last < 0 ? null : END.exec(rest.slice(last, last + 100));
  if (closing) return from + last + closing[0].length;
  return from + (BODY.exec(rest)?.[0].trimEnd().length ?? 0);
}
