import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/explore/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: real processes and servers run beside the tests.
    maxWorkers: 2,
  },
});
