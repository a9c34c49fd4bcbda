/** Keeps the first `head` bytes (half of `limit` when left out) and as many of the last as fit. */
export function headAndTail(limit: number, head = Math.floor(limit / 2)) {
  const first: Buffer[] = [];
  let last: Buffer[] = [];
  let firstBytes = 0;
  let lastBytes = 0;
  let total = 0;
  const tail = limit - head;
  const trim = () => {
    const all = Buffer.concat(last);
    // A copy, so that the dropped part can be freed.
    last = [Buffer.from(all.subarray(Math.max(0, all.length - tail)))];
    lastBytes = last[0]?.length ?? 0;
  };
  return {
    add: (chunk: Buffer) => {
      total += chunk.length;
      const fits = Math.min(chunk.length, head - firstBytes);
      if (fits > 0) first.push(chunk.subarray(0, fits));
      firstBytes += fits;
      if (fits === chunk.length) return;
      last.push(chunk.subarray(fits));
      lastBytes += chunk.length - fits;
      if (lastBytes > 2 * tail + 65_536) trim();
    },
    bytes: () => total,
    read: () => {
      if (lastBytes > tail) trim();
      const [before, after] = [Buffer.concat(first), Buffer.concat(last)];
      if (before.length + after.length === total) return Buffer.concat([before, after]);
      const [start, end] = [wholeLinesBefore(before), wholeLinesAfter(after)];
      const dropped = total - start.length - end.length;
      const gap = Buffer.from(`[… ${dropped} bytes left out …]\n`);
      return Buffer.concat(head > 0 ? [start, gap, end] : [end]);
    },
  };
}

/** Cut at line ends: half a token is no token to a scanner, and would pass the mask. */
function wholeLinesBefore(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(NEWLINE);
  return at < 0 ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes.subarray(0, at + 1);
}

function wholeLinesAfter(bytes: Buffer): Buffer {
  const at = bytes.indexOf(NEWLINE);
  return at < 0 || at === bytes.length - 1 ? bytes : bytes.subarray(at + 1);
}

const NEWLINE = 10;
