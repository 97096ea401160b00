/** Files of tests that `npm test` leaves out, and why it can. */
interface WideGroup {
  why: string
  /** Below `test/`: a folder, which ends with `/`, or a file without `.test.ts`. */
  files: readonly string[]
}

/**
 * The wide set: what `npm run test:wide` runs and `npm test` leaves out. It tries at length, or from outside, what tests
 * of `npm test` show with few cases. A file may join it if every guard that it defends also has a test outside: take the
 * guard away and see `npm test` fail.
 */
export const WIDE: readonly WideGroup[] = [
  {
    why: 'They try a fault at every call of every read and write. `faults/lost-responses` and `faults/rate-limit-tokens` stay in `npm test`.',
    files: [
      'faults/reads',
      'faults/variants',
      'faults/products',
      'faults/inventory',
      'faults/schedules',
      'faults/webhooks',
      'faults/imports',
      'faults/media',
      'faults/bulk',
      'faults/dry-runs',
      'faults/slow',
      'faults/routes',
      'faults/frozen',
    ],
  },
  {
    why: 'They wait for services that say nothing. `faults/queue` and `faults/bucket` have all other faults.',
    files: ['faults/silent-queue', 'faults/silent-bucket'],
  },
  {
    why: 'They end a deletion before each step, and plant each way in which stock and webhooks can be broken. They repair each finding, of which `docs/findings` judges the page.',
    files: [
      'operator/business/delete-faults',
      'operator/upkeep/verify-repairs',
      'operator/upkeep/verify-stock',
      'operator/upkeep/verify-webhooks',
    ],
  },
  {
    why: 'It draws all pictures of the demo shop, as `docs/pages` does, which compares the addresses of some with the pages. `operator/demo` holds that the catalogue has none.',
    files: ['operator/demo-addresses'],
  },
  {
    why: 'They need a browser, for minutes. `.ci/run` runs all of them when `clients` has changed.',
    files: ['browser/'],
  },
  {
    why: 'They pack, install and start what a user installs. The code in the packages has tests of its own.',
    files: [
      'client/command/',
      'client/package',
      'client/killed',
      'infra/package',
      'operator/upgrade/command-line',
      'operator/aws/deployed',
    ],
  },
  {
    why: 'They start whole stacks, or commands of the operator as processes, and kill some. Each part of a stack has tests of its own; `docs/runbook-rows` judges the pages.',
    files: [
      'docs/runbooks',
      'docs/restore',
      'docs/move',
      'operator/smoke/',
      'local/dev/',
      'local/stack',
      'local/event-sources/restart',
    ],
  },
  {
    why: 'They test what measures, and compare bytes and units with those that were measured.',
    files: ['bench/'],
  },
  {
    why: 'They generate requests, values, catalogues and replies at length. Each rule also has plain cases.',
    files: [
      'docs/description/generated/',
      'docs/description/changes/changes.property',
      'docs/description/changes/meaning',
      'domain/search/search',
      'domain/channels/feeds',
      'domain/channels/json-ld',
      'data/aws/long-replies',
    ],
  },
  {
    why: 'It runs the conformance suite of the protocol, a process for each scenario. `api/mcp/protocol` has plain cases of each rule.',
    files: ['api/mcp/conformance'],
  },
  {
    why: 'They run and compile every sample of the documentation.',
    files: ['docs/site/samples', 'docs/site/sample-types'],
  },
  {
    why: 'They take long. Of the faults that were planted to judge the set they found none that `npm test` does not find.',
    files: [
      'admin/export-bytes',
      'admin/inventory-racing-adjustments',
      'data/search/changes-are-found',
      'import/run/import-outcomes',
    ],
  },
]

/** True if a place of a group, a folder or a file, has this test file, whose path is from the root. */
export const isAt = (place: string, path: string): boolean =>
  place.endsWith('/') ? path.startsWith(`test/${place}`) : path === `test/${place}.test.ts`

/** True if the wide set has this test file, whose path is from the root. */
export const isWide = (path: string): boolean =>
  WIDE.some(({ files }) => files.some((place) => isAt(place, path)))
