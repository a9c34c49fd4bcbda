import { createHmac, randomUUID } from 'node:crypto';

export interface Delivery {
  /** `X-GitHub-Delivery`: the same again when one delivery is sent twice. */
  readonly id: string;
  readonly event: string;
  readonly payload: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  readonly body: string;
  /**
   * False for what was done with GITHUB_TOKEN: apps are told, but no workflow starts
   * (https://docs.github.com/actions/concepts/security/github_token).
   */
  readonly startsWorkflows: boolean;
}

export type DeliveryListener = (delivery: Delivery) => Promise<void> | void;

export type DeliveryFault = 'drop' | 'double' | 'reorder';

interface Target {
  readonly secret: string;
  readonly deliver: DeliveryListener;
}

/** Sends what happened to whoever listens, in order, one at a time, unless a fault says otherwise. */
export class Webhooks {
  readonly #targets = new Set<Target>();
  readonly #faults: DeliveryFault[] = [];
  #held: Delivery | undefined;
  #queue: Promise<void> = Promise.resolve();
  /** Everything that was emitted, also what a fault then dropped. */
  readonly emitted: Delivery[] = [];
  /** What listeners failed with; a webhook's sender does not care, a test may. */
  readonly failures: unknown[] = [];

  /** Adds a listener; the answer removes it again. */
  listen(deliver: DeliveryListener, secret = 'development'): () => void {
    const target = { secret, deliver };
    this.#targets.add(target);
    return () => this.#targets.delete(target);
  }

  /** Posts deliveries to an address, as a repository's or an app's webhook does. */
  deliverTo(url: string, secret: string): () => void {
    return this.listen(async ({ body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers });
      await answer.arrayBuffer();
    }, secret);
  }

  /** The next `times` deliveries are dropped, sent twice, or swapped with the one after. */
  inject(fault: DeliveryFault, times = 1): void {
    for (let i = 0; i < times; i += 1) this.#faults.push(fault);
  }

  emit(event: string, payload: Record<string, unknown>, startsWorkflows: boolean): void {
    // Serialised at once: a delivery shows the moment it was emitted, whatever changes later.
    const body = JSON.stringify(payload);
    const id = randomUUID();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/embedded',
      'x-github-delivery': id,
      'x-github-event': event,
    };
    const delivery: Delivery = {
      id,
      event,
      payload: JSON.parse(body),
      headers,
      body,
      startsWorkflows,
    };
    this.emitted.push(delivery);
    for (const sent of this.#afterFaults(delivery)) this.#send(sent);
  }

  /** Resolves when everything emitted so far has been delivered. */
  async settled(): Promise<void> {
    if (this.#held) this.#send(this.#held);
    this.#held = undefined;
    let seen: Promise<void>;
    do {
      seen = this.#queue;
      await seen;
    } while (seen !== this.#queue);
  }

  #afterFaults(delivery: Delivery): Delivery[] {
    const held = this.#held;
    this.#held = undefined;
    const fault = this.#faults.shift();
    if (fault === 'drop') return held ? [held] : [];
    if (fault === 'reorder' && !held) {
      this.#held = delivery;
      return [];
    }
    const sent = fault === 'double' ? [delivery, delivery] : [delivery];
    return held ? [...sent, held] : sent;
  }

  #send(delivery: Delivery): void {
    this.#queue = this.#queue.then(async () => {
      for (const { secret, deliver } of this.#targets) {
        const signature = createHmac('sha256', secret).update(delivery.body).digest('hex');
        const headers = { ...delivery.headers, 'x-hub-signature-256': `sha256=${signature}` };
        try {
          await deliver({ ...delivery, headers });
        } catch (error) {
          this.failures.push(error);
        }
      }
    });
  }
}
