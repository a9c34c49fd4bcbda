/** What providers call an error inside of a stream, as the status that the same error has outside of one. */
const STATUS: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  authentication_error: 401,
  permission_error: 403,
  invalid_request_error: 400,
  context_length_exceeded: 400,
};

/**
 * An answer that went wrong after it had begun: told by the provider in the stream, or broken off. It has the fields that a
 * provider’s error has, so that both are sorted alike; without a known status it may pass.
 */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure';
  readonly statusCode: number;
  readonly responseBody: string;

  constructor(cause: unknown) {
    const { message, type, code, statusCode } = fieldsOf(cause);
    super(message, { cause });
    const numeric = [statusCode, code].map(Number).find((each) => each >= 400 && each < 600);
    this.statusCode = numeric ?? STATUS[String(code)] ?? STATUS[String(type)] ?? 200;
    this.responseBody = JSON.stringify({ message, type, code });
  }
}

function fieldsOf(cause: unknown): {
  message: string;
  type?: unknown;
  code?: unknown;
  statusCode?: unknown;
} {
  if (typeof cause === 'string') return { message: cause };
  if (typeof cause !== 'object' || cause === null) return { message: String(cause) };
  const { message, type, code, statusCode } = cause as Record<string, unknown>;
  return { message: String(message ?? 'the provider told of an error'), type, code, statusCode };
}
