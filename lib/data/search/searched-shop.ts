import { withChanges } from '../../domain/search/change-index.ts'
import { type Found, type Search, search } from '../../domain/search/search.ts'
import { makeIndex, type SearchedCategory, type SearchIndex } from '../../domain/search/search-index.ts'
import { listMemoryMs } from '../../environment.ts'
import { CATEGORY_PREFIX } from '../table/keys.ts'
import { PAGE_BYTES } from '../table/pages.ts'
import { changesSince } from './changes.ts'
import {
  type Cards,
  findCategory,
  type ReadProduct,
  readProducts,
  readShop,
  ShopTooLarge,
} from './read-shop.ts'
import { Unsettled } from './unsettled.ts'

/** The hits of a search as public views in JSON, and what else came of it. */
export interface FoundCards extends Omit<Found, 'ids'> {
  cards: string[]
}

/** How late an index follows the table has no bound: what was missed is found after this time. */
export const READ_AGAIN_MS = 15 * 60_000

/** So many products are read again at once; after so many changes the whole shop is. */
const MOST_AT_ONCE = 50
const MOST_CHANGES = 500

/** The pauses between two readings of a shop, and between two changes of an index: both take time of the processor. */
const READ_PAUSE_MS = 2_000
const READ_PAUSE_PER_PRODUCT_MS = 4
const CHANGE_PAUSE_PER_PRODUCT_MS = 0.1

/** Of a shop that is too large, and would cost 2,000 units with each search. */
const TOO_LARGE_PAUSE_MS = 60_000

/** A shop in the memory of an instance, to be searched. Times are in milliseconds since the epoch. */
export class SearchedShop {
  readonly #businessId: string
  #index: SearchIndex = makeIndex([], [])
  /** The cards that the index was made of. */
  #cards = new Map<string, Cards>()
  #categories = new Map<string, SearchedCategory>()
  readonly #unsettled = new Unsettled()
  /** True if a category of products has another name than when they were read. */
  #isRenamed = false
  #readAt = Number.NEGATIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #changedAt = Number.NEGATIVE_INFINITY
  #tooLarge: { error: ShopTooLarge; since: number } | undefined
  #refreshing: Promise<void> | undefined
  /** An estimate of its bytes in memory. */
  bytes = 0

  constructor(businessId: string) {
    this.#businessId = businessId
  }

  /** Searches in the shop as it is now. Throws `TableUnavailable`, and `ShopTooLarge`, which is one. */
  async search(query: Search): Promise<FoundCards> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
    const { ids, ...found } = search(this.#index, query)
    const unsettled = new Set(ids.filter((id) => this.#unsettled.isOlder(id, this.#lookedAt)))
    const fresh = await this.#stillHits([...unsettled], query)
    const cards = ids.map((id) => (unsettled.has(id) ? fresh : this.#cards).get(id)?.product)
    const fitting = countFitting(cards)
    if (fitting < ids.length) return this.search({ ...query, limit: fitting })
    return { ...found, cards: cards.filter((card) => card !== undefined) }
  }

  /** Of hits that have just changed, the cards of those that are still hits. */
  async #stillHits(
    ids: readonly string[],
    { text: _, after: __, limit: ___, facets: ____, ...filters }: Search,
  ): Promise<Map<string, Cards>> {
    const read = await readProducts(this.#businessId, ids)
    const hits = new Set(search(this.#indexOf(read), filters).ids)
    const still = read.filter(({ searched }) => hits.has(searched.id))
    return new Map(still.map(({ searched, cards }) => [searched.id, cards]))
  }

  async #refresh(): Promise<void> {
    const now = Date.now()
    if (this.#tooLarge && now - this.#tooLarge.since < TOO_LARGE_PAUSE_MS) throw this.#tooLarge.error
    if (now - this.#readAt >= READ_AGAIN_MS || now < this.#readAt) return this.#read(now)
    if (Math.abs(now - this.#lookedAt) < listMemoryMs()) return
    await this.#look(now)
    const count = this.#index.ids.length
    const isFarBehind = this.#isRenamed || this.#unsettled.size > MOST_CHANGES
    if (isFarBehind && now - this.#readAt >= READ_PAUSE_MS + count * READ_PAUSE_PER_PRODUCT_MS)
      return this.#read(now)
    if (now - this.#changedAt >= count * CHANGE_PAUSE_PER_PRODUCT_MS) await this.#change(now)
  }

  /** Reads everything. The next look sees what changed while, and shortly before, it was read. */
  async #read(now: number): Promise<void> {
    const { products, categories, bytes } = await this.#readShop(now)
    this.#categories = new Map(categories.map((category) => [category.id, category]))
    this.#cards = new Map(products.map(({ searched, cards }) => [searched.id, cards]))
    this.#index = this.#indexOf(products)
    this.#unsettled.clear()
    for (const { searched, isWhole } of products) if (!isWhole) this.#unsettled.add(searched.id, now)
    this.#isRenamed = false
    this.#readAt = now
    this.#lookedAt = now
    this.bytes = 4 * bytes + 300 * this.#index.postings.words.length
  }

  async #readShop(now: number) {
    this.#tooLarge = undefined
    try {
      return await readShop(this.#businessId)
    } catch (error) {
      if (error instanceof ShopTooLarge) this.#tooLarge = { error, since: now }
      throw error
    }
  }

  #indexOf(products: readonly ReadProduct[], averageLength?: number): SearchIndex {
    const searched = products.map((product) => product.searched)
    return makeIndex(searched, [...this.#categories.values()], averageLength)
  }

  /** Looks what has changed since the last look. */
  async #look(now: number): Promise<void> {
    const changes = await changesSince(this.#businessId, this.#unsettled.since(this.#lookedAt))
    this.#unsettled.addNew(changes, this.#lookedAt)
    this.#lookedAt = now
  }

  /** Reads again what has changed, and changes the index where it is not as it was. */
  async #change(now: number): Promise<void> {
    const due = this.#unsettled.due(now, MOST_AT_ONCE)
    const ids = due.filter((id) => !id.startsWith(CATEGORY_PREFIX))
    for (const name of due)
      if (name.startsWith(CATEGORY_PREFIX)) await this.#readCategory(name.slice(CATEGORY_PREFIX.length))
    const read = new Map<string, ReadProduct>()
    for (const product of await readProducts(this.#businessId, ids)) read.set(product.searched.id, product)
    for (const id of due) this.#unsettled.settle(id, now, read.get(id)?.isWhole ?? true)
    const different = ids.filter((id) => !areEqual(read.get(id)?.cards, this.#cards.get(id)))
    if (different.length === 0) return
    const changed = different.flatMap((id) => read.get(id) ?? [])
    const part = this.#indexOf(changed, this.#index.postings.averageLength)
    this.#index = withChanges(this.#index, new Set(different), part)
    for (const id of different) this.#cards.delete(id)
    for (const { searched, cards } of changed) this.#cards.set(searched.id, cards)
    this.#changedAt = now
  }

  async #readCategory(id: string): Promise<void> {
    const category = await findCategory(this.#businessId, id)
    if (!category) return
    const known = this.#index.categories.find((one) => one.id === id)
    if (known && known.name !== category.name) this.#isRenamed = true
    this.#categories.set(id, category)
  }
}

/** How many of the first cards fit into a page: one at least. */
function countFitting(cards: readonly (string | undefined)[]): number {
  let bytes = 0
  for (const [n, card = ''] of cards.entries()) {
    bytes += Buffer.byteLength(card)
    if (bytes > PAGE_BYTES && n > 0) return n
  }
  return cards.length
}

const areEqual = (one: Cards | undefined, other: Cards | undefined): boolean =>
  one?.product === other?.product && one?.variants === other?.variants
