/** What the proof is held against: the durable part of one request as it was sent, in the order a provider caches it: everything else, then block by block. */
type DurableUnits = readonly string[];

/** Where providers’ request bodies keep the conversation, and where a message keeps its blocks. */
const LISTS = ['messages', 'input', 'contents'] as const;
const BLOCKS = ['content', 'parts'] as const;

/**
 * Cuts a request body into what a provider’s cache compares. Cache markers are left out: they move by design, and no
 * provider counts them.
 * @param body as it went over the wire: JSON text, or what was serialised to it
 * @param tail the last block is the reminder, which is no part of the prefix
 */
export function durableUnits(body: unknown, tail: boolean): DurableUnits {
  const parsed = typeof body === 'string' ? parse(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return [];
  const fields = parsed as Record<string, unknown>;
  const list = LISTS.find((name) => Array.isArray(fields[name]));
  const { [list ?? '']: conversation = [], ...head } = fields;
  const blocks = (conversation as Record<string, unknown>[]).flatMap(blocksOf);
  return [text(head), ...(tail ? blocks.slice(0, -1) : blocks)];
}

/** One text for each block, with the role it stands under; a message without blocks is one. */
function blocksOf(message: Record<string, unknown>): string[] {
  const place = BLOCKS.find((name) => Array.isArray(message[name]));
  if (place === undefined) return [text(message)];
  const { [place]: blocks, ...rest } = message;
  const under = text(rest);
  return (blocks as unknown[]).map((block, n) => (n === 0 ? under : '') + text(block));
}

/** A marker stands on a block or on a message, never deeper. */
function text(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('cache_control' in value))
    return JSON.stringify(value) ?? '';
  const { cache_control: _, ...rest } = value;
  return JSON.stringify(rest);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
