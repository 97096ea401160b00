import { READ_AGAIN_MS, STORED_AGAIN_MS } from '../../lib/data/search/renewal-times.ts'
import type { SearchCost } from '../report/figures.ts'
import type { Assumptions } from './assumptions.ts'
import type { Calls, Measured } from './calls.ts'
import { type Call, directBill, totalOf } from './model.ts'
import { table, usd } from './tables.ts'

const MINUTE_MS = 60_000

/** A search of the changes, once a second at most. */
const CHANGES_UNITS = 0.5

/** Searches a minute in one shop, by one instance. */
const PACES = [1, 10, 100]

/**
 * A search in a shop that does not change, at this many a minute. They share the reading of the shop, or the making of its
 * index; and new instances read either.
 */
export function searchCall(shop: SearchCost, pace: number, list: Call, a: Assumptions): Call {
  const { products, from_cards, stored, search_cpu_ms } = shop
  const first = stored ?? from_cards
  if (!first) throw new Error(`bench/results.json has no first search in a shop of ${products} products`)
  const shareOf = (everyMs: number) => Math.min(1, MINUTE_MS / everyMs / pace)
  const again = stored ? 0 : shareOf(READ_AGAIN_MS)
  const readingMs = first.read_units * a.readUnitMs
  return {
    ...list,
    function: {
      ...list.function,
      cpuMs: search_cpu_ms.median + again * first.cpu_ms.median,
      waitMs: a.readMs + again * readingMs,
      coldCpuMs: list.function.coldCpuMs + first.cpu_ms.median,
    },
    readUnits: CHANGES_UNITS + (again + a.coldShare) * first.read_units,
    writeUnits: stored ? shareOf(STORED_AGAIN_MS) * stored.write_units : 0,
  }
}

/** The cost of a million searches, by the size of the shop and how many there are a minute. */
export function searchTable(measured: Measured, { list }: Calls, a: Assumptions): string {
  const bill = (shop: SearchCost, pace: number, as = a) =>
    usd(totalOf(directBill(searchCall(shop, pace, list, as), as)))
  return table(
    ['Per million searches', ...PACES.map((pace) => `${pace} a minute`), 'each on a new instance'],
    measured.search.shops.map((shop) => [
      `${shop.products.toLocaleString('en')} products`,
      ...PACES.map((pace) => bill(shop, pace)),
      bill(shop, Number.POSITIVE_INFINITY, { ...a, coldShare: 1 }),
    ]),
  )
}
