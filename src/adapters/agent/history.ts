import type { LanguageModelV3Message } from '@ai-sdk/provider';

/** Fewer characters than any tokenizer in use needs for a token of code, so that an estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;

/**
 * The durable conversation: it only grows, and what was sent once is sent again byte for byte. Its size is kept as it grows,
 * so that a long one costs no more to judge than a short one.
 */
export class History {
  readonly messages: LanguageModelV3Message[] = [];
  #characters = 0;
  /** What the provider counted for a request, and how long the history was then. */
  #measured: { tokens: number; characters: number } | null = null;

  push(...messages: LanguageModelV3Message[]): void {
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
  replace(messages: readonly LanguageModelV3Message[]): void {
    this.messages.length = 0;
    this.#characters = 0;
    this.#measured = null;
    this.push(...messages);
  }
}

/** A user’s message. */
export const told = (text: string): LanguageModelV3Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

export const charactersOf = (message: LanguageModelV3Message): number =>
  JSON.stringify(message).length;

const estimate = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
