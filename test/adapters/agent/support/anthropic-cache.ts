import { createHash } from 'node:crypto';
import type { Body } from '../../model/support/wire-formats.ts';

/** As Anthropic documents its prompt cache: at most four breakpoints, a search of 20 blocks back from each, a least length. */
const MOST_BREAKPOINTS = 4;
const LOOKBACK = 20;
const LEAST_TOKENS = 1024;
const TTL = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const;

export interface CacheAnswer {
  /** Tokens of the request, of what was read from the cache, and of what was written to it. */
  input: number;
  cached: number;
  written: number;
  /** Blocks that were read from the cache. */
  cachedBlocks: number;
  blocks: number;
}

interface Block {
  text: string;
  ttl: keyof typeof TTL | null;
}

/** The provider's side of the prompt cache, over request bodies and a clock that is told. */
export class AnthropicCache {
  /** When each cached prefix expires, by the digest of its blocks. */
  readonly #expires = new Map<string, number>();

  /** @throws when a request has more breakpoints than the provider takes */
  request(body: Body, now: number): CacheAnswer {
    const blocks = blocksOf(body);
    const prefixes = prefixDigests(blocks);
    const marked = blocks.flatMap(({ ttl }, at) => (ttl === null ? [] : [{ at, ttl }]));
    if (marked.length > MOST_BREAKPOINTS) throw new Error(`${marked.length} breakpoints`);
    const tokens = (end: number) =>
      Math.ceil(blocks.slice(0, end + 1).reduce((sum, { text }) => sum + text.length, 0) / 4);
    let hit = -1;
    for (const { at, ttl } of marked) {
      for (let back = at; back >= Math.max(0, at - LOOKBACK + 1); back -= 1) {
        const key = prefixes[back] ?? '';
        if ((this.#expires.get(key) ?? 0) < now) continue;
        this.#expires.set(key, now + TTL[ttl]);
        hit = Math.max(hit, back);
        break;
      }
    }
    for (const { at, ttl } of marked)
      if (tokens(at) >= LEAST_TOKENS) this.#expires.set(prefixes[at] ?? '', now + TTL[ttl]);
    const end = marked.at(-1)?.at ?? -1;
    const cached = hit === -1 ? 0 : tokens(hit);
    return {
      input: tokens(blocks.length - 1),
      cached,
      written: end > hit ? tokens(end) - cached : 0,
      cachedBlocks: hit + 1,
      blocks: blocks.length,
    };
  }
}

/** In the order the provider reads a prompt: tools, system part, messages. */
function blocksOf({ tools = [], system = [], messages }: Body): Block[] {
  const said = messages.flatMap(({ role, content }: Body) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(
      (block: Body) => ({ role, ...block }),
    ),
  );
  return [...tools, ...system, ...said].map(({ cache_control: control, ...block }) => ({
    text: JSON.stringify(block),
    ttl: control === undefined ? null : (control.ttl ?? '5m'),
  }));
}

function prefixDigests(blocks: readonly Block[]): string[] {
  const hash = createHash('sha256');
  return blocks.map(({ text }) => hash.update(`${text}\n`).copy().digest('hex'));
}
