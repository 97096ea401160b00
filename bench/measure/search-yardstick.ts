import MiniSearch from 'minisearch'
import { readShop } from '../../lib/data/search/read-shop.ts'
import { search } from '../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct } from '../../lib/domain/search/search-index.ts'
import { wordsOf } from '../../lib/domain/search/words.ts'
import demo from '../../lib/operator/demo-catalogue.json' with { type: 'json' }
import type { EngineCost, SearchYardstick } from '../report/figures.ts'
import { inProcess } from './in-process.ts'
import { quantile, spread } from './statistics.ts'
import type { Workspace } from './workspace.ts'

const ROUNDS = 5

interface Engine {
  make(): (text: string) => void
  madeMs: number[]
  searchedMs: number[]
}

/**
 * The own search engine and MiniSearch, on the same texts, cut into the same words, in turn. Only words: MiniSearch has no facets
 * and no filters of variants.
 */
export async function compareEngines(workspace: Workspace, businessId: string): Promise<SearchYardstick> {
  const { products, categories } = await inProcess(workspace, () =>
    readShop(businessId, Number.POSITIVE_INFINITY),
  )
  const searched = products.map((product) => product.searched)
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  const engine = (make: Engine['make']): Engine => ({ make, madeMs: [], searchedMs: [] })
  const own = engine(() => {
    const index = makeIndex(searched, categories)
    return (text) => search(index, { text, limit: 20 })
  })
  const miniSearch = engine(() => {
    const index = new MiniSearch<Texts>(OPTIONS)
    index.addAll(searched.map((product) => textsOf(product, nameOf.get(product.category_id))))
    return (text) => index.search(text)
  })
  for (let round = 0; round < ROUNDS; round++) for (const one of [own, miniSearch]) measure(one)
  return { products: searched.length, own: costOf(own), mini_search: costOf(miniSearch) }
}

interface Texts {
  id: string
  name: string
  tags: string
  category: string
  values: string
  description: string
}

const textsOf = (product: SearchedProduct, category = ''): Texts => ({
  id: product.id,
  name: product.name,
  tags: product.tags.join(' '),
  category,
  values: [...new Set(product.variants?.flatMap(({ option_values }) => Object.values(option_values)))].join(
    ' ',
  ),
  description: product.description,
})

/** As its documentation advises for a shop: all words, the beginnings of words, and misspelt ones. */
const OPTIONS = {
  fields: ['name', 'tags', 'category', 'values', 'description'],
  tokenize: (text: string) => [...wordsOf(text)],
  processTerm: (term: string) => term,
  searchOptions: {
    boost: { name: 10, tags: 4, category: 3, values: 3 },
    combineWith: 'AND' as const,
    prefix: true,
    fuzzy: 0.2,
  },
}

function measure({ make, madeMs, searchedMs }: Engine): void {
  const made = cpuMs(make)
  madeMs.push(made.ms)
  for (const { name } of demo.products) searchedMs.push(cpuMs(() => made.result(name.slice(0, 14))).ms)
}

function cpuMs<T>(work: () => T): { result: T; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}

const costOf = ({ madeMs, searchedMs }: Engine): EngineCost => ({
  made_in_cpu_ms: spread(madeMs),
  search_cpu_ms: { median: quantile(searchedMs, 0.5), p95: quantile(searchedMs, 0.95) },
})
