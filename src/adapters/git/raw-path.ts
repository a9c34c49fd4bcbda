/**
 * A path as git and the file system know it: bytes. Held as a string with one character a byte (latin1), so that it
 * can be a key of a Map, and no name is lost, whatever its encoding.
 */
export type RawPath = string;

export function rawPath(bytes: Uint8Array): RawPath {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

export function rawPathOf(text: string): RawPath {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function pathBytes(raw: RawPath): Buffer {
  return Buffer.from(raw, 'latin1');
}

/** The path as text for people and records; bytes that are no UTF-8 become `\xNN`. */
export function showPath(raw: RawPath): string {
  const bytes = pathBytes(raw);
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) shown += `\\x${bytes.toString('hex', at, at + 1)}`;
    else shown += bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return shown;
}

/** Length of the valid UTF-8 sequence at a position; 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const piece = bytes.subarray(at, at + length);
  return Buffer.from(piece.toString('utf8'), 'utf8').equals(piece) ? piece.length : 0;
}

/** The NUL-terminated records of a `-z` answer. */
export function splitRecords(bytes: Buffer): RawPath[] {
  const text = rawPath(bytes);
  if (text === '') return [];
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
}

/** Paths as stdin for a `-z --stdin` command. */
export function joinRecords(paths: Iterable<RawPath>): Buffer {
  return pathBytes([...paths].map((path) => `${path}\0`).join(''));
}
