import { afterAll, beforeAll, expect, it } from 'vitest';
import { Product } from './support/product.ts';

const CONFIGURATION = `
approval: never
templates:
  security:
    constraints: [No new dependency.]
    checks: [[npm, run, audit-offline]]
    outOfScope: [{ text: the public API, globs: ["src/api/**"] }]
    approval: required
`;

let product: Product;
beforeAll(async () => {
  product = await Product.start(
    {
      files: { 'README.md': '# Greet\n' },
      people: [{ login: 'mia', permission: 'maintain' }],
      labels: ['contractor', 'security'],
      issues: [1, 2].map(() => ({
        title: 'Greet people',
        body: 'The greeting must name people.',
        author: 'mia',
      })),
    },
    CONFIGURATION,
  );
});
afterAll(() => product[Symbol.asyncDispose]());

it('a template of the repository counts for issues with its label, and for no others', async () => {
  const mia = product.github.as('mia');
  await mia.addLabel(1, 'security');
  const labelled = await product.on('issues', () => mia.addLabel(1, 'contractor'));
  const plain = await product.on('issues', () => mia.addLabel(2, 'contractor'));
  expect(labelled.outcome).toBe('awaiting-approval');
  expect(labelled.state.contract).toMatchObject({
    constraints: ['No new dependency.'],
    outOfScope: [{ text: 'the public API', globs: ['src/api/**'] }],
  });
  const commands = (state: typeof plain.state) => JSON.stringify(state.contract?.acceptance);
  expect(commands(labelled.state)).toContain('audit-offline');
  expect(commands(plain.state)).not.toContain('audit-offline');
  expect(plain.state.contract?.constraints).toEqual([]);
});
