import type { RefUpdate } from '../records.ts';

/** The ref updates a push asks for: the pkt-lines before the pack (git-protocol-pack). */
export function parseCommands(body: Buffer): RefUpdate[] {
  const updates: RefUpdate[] = [];
  for (const line of pktLines(body)) {
    const [command = ''] = line.toString('utf8').split('\0');
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+?)\n?$/.exec(command);
    if (match) updates.push({ old: match[1] ?? '', new: match[2] ?? '', ref: match[3] ?? '' });
  }
  return updates;
}

/**
 * Puts GitHub's reasons into git's answer to a push: a hook can only refuse with "hook declined",
 * GitHub tells why in the status of the ref itself.
 */
export function explainRefusals(answer: Buffer, reasons: ReadonlyMap<string, string>): Buffer {
  if (reasons.size === 0) return answer;
  const sideband = [...pktLines(answer)];
  if (!sideband.some((line) => line[0] === 1)) return pktStream(explained(sideband, reasons));
  const report = Buffer.concat(sideband.filter((line) => line[0] === 1).map((l) => l.subarray(1)));
  const inner = pktStream(explained([...pktLines(report)], reasons));
  const messages = sideband.filter((line) => line[0] !== 1);
  return pktStream([...messages, Buffer.concat([Buffer.from([1]), inner])]);
}

function explained(report: Buffer[], reasons: ReadonlyMap<string, string>): Buffer[] {
  return report.map((line) => {
    const match = /^ng (\S+) /.exec(line.toString('utf8'));
    const reason = match && reasons.get(match[1] ?? '');
    return reason ? Buffer.from(`ng ${match[1]} ${reason}\n`) : line;
  });
}

/** The refs that git says it moved, from the report of its answer. */
export function acceptedRefs(answer: Buffer): Set<string> {
  const sideband = [...pktLines(answer)];
  const banded = sideband.filter((line) => line[0] === 1).map((line) => line.subarray(1));
  const report = banded.length > 0 ? [...pktLines(Buffer.concat(banded))] : sideband;
  const accepted = report.map((line) => /^ok (.+?)\n?$/.exec(line.toString('utf8'))?.[1]);
  return new Set(accepted.filter((ref) => ref !== undefined));
}

/** The pkt-lines up to the first flush. */
function* pktLines(bytes: Buffer): Generator<Buffer> {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16);
    if (!(length >= 4)) return;
    yield bytes.subarray(at + 4, at + length);
    at += length;
  }
}

function pktStream(payloads: readonly Buffer[]): Buffer {
  const framed = payloads.map((payload) =>
    Buffer.concat([Buffer.from((payload.length + 4).toString(16).padStart(4, '0')), payload]),
  );
  return Buffer.concat([...framed, Buffer.from('0000')]);
}
