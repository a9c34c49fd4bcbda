import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Digest } from './schema/scalars.ts';

/** RFC 8785 canonical JSON: the same value always gives the same bytes, whatever the key order. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no canonical JSON');
  return text;
}

/** SHA-256 of a text’s UTF-8 bytes, in hex. */
export function digestText(text: string): Digest {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** SHA-256 of a value’s canonical JSON, in hex: how contracts, records and ledger entries are named. */
export function digestOf(value: unknown): Digest {
  return digestText(canonicalJson(value));
}
