import { defineConfig } from 'vitest/config'

/** These read the whole table, again and again: they come first, while there is next to nothing in it. */
const readWholeTables = [
  'test/access/former-slugs.test.ts',
  'test/admin/{api-keys/{events,api-keys},requests/validation}.test.ts',
  'test/operator/{business/*,upkeep/{table-scans,verify}}.test.ts',
]

export default defineConfig({
  test: {
    // Once for both projects: vitest runs the root's global setup itself and leaves it out of what they inherit.
    globalSetup: 'test/support/local-stack.ts',
    setupFiles: 'test/support/use-table.ts',
    pool: 'forks',
    // Not a pace to keep but a net to catch what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Beside the stack itself two would leave a fifth of two processors idle, and more take it from each other.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: { name: 'whole tables', include: readWholeTables },
      },
      {
        extends: true,
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/afterwards/**', ...readWholeTables],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What the whole run has left behind. It begins when the last test of the group before has ended.
        extends: true,
        test: { name: 'afterwards', include: ['test/afterwards/*.test.ts'], sequence: { groupOrder: 2 } },
      },
    ],
  },
})
