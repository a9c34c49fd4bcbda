import type { ModelMessage } from 'ai';

/** Fewer characters than any tokenizer in use needs for a token of code, so that an estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;

/**
 * The durable conversation: it only grows, and what was sent once is sent again byte for byte. Its size is kept as it grows,
 * so that a long one costs no more to judge than a short one.
 */
export class History {
  readonly messages: ModelMessage[] = [];
  #characters = 0;
  /** What the provider counted for a request, and how long the history was then. */
  #measured: { tokens: number; characters: number } | null = null;

  push(...messages: ModelMessage[]): void {
    for (const message of messages) {
      this.messages.push(message);
      this.#characters += charactersOf(message);
    }
  }

  /** Takes the provider’s own count of the last request: input and the answer that was added since. */
  measured(tokens: number): void {
    if (tokens > 0) this.#measured = { tokens, characters: this.#characters };
  }

  /** Tokens of the next request, estimated; `besides` are characters outside the history: system part and tools. */
  tokens(besides: number): number {
    if (this.#measured === null) return estimate(this.#characters + besides);
    const { tokens, characters } = this.#measured;
    return tokens + estimate(this.#characters - characters);
  }

  /** Begins anew with these messages. */
  replace(messages: readonly ModelMessage[]): void {
    this.messages.length = 0;
    this.#characters = 0;
    this.#measured = null;
    this.push(...messages);
  }
}

export const charactersOf = (message: ModelMessage): number => JSON.stringify(message).length;

const estimate = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
