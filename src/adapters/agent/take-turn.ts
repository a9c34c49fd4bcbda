import type { LanguageModelV3 } from '@ai-sdk/provider';
import { contextWindowOf } from '../../core/rules/limits/context-window.ts';
import {
  classifyModelFailure,
  type ModelFailure,
  remedyFor,
} from '../../core/rules/limits/model-failure.ts';
import type { TokenPrice } from '../../core/rules/limits/model-price.ts';
import type { Harness, PromptFacts } from '../../ports.ts';
import { askModel, type ModelRequest, type ModelTurn } from './ask-model.ts';
import { compact } from './compact.ts';
import { openingMessage } from './prompt.ts';
import { provePrompt } from './prompt-proof.ts';
import { type CacheTtl, requestMessages } from './request.ts';
import type { Session } from './session.ts';

export interface TurnOptions {
  /** The executing model; loaded when work begins. */
  model: { id: string; keyName: string; load(): Promise<LanguageModelV3> };
  /** How long the provider keeps the cached prefix. Default 5m. */
  cacheTtl?: CacheTtl;
  /** For one model call, tries made again included. Default 900,000 ms. */
  turnTimeoutMs?: number;
  /** Prices by beginning of `provider/name`, before the built-in table. */
  prices?: Readonly<Record<string, TokenPrice>>;
  /** Context window of the model, in tokens; null or left out: as known. */
  contextTokens?: number | null;
}

type Prefix = Pick<ModelRequest, 'system' | 'tools'>;

/** Of the window, what a request may fill: the answer needs room too. */
const FILL = 0.8;
/** Of that, what the turns may have that a compaction keeps as they are. */
const KEEP = 0.35;
/** Characters outside the history: system part and tools, roughly. */
const BESIDES = 12_000;
/** Compactions that one turn may take before the task is said not to fit. */
const MOST_COMPACTIONS = 2;

/** What came of one turn’s model call. */
export type Turn =
  | { answer: ModelTurn; prompt: PromptFacts }
  /** `remedy`: what people are to do first; null where the same may pass later. */
  | { failure: string; remedy: string | null };

/**
 * One call of the model on the durable history plus the ephemeral tail. A history that would not fit, or that the provider
 * says does not fit, is compacted first; whatever happened is told to the harness.
 */
export async function takeTurn(
  options: TurnOptions,
  prefix: Prefix,
  session: Session,
  harness: Harness,
): Promise<Turn> {
  session.limit ??= contextWindowOf(options.model.id, options.contextTokens ?? null) * FILL;
  let compactions = 0;
  const shorten = (reason: 'window' | 'overflow'): boolean => {
    const shortened = compactSession(session, reason, compactions === 0 ? KEEP : 0, harness);
    compactions += shortened ? 1 : 0;
    return shortened;
  };
  if (session.history.tokens(BESIDES) > session.limit) shorten('window');
  for (;;) {
    try {
      return await ask(options, prefix, session, harness, compactions > 0);
    } catch (error) {
      const failure = classifyModelFailure(error, Date.now());
      const overflow = failure.kind === 'context-overflow';
      if (overflow) session.limit = Math.min(session.limit, session.history.tokens(BESIDES)) * FILL;
      const again = overflow && compactions < MOST_COMPACTIONS && shorten('overflow');
      harness.noticed({
        type: 'model-troubled',
        kind: failure.kind,
        retries: retriesOf(error),
        passed: again,
        detail: failure.line,
      });
      if (again) continue;
      const { id, keyName } = options.model;
      return { failure: words(id, failure), remedy: remedyFor(failure.kind, keyName) };
    }
  }
}

async function ask(
  options: TurnOptions,
  prefix: Prefix,
  session: Session,
  harness: Harness,
  compacted: boolean,
): Promise<{ answer: ModelTurn; prompt: PromptFacts }> {
  const ttl = options.cacheTtl ?? '5m';
  const { messages } = session.history;
  const reminder = harness.reminder();
  const request = requestMessages(messages, reminder, session.lastBreakpoint, ttl);
  session.lastBreakpoint = messages.length - 1;
  const answer = await askModel({
    model: options.model,
    ...prefix,
    messages: request,
    ttl,
    timeoutMs: options.turnTimeoutMs ?? 900_000,
    prices: options.prices ?? {},
  });
  if (answer.retried !== null)
    harness.noticed({
      type: 'model-troubled',
      ...answer.retried,
      passed: true,
      detail: 'waited out',
    });
  const { facts, part } = provePrompt(answer.body, reminder, session.sent, compacted);
  session.sent = part;
  return { answer, prompt: facts };
}

/** Puts a shorter history in the place of the long one; false when there is nothing to leave out. */
function compactSession(
  session: Session,
  reason: 'window' | 'overflow',
  keep: number,
  harness: Harness,
): boolean {
  const { history, outputs, plan, evidence, assignment } = session;
  const before = history.tokens(BESIDES);
  const verbatim = { opening: openingMessage(assignment), plan, evidence };
  const room = (session.limit ?? before) * keep * 3;
  const shorter = compact(history.messages, verbatim, outputs, room);
  if (shorter === null) return false;
  const { messages, droppedTurns, keptTurns } = shorter;
  history.replace(messages);
  session.lastBreakpoint = -1;
  harness.noticed({
    type: 'context-compacted',
    reason,
    droppedTurns,
    keptTurns,
    tokensBefore: before,
    tokensAfter: history.tokens(BESIDES),
  });
  return true;
}

function words(id: string, { kind, line }: ModelFailure): string {
  const more = kind === 'context-overflow' ? ' Even a compacted conversation does not fit.' : '';
  return `${id}: ${line}${more}`;
}

function retriesOf(error: unknown): number {
  const { retries } = (error ?? {}) as { retries?: unknown };
  return typeof retries === 'number' ? retries : 0;
}
