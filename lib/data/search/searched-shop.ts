import { isDeepStrictEqual } from 'node:util'
import { placeOf, withChanges } from '../../domain/search/change-index.ts'
import { type Found, type Search, search } from '../../domain/search/search.ts'
import { makeIndex, type SearchedCategory, type SearchIndex } from '../../domain/search/search-index.ts'
import { listMemoryMs } from '../../environment.ts'
import { logLine } from '../../log.ts'
import { CatalogueTooLarge } from '../storefront/catalogue.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { CATEGORY_PREFIX } from '../table/keys.ts'
import { changesSince } from './changes.ts'
import { requestIndex } from './index-request.ts'
import { countFitting, KeptCards } from './kept-cards.ts'
import { bytesOf } from './packed-index.ts'
import { findCategory, MOST_BYTES, type ReadProduct, readProducts } from './read-shop.ts'
import { RenewalTimes } from './renewal-times.ts'
import { ShopReader } from './shop-reader.ts'
import { stillHits } from './still-hits.ts'
import { findStoredIndex, openStoredIndex, STORED_FROM_BYTES, type StoredIndex } from './stored-index.ts'
import { Unsettled } from './unsettled.ts'

/** The hits of a search as public views in JSON, and what else came of it. */
export interface FoundCards extends Omit<Found, 'ids'> {
  cards: string[]
}

/** The number of changes after which everything is read again, or a new index is stored. */
export const MOST_CHANGES = 500

/** The most products that a search with a stored index reads again at once: it has no other way to what has changed. */
const MOST_READ_ONE_BY_ONE = 2_000

/** A shop in the memory of an instance, to be searched. Times are in milliseconds since the epoch. */
export class SearchedShop {
  readonly #businessId: string
  readonly #reader: ShopReader
  #index: SearchIndex = makeIndex([], [])
  readonly #cards: KeptCards
  #categories = new Map<string, SearchedCategory>()
  readonly #unsettled = new Unsettled()
  /** True if a category is another one than when the products were read. */
  #hasOtherCategories = false
  #isStored = false
  /** True if more has changed since it was read than can be read at once: then it is of no use. */
  #isOutrun = false
  readonly #times = new RenewalTimes()
  #refreshing: Promise<void> | undefined
  /** An estimate, with the cards where the index was made of them. */
  #indexBytes = 0

  constructor(businessId: string) {
    this.#businessId = businessId
    this.#reader = new ShopReader(businessId)
    this.#cards = new KeptCards(businessId)
  }

  /** An estimate of its bytes in memory. */
  get bytes(): number {
    return this.#indexBytes + (this.#isStored ? this.#cards.bytes : 0)
  }

  /** Searches in the shop as it is now. Throws `TableUnavailable`, and `CatalogueTooLarge`, which is one. */
  async search(query: Search): Promise<FoundCards> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
    const { ids, ...outcome } = search(this.#index, query)
    const unsettled = new Set(ids.filter((id) => this.#unsettled.isOlder(id, this.#times.lookedAt)))
    const understood = { ...query, text: outcome.corrected ?? query.text }
    const [fresh, found] = await Promise.all([
      stillHits(this.#businessId, [...unsettled], understood, (products) => this.#indexOf(products)),
      // At the same time another search can renew the index, and forget all cards.
      this.#cards.find(ids.filter((id) => !unsettled.has(id))),
    ])
    if (this.#isStored) this.#cards.makeRoom()
    const cards = ids.map((id) => (unsettled.has(id) ? fresh : found).get(id))
    const fitting = countFitting(cards)
    if (fitting < ids.length) return this.search({ ...query, limit: fitting })
    return { ...outcome, cards: cards.filter((card) => card !== undefined) }
  }

  async #refresh(): Promise<void> {
    const now = Date.now()
    if (!this.#hasIndex()) return this.#begin(now)
    if (this.#times.isRenewalDue(now) && (await this.#tryToRenew(now))) return
    if (!this.#times.isLookDue(now, listMemoryMs())) return
    if (!(await this.#look(now))) return this.#begin(now)
    if (this.#isFarBehind() && (await this.#tryToRenew(now))) return
    if (this.#times.mayChange(now, this.#index.ids.length)) await this.#change(now)
    // A category that was read now can be another one: the first search after a quiet time finds it as it is.
    if (this.#isFarBehind()) await this.#tryToRenew(now)
  }

  #hasIndex(): boolean {
    return this.#times.hasIndex && !this.#isOutrun
  }

  async #begin(now: number): Promise<void> {
    if (this.#times.failure && !this.#times.mayBegin(now)) throw this.#times.failure
    await this.#renew(now)
  }

  #isFarBehind(): boolean {
    return this.#hasOtherCategories || this.#unsettled.size > MOST_CHANGES
  }

  /** Renews the index if its time has come. False if it did not, or if the index stays because the table was not available. */
  async #tryToRenew(now: number): Promise<boolean> {
    if (!this.#times.mayRenew(now, this.#index.ids.length, this.#isStored)) return false
    try {
      await this.#renew(now)
    } catch (error) {
      if (error !== this.#times.failure || !this.#hasIndex()) throw error
      logLine('error', 'search', { business_id: this.#businessId, error: String(error) })
    }
    return !this.#times.failure
  }

  /** Has a newer index, looks what has changed since, and changes it. Throws the failure of `#times` if it has none. */
  async #renew(now: number): Promise<void> {
    this.#times.tried(now)
    try {
      await this.#openOrRead(now)
    } catch (error) {
      if (error instanceof TableUnavailable) this.#times.failed(error)
      throw error
    }
    this.#times.renewed(now)
    if (this.#times.lookedAt < now && !(await this.#look(now))) return this.#renew(now)
    const isOld = this.#times.isStale(now) || this.#isFarBehind()
    if (this.#isStored && isOld) await requestIndex(this.#businessId, now)
    await this.#change(now)
  }

  /** Opens a newer index, if one is stored, or else reads the shop, if it is not so large that its index is stored. */
  async #openOrRead(now: number): Promise<void> {
    const stored = await findStoredIndex(this.#businessId)
    const isNewer = stored !== undefined && stored.readAt > this.#times.readAt
    const isKept = this.#isStored && !this.#isOutrun && stored !== undefined
    const isStored = (isNewer && (await this.#open(stored))) || isKept
    if (!isStored) await this.#read(now)
    // A change of a card whose row came too late is never looked at: what is shown is read again.
    else this.#cards.use()
    this.#isStored = isStored
  }

  async #open(stored: StoredIndex): Promise<boolean> {
    const index = await openStoredIndex(this.#businessId, stored)
    if (!index) return false
    this.#use(index, index.categories, stored.readAt)
    this.#reader.forget()
    this.#indexBytes = bytesOf(index)
    return true
  }

  /** Reads everything. The next look sees what changed while, and shortly before, it was read. */
  async #read(now: number): Promise<void> {
    const { products, categories, bytes } = await this.#reader.read(now)
    this.#use(
      makeIndex(
        products.map(({ searched }) => searched),
        categories,
      ),
      categories,
      now,
    )
    this.#cards.use(products.map(({ searched, cards }) => [searched.id, cards]))
    for (const { searched, isWhole } of products) if (!isWhole) this.#unsettled.add(searched.id, now)
    this.#indexBytes = 4 * bytes + 300 * this.#index.postings.words.length
    if (bytes >= STORED_FROM_BYTES) await requestIndex(this.#businessId, now)
  }

  #use(index: SearchIndex, categories: readonly SearchedCategory[], readAt: number): void {
    this.#index = index
    this.#categories = new Map(categories.map((category) => [category.id, category]))
    this.#unsettled.clear()
    this.#hasOtherCategories = false
    this.#isOutrun = false
    this.#times.read(readAt)
  }

  #indexOf(products: readonly ReadProduct[], averageLength?: number): SearchIndex {
    const searched = products.map((product) => product.searched)
    return makeIndex(searched, [...this.#categories.values()], averageLength)
  }

  /** Looks what has changed since the last look. False if the index is outrun by it. */
  async #look(now: number): Promise<boolean> {
    try {
      const changes = await changesSince(
        this.#businessId,
        this.#unsettled.since(this.#times.lookedAt),
        MOST_BYTES,
      )
      this.#unsettled.addNew(changes, this.#times.lookedAt)
      this.#times.looked(now)
    } catch (error) {
      if (!(error instanceof CatalogueTooLarge)) throw error
      this.#isOutrun = true
    }
    return !this.#isOutrun
  }

  /** Reads again what has changed, and changes the index where it is not as it was. */
  async #change(now: number): Promise<void> {
    const due = this.#unsettled.due(now, this.#isStored ? MOST_READ_ONE_BY_ONE : MOST_CHANGES)
    const ids = due.filter((id) => !id.startsWith(CATEGORY_PREFIX))
    for (const name of due)
      if (name.startsWith(CATEGORY_PREFIX)) await this.#readCategory(name.slice(CATEGORY_PREFIX.length))
    const read = new Map<string, ReadProduct>()
    for (const product of await readProducts(this.#businessId, ids)) read.set(product.searched.id, product)
    for (const id of due) this.#unsettled.settle(id, now, read.get(id)?.isWhole ?? true)
    const different = ids.filter((id) => !this.#hasAsItIs(id, read.get(id)))
    if (different.length === 0) return
    const changed = different.flatMap((id) => read.get(id) ?? [])
    const part = this.#indexOf(changed, this.#index.postings.averageLength)
    this.#index = withChanges(this.#index, new Set(different), part)
    for (const id of different) this.#cards.delete(id)
    for (const { searched, cards } of changed) this.#cards.set(searched.id, cards)
    this.#times.changed(now)
  }

  #hasAsItIs(id: string, read: ReadProduct | undefined): boolean {
    if (!read) return placeOf(this.#index, id) === undefined
    const { product, variants } = this.#cards.get(id) ?? {}
    return read.cards.product === product && read.cards.variants === variants
  }

  async #readCategory(id: string): Promise<void> {
    const category = await findCategory(this.#businessId, id)
    if (!category) return
    const known = this.#index.categories.find((one) => one.id === id)
    if (known && !isDeepStrictEqual(known, category)) this.#hasOtherCategories = true
    this.#categories.set(id, category)
  }
}
