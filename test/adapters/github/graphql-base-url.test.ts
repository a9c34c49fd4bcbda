import { expect, it } from 'vitest';
import { graphqlBaseUrl } from '../../../src/adapters/github/graphql-base-url.ts';

it.each([
  ['https://api.github.com', undefined, 'https://api.github.com'],
  ['https://api.github.com/', undefined, 'https://api.github.com'],
  ['https://ghe.example/api/v3', undefined, 'https://ghe.example/api'],
  ['https://ghe.example/api/v3', 'https://ghe.example/api/graphql', 'https://ghe.example/api'],
  ['https://api.acme.ghe.com', undefined, 'https://api.acme.ghe.com'],
])('%s with %s: %s', (api, graphql, base) => {
  expect(graphqlBaseUrl(api, graphql)).toBe(base);
});
