import type { Command } from 'commander'
import { LISTED } from '../../data/registry.ts'
import { inColumns } from '../columns.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { quoted, shownWhole } from '../failure.ts'
import { listenForInterruption } from '../interruption.ts'
import { openTarget } from '../target.ts'
import { sayScanCost } from '../upkeep/scan-cost.ts'
import { readListing, sweepListing, type TableListing } from './business-listing.ts'

interface ListOptions extends CommonOptions {
  sweep?: true
}

const NOTES = `
Sorted by slug. Businesses are found by the registry, which has the id of each: it costs about a read unit for each.

The registry does not have businesses that were made before there was one. --sweep finds these too, and says how to
register them. It needs dynamodb:Scan, reads the whole table with everything in it, 131,000 read units for each GB,
and says before what that will be, for which it needs dynamodb:DescribeTable.

Exit code: 0, 1 if it failed, 130 after Ctrl-C, and then nothing is printed.

Examples:
  npm run operator -- business list
  npm run operator -- business list --sweep
  npm run -s operator -- business list --json | jq -r '.[] | select(.status != "active").slug'`

/** `business list`. `finish` gets the exit code. */
export function addListCommand(business: Command, finish: (exitCode: number) => void): void {
  const list = business
    .command('list')
    .description('list every business')
    .option('--sweep', 'read the whole table, for businesses that are not in the registry')
    .addHelpText('after', NOTES)
  withCommonOptions(list).action(async (options: ListOptions) => {
    await openTarget(options)
    const interruption = listenForInterruption()
    const { signal } = interruption
    try {
      if (options.sweep) await sayScanCost({ signal })
      const listing = await (options.sweep ? sweepListing(signal) : readListing(signal))
      signal.throwIfAborted()
      print(listing, options)
    } catch (error) {
      // A list that ends half-way looks like a whole one.
      if (!signal.aborted) throw error
      console.error(
        `stopped before ${options.sweep ? 'the whole table was' : 'all were'} read; nothing is listed`,
      )
    } finally {
      interruption.end()
    }
    finish(interruption.exitCode() ?? 0)
  })
}

function print({ businesses, nowhere, unregistered }: TableListing, { json, sweep }: ListOptions): void {
  for (const { pk, sk } of nowhere)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: there is no such business; delete this row of the table`,
    )
  for (const { slug, id } of unregistered)
    console.error(
      `${quoted(String(slug))} is not in the registry; \`operator reindex --business ${id}\` registers it`,
    )
  if (businesses.length === 0) console.error(sweep ? NO_BUSINESSES : EMPTY_REGISTRY)
  if (json) console.log(JSON.stringify(businesses.map(inOrder), null, 2))
  else if (businesses.length > 0)
    console.log(
      inColumns(
        COLUMNS.map((name) => name.toUpperCase()),
        businesses.map((business) => COLUMNS.map((name) => String(business[name] ?? ''))),
      ),
    )
}

const NO_BUSINESSES = 'there are no businesses yet; `operator business create` makes one'
const EMPTY_REGISTRY =
  'no business is in the registry: `operator business create` makes one, and in a table that is older than the registry `operator business list --sweep` finds those there are'

type Listed = TableListing['businesses'][number]

const inOrder = (business: Listed) => Object.fromEntries(LISTED.map((name) => [name, business[name] ?? null]))

const COLUMNS = ['slug', 'id', 'status', 'currency', 'created_at', 'name'] as const
