/**
 * One line on why a model call failed, for reports: status, then the provider's message with anything that looks
 * like a key masked. Reads the fields that provider errors and retry errors carry; never throws.
 */
export function modelFailure(error: unknown): string {
  const cause = field(error, 'lastError') ?? error;
  const status = field(cause, 'statusCode');
  const message = cause instanceof Error ? cause.message : String(cause);
  const line = message.split(/\s/).filter(Boolean).join(' ').slice(0, 500);
  const masked = line.replaceAll(/\b(?:sk|key|gh[pousr]|github_pat|AIza)[-_\w*]{8,200}/g, '<key>');
  return typeof status === 'number' ? `HTTP ${status}: ${masked}` : masked;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
