import type { Command } from 'commander'
import { inColumns } from '../../command-line/columns.ts'
import { shownWhole } from '../../command-line/failure.ts'
import { listenForInterruption } from '../../command-line/interruption.ts'
import { LISTED } from '../../data/registry.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { openTarget } from '../target.ts'
import { sayScanCost } from '../upkeep/scan-cost.ts'
import { readListing, sweepListing, type TableListing } from './business-listing.ts'

interface ListOptions extends CommonOptions {
  sweep?: true
}

const NOTES = `
The list is sorted by slug. It comes from the registry, which has the id of every business, and costs about one read
unit for each business.

Businesses that are older than the registry are not in it. --sweep finds these too, and prints the command that
registers them. It reads the whole table, needs dynamodb:Scan and costs 131,000 read units for each GB. The cost is
printed first, for which it needs dynamodb:DescribeTable.

Exit code: 0, 1 if it failed, 130 after Ctrl-C; after Ctrl-C no list is printed.

Examples:
  npm run operator -- business list
  npm run operator -- business list --sweep
  npm run -s operator -- business list --json | jq -r '.[] | select(.status != "active").slug'`

/** `business list`. `finish` gets the exit code. */
export function addListCommand(business: Command, finish: (exitCode: number) => void): void {
  const list = business
    .command('list')
    .description('list every business')
    .option('--sweep', 'read the whole table, to find businesses that are not in the registry')
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
        `stopped before ${options.sweep ? 'the whole table was' : 'all businesses were'} read; no list is printed`,
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
      `${shownWhole(pk)} ${shownWhole(sk)}: this business does not exist; delete this item from the table`,
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

const NO_BUSINESSES = 'there are no businesses yet; `operator business create` creates one'
const EMPTY_REGISTRY =
  'the registry has no business: `operator business create` creates one; if the table is older than the registry, `operator business list --sweep` finds its businesses'

type Listed = TableListing['businesses'][number]

const inOrder = (business: Listed) => Object.fromEntries(LISTED.map((name) => [name, business[name] ?? null]))

const COLUMNS = ['slug', 'id', 'status', 'currency', 'created_at', 'name'] as const
