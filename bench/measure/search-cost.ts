import { findStoredIndex } from '../../lib/data/search/stored-index.ts'
import { begin } from '../progress.ts'
import type { FirstSearch, SearchCost, SearchPart } from '../report/figures.ts'
import { type FirstCall, measureEach } from './callers.ts'
import { inProcess } from './in-process.ts'
import { thisMachine, today } from './machine.ts'
import { indexRequest, searches } from './questions.ts'
import { compareEngines } from './search-yardstick.ts'
import { seed } from './seed.ts'
import { quantile, spread } from './statistics.ts'
import { makeVaried } from './varied.ts'
import type { Workspace } from './workspace.ts'

/** A larger shop is not searched before its index is stored. */
const LARGEST_UNSTORED = 10_000
/** The shop whose texts MiniSearch has as well. */
const COMPARED = 5_000
const FIRST_SEARCHES = 5
const SEARCHES = 295

/** Six of ten products have variants. */
const isVaried = (place: number) => place % 10 < 6

const shopOf = (products: number) => ({
  id: `7d1f0f52-0b7e-4b0e-8a35-${String(products).padStart(12, '0')}`,
  slug: `searched-${products}`,
})

/** The cost of searches in shops of these sizes, with all facets, and of their indexes. */
export async function measureSearch(workspace: Workspace, sizes: readonly number[]): Promise<SearchPart> {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const onProducts = begin('products seeded', total)
  for (const size of sizes) {
    const { id, slug } = shopOf(size)
    await seed(workspace, makeVaried(id, slug, size, isVaried), {
      baseline: false,
      guards: false,
      onProducts,
    })
  }
  const onShop = begin('shops searched', sizes.length)
  const shops: SearchCost[] = []
  for (const size of sizes) {
    shops.push(await searchCost(workspace, size))
    onShop()
  }
  return {
    measured_on: today(),
    machine: thisMachine(),
    searches: SEARCHES,
    shops,
    yardstick: await compareEngines(workspace, shopOf(COMPARED).id),
  }
}

async function searchCost(workspace: Workspace, products: number): Promise<SearchCost> {
  const { id } = shopOf(products)
  const measure = async (calls: number) => measureEach(workspace, searches(id), calls)
  const firstSearches = async (): Promise<FirstSearch> => {
    const firsts: FirstCall[] = []
    for (let n = 0; n < FIRST_SEARCHES; n++) firsts.push(succeeded((await measure(0)).first))
    return {
      cpu_ms: spread(firsts.map(({ cpu_us }) => cpu_us / 1000)),
      read_units: firsts[0]?.consumed.reported_read_units ?? 0,
    }
  }
  const from_cards = products <= LARGEST_UNSTORED ? await firstSearches() : undefined
  const { first: made } = await measureEach(workspace, indexRequest(id), 0)
  const stored = await inProcess(workspace, () => findStoredIndex(id))
  const opened = stored && (await firstSearches())
  const { costs, rss_bytes } = await measure(SEARCHES)
  const cpu = costs.map(({ cpu_us }) => cpu_us / 1000)
  return {
    products,
    ...(from_cards && { from_cards }),
    ...(stored &&
      opened && {
        stored: {
          ...opened,
          pieces: stored.pieces,
          made_in_cpu_ms: made.cpu_us / 1000,
          write_units: made.consumed.reported_write_units,
        },
      }),
    search_cpu_ms: { median: quantile(cpu, 0.5), p95: quantile(cpu, 0.95) },
    memory_mib: rss_bytes / 2 ** 20,
  }
}

function succeeded(first: FirstCall): FirstCall {
  const { statusCode, body } = first.answer as { statusCode?: number; body?: string }
  if (statusCode !== 200) throw new Error(`a search failed with ${statusCode}: ${body}`)
  return first
}
