import { describe, expect, it } from 'vitest';
import { catalogueError, mayHaveHappened } from '../../../src/adapters/github/errors.ts';

const http = (status: number, message = 'no') => Object.assign(new Error(message), { status });
const graphql = (type: string) =>
  Object.assign(new Error('no'), { errors: [{ type, message: 'no' }] });

describe('what GitHub’s answer means to a person', () => {
  it.each([
    [http(401, 'Bad credentials'), 'token-invalid'],
    [http(403, 'Resource not accessible by integration'), 'token-read-only'],
    [http(403, 'You have exceeded a secondary rate limit.'), 'github-failed'],
    [http(403, 'API rate limit exceeded for installation'), 'github-failed'],
    [http(429), 'github-failed'],
    [http(500), 'github-failed'],
    [http(422, 'Validation Failed'), 'github-failed'],
    [graphql('FORBIDDEN'), 'token-read-only'],
    [graphql('SOMETHING'), 'github-failed'],
    [new TypeError('x is not a function'), 'github-failed'],
  ])('%s: %s', (error, code) => {
    const mapped = catalogueError(error, 'commenting');
    expect(mapped).toMatchObject({ code, cause: error });
    expect(mapped.message).toContain('commenting');
  });

  it('names the repository setting that keeps workflows from opening pull requests', () => {
    const message = 'GitHub Actions is not permitted to create or approve pull requests.';
    expect(catalogueError(http(403, message), 'opening').message).toContain('Settings → Actions');
  });

  it('a page of HTML becomes one short line', () => {
    const { message } = catalogueError(http(502, `<html>\n${'x'.repeat(9000)}`), 'reading');
    expect(message.length).toBeLessThan(500);
    expect(message).not.toContain('\n');
  });
});

it.each([
  [http(500), true],
  [http(502), true],
  [http(422), false],
  [http(429), false],
  [new Error('bug'), false],
])('whether %s may have had its effect: %s', (error, expected) => {
  expect(mayHaveHappened(error)).toBe(expected);
});
