import { defineConfig } from 'vitest/config'

/** Runs the tests of one room, without the stack; `npm run prove -- mutants` names their files. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.STOREFRONT_MUTANTS_TESTS ?? '[]'),
    setupFiles: ['test/support/each-file.ts'],
    // The first run measures the tests, on a machine as busy as it may be.
    testTimeout: 60_000,
    // Always the same: a mutant that one seed notices and another does not would come and go.
    provide: { seed: 0, turn: 0, set: 'fast', processorTimesPath: '' },
  },
})
