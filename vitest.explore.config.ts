import { defineConfig } from 'vitest/config';

/** Slow suites that explore the product rather than try examples of it; `npm run test:explore`. */
export default defineConfig({
  test: { include: ['test/explore/**/*.test.ts'], testTimeout: 300_000, fileParallelism: false },
});
