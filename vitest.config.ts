import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/local-stack.ts',
    setupFiles: 'test/support/use-table.ts',
    pool: 'forks',
    // Not a pace to keep but a net to catch what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two workers beside the stack itself: more only take the processor from each other.
    maxWorkers: 2,
  },
})
