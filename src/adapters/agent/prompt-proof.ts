import type { PromptFacts } from '../../ports.ts';
import { frameOf, reminderStart } from './request-frame.ts';

/** The durable part of one request, as places in the bytes that went over the wire. */
export interface DurablePart {
  sent: Buffer;
  /** Length of everything before the conversation, the list’s bracket included. */
  head: number;
  /** Length of everything after it, the list’s bracket included: tools, with most providers. */
  rest: number;
  /** Where the last durable block’s content ends: what closes it may be followed by more. */
  end: number;
  /** Bytes of all that but the cache markers, which move by design and are counted by no provider. */
  size: number;
}

/**
 * Compares the durable part of a request with that of the one before: whether the whole of that is the beginning of this, and
 * where it ends being so. What was the same is compared byte for byte and not read again, so that a long history costs hardly
 * more than a short one.
 * @param body as it went over the wire; of one that cannot be read nothing is claimed
 * @param reminder the last block, which is no part of the prefix; null for none
 * @param compacted the history was made shorter in between
 */
export function provePrompt(
  body: unknown,
  reminder: string | null,
  before: DurablePart | null,
  compacted: boolean,
): { facts: PromptFacts; part: DurablePart | null } {
  const first = (durableBytes: number): PromptFacts => ({
    durableBytes,
    prefix: 'first',
    firstDifference: null,
  });
  const sent = bytesOf(body);
  const frame = sent && (before !== null && keepsFrame(before, sent) ? before : frameOf(sent));
  const end = sent && frame && durableEnd(sent, frame, reminder);
  if (sent === null || frame === null || end === null) return { facts: first(0), part: null };
  const { head, rest } = frame;
  const made = (size: number): DurablePart => ({ sent, head, rest, end, size });
  if (before === null) {
    const size = head + rest + unmarked(sent.subarray(head, end));
    return { facts: first(size), part: made(size) };
  }
  const shared = frame === before ? sharedConversation(before, { sent, head, end }) : null;
  if (shared?.whole) {
    const size = before.size + unmarked(sent.subarray(shared.at, end));
    return {
      facts: { durableBytes: size, prefix: 'held', firstDifference: null },
      part: made(size),
    };
  }
  const part = made(head + rest + unmarked(sent.subarray(head, end)));
  const prefix = compacted ? 'compaction' : 'broken';
  const firstDifference = shared
    ? head + rest + unmarked(sent.subarray(head, shared.at))
    : mismatch(everythingElse(before), everythingElse(part));
  return { facts: { durableBytes: part.size, prefix, firstDifference }, part };
}

function bytesOf(body: unknown): Buffer | null {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length) : null;
}

/** Everything around the conversation is the same as before. */
function keepsFrame({ sent, head, rest }: DurablePart, now: Buffer): boolean {
  return (
    now.length >= head + rest &&
    now.subarray(0, head).equals(sent.subarray(0, head)) &&
    now.subarray(now.length - rest).equals(sent.subarray(sent.length - rest))
  );
}

/** Head and rest as a provider caches them, before the conversation. */
const everythingElse = ({ sent, head, rest }: DurablePart): Buffer =>
  Buffer.concat([sent.subarray(0, head), sent.subarray(sent.length - rest)]);

const CLOSING = new Set([...'}],'].map((sign) => sign.charCodeAt(0)));

/** The end of the last durable block’s content; null where the reminder is not where it belongs. */
function durableEnd(
  sent: Buffer,
  { head, rest }: Pick<DurablePart, 'head' | 'rest'>,
  reminder: string | null,
): number | null {
  const last = sent.length - rest;
  let end = reminder === null ? last : reminderStart(sent, head, last, reminder);
  if (end === null) return null;
  while (CLOSING.has(sent[end - 1] ?? 0)) end -= 1;
  const marker = markerBefore(sent, end);
  return marker ?? end;
}

const MARKER = Buffer.from(',"cache_control":{');
/** No marker is longer. */
const MARKER_BYTES = 120;

/** A marker that stands at the very end belongs to what closes the block. */
function markerBefore(sent: Buffer, end: number): number | null {
  const from = Math.max(0, end - MARKER_BYTES);
  const found = sent.subarray(from, end).lastIndexOf(MARKER);
  return found >= 0 && markerEnd(sent, from + found) >= end ? from + found : null;
}

/** Where the marker that begins here ends; where it began when there is none. A marker’s fields are plain values. */
function markerEnd(sent: Buffer, at: number): number {
  if (!sent.subarray(at, at + MARKER.length).equals(MARKER)) return at;
  return sent.indexOf('}', at) + 1;
}

/**
 * How far the conversation before stands in the present one, markers aside.
 * @returns the place in the present one where they part; `whole`: all of what stood before is there
 */
function sharedConversation(
  before: DurablePart,
  now: Pick<DurablePart, 'sent' | 'head' | 'end'>,
): { at: number; whole: boolean } {
  let old = before.head;
  let at = now.head;
  for (;;) {
    const same = mismatch(before.sent.subarray(old, before.end), now.sent.subarray(at, now.end));
    old += same;
    at += same;
    if (old === before.end) return { at, whole: true };
    const [oldNext, next] = [markerEnd(before.sent, old), markerEnd(now.sent, at)];
    if (oldNext === old && next === at) return { at, whole: false };
    old = oldNext;
    at = next;
  }
}

/** Bytes without those of markers. */
function unmarked(part: Buffer): number {
  let size = part.length;
  for (let at = part.indexOf(MARKER); at >= 0; at = part.indexOf(MARKER, at + 1))
    size -= markerEnd(part, at) - at;
  return size;
}

const CHUNK = 65_536;

/** Number of bytes, from the first, that are the same. */
function mismatch(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most) {
    const to = Math.min(at + CHUNK, most);
    if (!a.subarray(at, to).equals(b.subarray(at, to))) break;
    at = to;
  }
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}
