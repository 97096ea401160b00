import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from './common-options.ts'
import { listenForInterruption } from './interruption.ts'
import { showRunningCount } from './running-count.ts'
import { LISTED, type ListedBusiness, scanBusinesses } from './table-scan.ts'
import { openTarget } from './target.ts'

const NOTES = `
Sorted by slug. There is no index of businesses, as nobody but the operator asks for all: this needs dynamodb:Scan
and reads the whole table with everything in it, 131,000 read units for each GB, a minute or two for each.

Exit code: 0, 1 if it failed, 130 after Ctrl-C, and then nothing is printed.

Examples:
  npm run operator -- business list
  npm run operator -- business list --json --table Storefront-Table | jq -r '.[] | select(.status != "active").slug'`

/** `business list`. `finish` gets the exit code. */
export function addListCommand(business: Command, finish: (exitCode: number) => void): void {
  const list = business
    .command('list')
    .description('list every business; reads the whole table')
    .addHelpText('after', NOTES)
  withCommonOptions(list).action(async (options: CommonOptions) => {
    await openTarget(options.table)
    const interruption = listenForInterruption()
    try {
      print(await readBusinesses(interruption.signal), options)
    } catch (error) {
      // A list that ends half-way looks like a whole one.
      if (!interruption.signal.aborted) throw error
      console.error('stopped before the whole table was read; nothing is listed')
    } finally {
      interruption.end()
    }
    finish(interruption.exitCode() ?? 0)
  })
}

async function readBusinesses(signal: AbortSignal): Promise<ListedBusiness[]> {
  const businesses: ListedBusiness[] = []
  const count = showRunningCount((looked) => `${looked} items read, ${businesses.length} businesses found`)
  for await (const { items, looked } of scanBusinesses(signal)) {
    businesses.push(...items)
    count(looked)
  }
  return businesses.sort((a, b) => (`${a.slug}` < `${b.slug}` ? -1 : 1))
}

function print(businesses: readonly ListedBusiness[], { json }: CommonOptions): void {
  if (json) {
    const inOrder = businesses.map((business) =>
      Object.fromEntries(LISTED.map((name) => [name, business[name] ?? null])),
    )
    console.log(JSON.stringify(inOrder, null, 2))
  } else if (businesses.length === 0)
    console.error('there are no businesses yet; `operator business create` makes one')
  else console.log(inColumns(businesses).join('\n'))
}

/** Names stand last: nobody can say how wide a name of any script is on a terminal. */
const COLUMNS = ['slug', 'id', 'status', 'currency', 'created_at', 'name'] as const

function inColumns(businesses: readonly ListedBusiness[]): string[] {
  const rows = [
    COLUMNS.map((name) => name.toUpperCase()),
    ...businesses.map((business) =>
      COLUMNS.map((name) => String(business[name] ?? '').replace(/\p{C}/gu, '�')),
    ),
  ]
  const widths = COLUMNS.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
