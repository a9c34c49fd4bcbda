export type FaultKind =
  | '500-before'
  | '500-after'
  | '404'
  | '403-rate'
  | '429'
  | 'secondary'
  | 'drop-connection'
  | 'drop-connection-after'
  | 'timeout';

export interface RequestMatch {
  readonly method?: string;
  /** A part of the path, or a pattern for it. */
  readonly path?: string | RegExp;
  /** The name of a GraphQL operation. */
  readonly operation?: string;
}

/**
 * What goes wrong. "before" and "after" say whether the request takes effect; a `timeout` answers
 * never, and takes no effect.
 */
export interface Fault {
  readonly match?: RequestMatch;
  readonly kind: FaultKind;
  readonly retryAfterSeconds?: number;
  /** How many requests it hits; 1 by default. */
  readonly times?: number;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
}

/** The faults that wait for their request, in the order they were injected. */
export class Faults {
  readonly #waiting: { readonly fault: Fault; left: number }[] = [];

  inject(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** The fault for this request, used up by one. */
  take(request: SeenRequest): Fault | undefined {
    const entry = this.#waiting.find(({ fault }) => matches(fault.match ?? {}, request));
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    return entry.fault;
  }
}

function matches(match: RequestMatch, request: SeenRequest): boolean {
  const { method, path, operation } = match;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (operation !== undefined && operation !== request.operation) return false;
  if (path === undefined) return true;
  return typeof path === 'string' ? request.path.includes(path) : path.test(request.path);
}
