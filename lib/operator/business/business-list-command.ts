import type { Command } from 'commander'
import { LISTED, type Listing, listRegistered } from '../../data/registry.ts'
import { plural } from '../../domain/text/plural.ts'
import { inColumns } from '../command-line/columns.ts'
import { shownWhole } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { showRunningCount } from '../command-line/running-count.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { openTarget } from '../target.ts'

const NOTES = `
The list is sorted by slug. It comes from the registry, which has the id of every business, and costs about one read
unit for each business.

Exit code: 0, 1 if it failed, 130 after Ctrl-C; after Ctrl-C no list is printed.

Examples:
  npm run operator -- business list
  npm run -s operator -- business list --json | jq -r '.[] | select(.status != "active").slug'`

/** `business list`. `finish` gets the exit code. */
export function addListCommand(business: Command, finish: (exitCode: number) => void): void {
  const list = business.command('list').description('list every business').addHelpText('after', NOTES)
  withCommonOptions(list).action(async (options: CommonOptions) => {
    await openTarget(options)
    const interruption = listenForInterruption()
    const { signal } = interruption
    try {
      const onRead = showRunningCount((read) => `${read} ${plural(read, 'business', 'businesses')} read`)
      const listing = await listRegistered({ signal, onRead })
      signal.throwIfAborted()
      print(listing, options)
    } catch (error) {
      // A list that ends half-way looks like a whole one.
      if (!signal.aborted) throw error
      console.error('stopped before all businesses were read; no list is printed')
    } finally {
      interruption.end()
    }
    finish(interruption.exitCode() ?? 0)
  })
}

function print({ businesses, nowhere }: Listing, { json }: CommonOptions): void {
  for (const { pk, sk } of nowhere)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: this business does not exist; delete this item from the table`,
    )
  if (businesses.length === 0)
    console.error('there are no businesses yet; `operator business create` creates one')
  const bySlug = businesses.toSorted((a, b) => (`${a.slug}` < `${b.slug}` ? -1 : 1))
  if (json) console.log(JSON.stringify(bySlug.map(inOrder), null, 2))
  else if (bySlug.length > 0)
    console.log(
      inColumns(
        COLUMNS.map((name) => name.toUpperCase()),
        bySlug.map((business) => COLUMNS.map((name) => String(business[name] ?? ''))),
      ),
    )
}

type Listed = Listing['businesses'][number]

const inOrder = (business: Listed) => Object.fromEntries(LISTED.map((name) => [name, business[name] ?? null]))

const COLUMNS = ['slug', 'id', 'status', 'currency', 'created_at', 'name'] as const
