import { describe, expect, it } from 'vitest';
import {
  classifyModelFailure,
  remedyFor,
} from '../../../../src/core/rules/limits/model-failure.ts';

const http = (statusCode: number, responseBody = '') =>
  Object.assign(new Error('scripted'), { statusCode, responseBody });
const named = (name: string) => Object.assign(new Error('scripted'), { name });

describe('why a model call failed, and whether it may pass', () => {
  it.each<[string, unknown, string, boolean]>([
    ['401', http(401), 'key-refused', false],
    ['403', http(403), 'forbidden', false],
    ['402', http(402), 'no-credit', false],
    ['429 for a used-up account', http(429, '{"code":"insufficient_quota"}'), 'no-credit', false],
    ['429', http(429), 'rate-limited', true],
    ['404', http(404), 'refused', false],
    ['a long prompt', http(400, 'prompt is too long: 9'), 'context-overflow', false],
    ['500', http(500), 'server-error', true],
    ['529', http(529), 'server-error', true],
    ['silence', named('ProviderSilent'), 'silent', true],
    ['our own time limit', named('TimeoutError'), 'timed-out', false],
    ['a body that was cut', new TypeError('terminated'), 'broken-answer', true],
    ['anything', 'boom', 'unknown', false],
  ])('%s', (_, error, kind, passing) => {
    expect(classifyModelFailure(error, 0)).toMatchObject({ kind, passing });
  });

  it('what would only come again has a remedy that names the key or the setting; what may pass has none', () => {
    expect(remedyFor('key-refused', 'OPENAI_API_KEY')).toContain('OPENAI_API_KEY');
    expect(remedyFor('no-credit', 'OPENAI_API_KEY')).toContain('OPENAI_API_KEY');
    expect(remedyFor('context-overflow', 'K')).toContain('context window');
    expect(remedyFor('refused', 'K')).toContain('models');
    for (const kind of ['rate-limited', 'server-error', 'silent', 'broken-answer'] as const)
      expect(remedyFor(kind, 'K')).toBeNull();
  });
});
