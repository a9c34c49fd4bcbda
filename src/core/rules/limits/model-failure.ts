/** Why a model call failed, as far as it decides what to do next. */
export type ModelFailureKind =
  | 'key-refused'
  | 'forbidden'
  | 'no-credit'
  | 'rate-limited'
  | 'silent'
  | 'context-overflow'
  | 'refused'
  | 'server-error'
  | 'broken-answer'
  | 'unreachable'
  | 'timed-out'
  | 'unknown';

export interface ModelFailure {
  kind: ModelFailureKind;
  /** The same call may pass a moment later. */
  passing: boolean;
  /** How long the server asked to wait, in milliseconds; null when it did not say. */
  retryAfterMs: number | null;
  /** One line for reports. */
  line: string;
}

const PASSING = new Set<ModelFailureKind>([
  'rate-limited',
  'silent',
  'server-error',
  'broken-answer',
  'unreachable',
]);

/**
 * Sorts what a provider’s package threw: by status, then by the words each provider uses for a prompt that is too long.
 * Reads the fields of provider and retry errors; never throws.
 * @param now milliseconds, for a retry-after that names a moment
 */
export function classifyModelFailure(error: unknown, now: number): ModelFailure {
  const cause = lastOf(error);
  const kind = kindOf(cause);
  return {
    kind,
    passing: PASSING.has(kind),
    retryAfterMs: retryAfter(field(cause, 'responseHeaders'), now),
    line: modelFailure(error),
  };
}

/**
 * One line on why a model call failed, for reports: status, then the provider's message with anything that looks
 * like a key masked. Never throws.
 */
export function modelFailure(error: unknown): string {
  const cause = lastOf(error);
  const status = field(cause, 'statusCode');
  const message = cause instanceof Error ? cause.message : String(cause);
  const line = message.split(/\s/).filter(Boolean).join(' ').slice(0, 500);
  const masked = line.replaceAll(/\b(?:sk|key|gh[pousr]|github_pat|AIza)[-_\w*]{8,200}/g, '<key>');
  const hint = HINTS[kindOf(cause)] ?? '';
  return `${typeof status === 'number' ? `HTTP ${status}: ` : ''}${masked}${hint}`;
}

/** Kinds that no later call gets over: something has to be changed first. */
const NEEDS_CHANGE: ReadonlySet<ModelFailureKind> = new Set<ModelFailureKind>([
  'key-refused',
  'forbidden',
  'no-credit',
  'refused',
  'context-overflow',
]);

/**
 * What people are to do about a failure that would only come again (a refused key, a prompt that fits no window); null where
 * the same call may pass later.
 * @param keyName what the job hands the key over as
 */
export function remedyFor(kind: ModelFailureKind, keyName: string): string | null {
  if (!NEEDS_CHANGE.has(kind)) return null;
  if (kind === 'context-overflow')
    return 'Set a model with a larger context window as `models.execute`, or split the issue.';
  if (kind === 'refused') return 'Correct `models` in .github/contractor.yml.';
  return `Renew ${keyName} where the job gets it from, or set another model in .github/contractor.yml.`;
}

/** What a person can do, where the provider’s own words do not say it. */
const HINTS: Partial<Record<ModelFailureKind, string>> = {
  'key-refused': ' — the provider does not accept the key; renew it where the job gets it from',
  'no-credit': ' — the account of the key has nothing left to spend',
  forbidden:
    ' — the key may not use this model. For GitHub Models the job needs `models: read`, and some organisations switch inference off though the catalogue answers',
};

function lastOf(error: unknown): unknown {
  return field(error, 'lastError') ?? error;
}

function kindOf(cause: unknown): ModelFailureKind {
  const status = field(cause, 'statusCode');
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'ProviderSilent') return 'silent';
  if (name === 'TimeoutError' || name === 'AbortError') return 'timed-out';
  // A provider’s package stumbled over the shape of an answer.
  if (cause instanceof TypeError) return 'broken-answer';
  if (typeof status !== 'number') return isNetwork(cause) ? 'unreachable' : 'unknown';
  if (status >= 400 && status < 500 && isOverflow(cause)) return 'context-overflow';
  if (status === 402 || (status === 429 && wordsOf(cause).includes('insufficient_quota')))
    return 'no-credit';
  if (status === 401) return 'key-refused';
  // An answer of success that could not be read: cut off, or no JSON.
  if (status >= 200 && status < 300) return 'broken-answer';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 409 || status >= 500) return 'server-error';
  return status === 403 ? 'forbidden' : 'refused';
}

function isNetwork(cause: unknown): boolean {
  return field(cause, 'isRetryable') === true || typeof field(cause, 'code') === 'string';
}

/**
 * How each provider says that a prompt is too long: Anthropic; OpenAI in its two interfaces, and vLLM after it; Google;
 * llama.cpp; Ollama; GitHub Models. Literal words, so that a long body costs one scan each.
 */
const OVERFLOW_WORDS = [
  'prompt is too long',
  'exceed context limit',
  'request_too_large',
  'context_length_exceeded',
  'exceeds the context window',
  'maximum context length',
  'longer than the maximum model length',
  'exceeds the maximum number of tokens',
  'exceed_context_size_error',
  'exceeds the available context size',
  'exceeded max context length',
  'exceeds the context length',
  'tokens_limit_reached',
  'request body too large for',
];

function isOverflow(cause: unknown): boolean {
  const words = wordsOf(cause);
  return OVERFLOW_WORDS.some((each) => words.includes(each));
}

/** What the provider said, in small letters. */
function wordsOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const text = `${message}\n${String(field(cause, 'responseBody') ?? '')}`.slice(0, 20_000);
  return text.toLowerCase();
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: unknown, now: number): number | null {
  const exact = Number.parseFloat(String(field(headers, 'retry-after-ms')));
  if (exact >= 0) return exact;
  const given = field(headers, 'retry-after');
  if (typeof given !== 'string') return null;
  const seconds = Number.parseFloat(given);
  if (seconds >= 0) return seconds * 1000;
  const moment = Date.parse(given);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
