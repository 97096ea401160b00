/** A shop on a clock of its own, whose index follows its table late. Times are in milliseconds. */

import { vi } from 'vitest'
import type { Change } from '../../../lib/data/search/changes.ts'
import type { ReadProduct } from '../../../lib/data/search/read-shop.ts'
import { byChange } from '../../../lib/data/table/keys.ts'
import {
  makeIndex,
  type SearchedCategory,
  type SearchIndex,
} from '../../../lib/domain/search/search-index.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
import { searchedProduct } from '../../domain/search/searched-product.ts'

/** A state of a product: undefined while it is not public. */
type State = { name: string; price: number } | undefined

interface Commit {
  committedAt: number
  /** When the index has its row, and that of the change. */
  seenAt: number
  changeSeenAt: number
  change: Change
  id: string
  state: State
}

/** How long before the commit its event was made, and how long after it the index has the rows of both. */
interface Lateness {
  late?: number
  lag?: number
  /** As `lag`, if it is left out. */
  changeLag?: number
}

export class World {
  now = 0
  /** Of a shop that is read. */
  bytes = 8192
  reads = 0
  readonly commits: Commit[] = []
  readonly #names = new Set<string>()

  /** The one category. */
  category: SearchedCategory = { id: 'tea', name: 'Things', parent_id: null, is_listed: true }
  readonly findCategory = async (_: string, id: string) =>
    id === this.category.id ? this.category : undefined

  /** Lets time pass, also for everything that asks for it. */
  pass(ms: number): void {
    this.now += ms
    vi.setSystemTime(this.now)
  }

  /** Commits a change whose event was made `late` before. The index has the rows of both so much later. */
  commit(id: string, state: State, { late = 0, lag = 0, changeLag }: Lateness = {}): void {
    this.#names.add(id)
    const time = this.now - late
    this.commits.push({
      committedAt: this.now,
      seenAt: this.now + lag,
      changeSeenAt: this.now + (changeLag ?? lag),
      change: { position: `${byChange(time, id)} ${this.commits.length}`, time, of: id },
      id,
      state,
    })
  }

  /** A product as the index shows it. */
  shown(id: string): State {
    return this.commits.findLast((commit) => commit.id === id && commit.seenAt <= this.now)?.state
  }

  readonly changesSince = async (_: string, since: number): Promise<Change[]> =>
    this.commits
      .filter(({ changeSeenAt, change }) => changeSeenAt <= this.now && change.time >= since)
      .map(({ change }) => change)
      .sort((a, b) => (a.position < b.position ? -1 : 1))

  readonly readProducts = async (_: string, ids: readonly string[]): Promise<ReadProduct[]> => {
    this.reads += ids.length
    return ids.flatMap((id) => this.#read(id))
  }

  readonly readCards = async (_: string, ids: readonly string[]) => {
    this.reads += ids.length
    return new Map(ids.flatMap((id) => this.#read(id).map(({ cards }) => [id, cards.product] as const)))
  }

  /** The stored index, and the wishes for one. */
  stored: { index: SearchIndex; readAt: number } | undefined
  wishes = 0

  readonly findStoredIndex = async () =>
    this.stored && { index: 'an index', pieces: 1, digest: 'digest', readAt: this.stored.readAt }

  readonly openStoredIndex = async () => this.stored?.index

  /** Stores an index of the products as they are shown now. */
  async store(): Promise<void> {
    const { products, categories } = await this.readShop()
    const index = makeIndex(
      products.map(({ searched }) => searched),
      categories,
    )
    this.stored = { index, readAt: this.now }
  }

  readonly readShop = async () => ({
    products: [...this.#names].flatMap((id) => this.#read(id)),
    categories: [this.category],
    bytes: this.bytes,
  })

  #read(id: string): ReadProduct[] {
    const state = this.shown(id)
    if (!state) return []
    const searched = searchedProduct(id, state)
    return [{ cards: { product: JSON.stringify(searched), variants: undefined }, searched, isWhole: true }]
  }
}

let world = new World()

/** A new world, with a clock that stands still until it passes time. */
export function makeWorld(): World {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv(ENVIRONMENT.listMemory, '1')
  world = new World()
  world.pass(1.8e12)
  return world
}

export function leaveWorld(): void {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
}

/** For `vi.mock`: functions that read the world instead of the table, by the name of their module in `lib/data/search`. */
export const MODULES = {
  changes: { changesSince: (...args: Parameters<World['changesSince']>) => world.changesSince(...args) },
  'read-shop': {
    readShop: () => world.readShop(),
    readProducts: (...args: Parameters<World['readProducts']>) => world.readProducts(...args),
    readCards: (...args: Parameters<World['readCards']>) => world.readCards(...args),
    findCategory: (...args: Parameters<World['findCategory']>) => world.findCategory(...args),
  },
  'stored-index': {
    findStoredIndex: () => world.findStoredIndex(),
    openStoredIndex: () => world.openStoredIndex(),
  },
  wish: {
    requestIndex: async () => {
      world.wishes++
    },
  },
}
