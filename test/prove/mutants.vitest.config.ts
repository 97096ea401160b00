import { defineConfig } from 'vitest/config'

/** Runs the tests of one room, without the stack; `npm run prove -- mutants` names their files. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.STOREFRONT_MUTANTS_TESTS ?? '[]'),
    setupFiles: ['test/support/each-file.ts'],
    // Always the same: a mutant that one seed notices and another does not would come and go.
    provide: { seed: 0, turn: 0, set: 'fast', processorTimesPath: '' },
  },
})
