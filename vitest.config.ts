import { defineConfig } from 'vitest/config';

/** Runs of the whole product that take their time: with the scenarios, not with what runs at every save. */
const WHOLE_RUNS = [
  'test/app/planning/product/**/*.test.ts',
  'test/app/work/plan-enforced.test.ts',
  'test/app/work/choose-work-mode.test.ts',
];

const setupFiles = ['test/support/property-seed.ts'];

/** One project a kind of suite: `npm test` runs the fast one, `npm run test:<name>` another; CI runs them all. */
export default defineConfig({
  test: {
    // Two cores: real processes and servers run beside the tests.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'fast',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: ['test/explore/**', 'test/scenarios/**', 'test/slow/**', ...WHOLE_RUNS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Explores the decider and the effects breadth-first instead of trying examples.
      {
        test: {
          name: 'explore',
          setupFiles,
          include: ['test/explore/**/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      // Every shipped scenario, each with processes of its own; two at a time.
      {
        test: {
          name: 'scenarios',
          setupFiles,
          include: ['test/scenarios/**/*.test.ts', ...WHOLE_RUNS],
          testTimeout: 120_000,
        },
      },
      // What the fast suite does a few times, many times and with new cases each time: random kills, long random histories.
      { test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 900_000 } },
    ],
  },
});
