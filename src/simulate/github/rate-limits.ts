import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export type RateResource = 'core' | 'graphql' | 'search';

interface Window {
  used: number;
  resetsAt: number;
}

export interface RateState {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

const hour = 3_600_000;

/** The primary limits: so many requests an hour for each token and resource. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #now: () => number;

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  state(token: string, resource: RateResource): RateState {
    const limit = this.#limit;
    const { used, resetsAt } = this.#window(token, resource);
    const remaining = Math.max(0, limit - used);
    return { limit, used, remaining, reset: Math.floor(resetsAt / 1000) };
  }

  /** @throws Refusal 403 where nothing is left */
  spend(token: string, resource: RateResource): void {
    const window = this.#window(token, resource);
    if (window.used >= this.#limit) {
      throw new Refusal(403, 'API rate limit exceeded.');
    }
    window.used += 1;
  }

  /** A 304 costs nothing. */
  refund(token: string, resource: RateResource): void {
    this.#window(token, resource).used -= 1;
  }

  #window(token: string, resource: RateResource): Window {
    const key = `${resource} ${token}`;
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.resetsAt <= now) {
      window = { used: 0, resetsAt: now + hour };
      this.#windows.set(key, window);
    }
    return window;
  }
}

export function rateHeaders(state: RateState, resource: RateResource): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.reset),
    'x-ratelimit-resource': resource,
    'x-ratelimit-used': String(state.used),
  };
}

/** What the limit is counted by: the actor, as all tokens of one share it. */
export function rateKey(world: World, actor: Actor): string {
  if (actor.kind === 'anonymous') return 'anonymous';
  if (actor.kind === 'app') return `app ${actor.app.id}`;
  return actor.kind === 'installation'
    ? `installation ${actor.app.id} ${world.repository.id}`
    : `user ${actor.user.id}`;
}
