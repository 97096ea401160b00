import { PAGE_BYTES } from '../table/pages.ts'
import { type Cards, readCards } from './read-shop.ts'

/** A stored index has no cards, and a shop of 100,000 products with long texts has a GB of them: the most bytes that are kept. */
export const MOST_CARD_BYTES = 64 * 1024 * 1024

/** The cards of a shop in memory: all of a shop that was read as a whole, of a stored index those that were found. */
export class KeptCards {
  readonly #businessId: string
  #cards = new Map<string, Cards>()
  #bytes = 0

  constructor(businessId: string) {
    this.#businessId = businessId
  }

  /** An estimate of their bytes in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** Has these alone: none that somebody is reading just now. */
  use(all: Iterable<readonly [string, Cards]> = []): void {
    this.#cards = new Map()
    this.#bytes = 0
    for (const [id, cards] of all) this.set(id, cards)
  }

  get(id: string): Cards | undefined {
    return this.#cards.get(id)
  }

  delete(id: string): void {
    this.#bytes -= bytesOf(this.#cards.get(id))
    this.#cards.delete(id)
  }

  set(id: string, cards: Cards): void {
    this.delete(id)
    this.#cards.set(id, cards)
    this.#bytes += bytesOf(cards)
  }

  /** Forgets those of a stored index that are more than may be kept: who found some has them already. */
  makeRoom(): void {
    if (this.#bytes > MOST_CARD_BYTES) this.use()
  }

  /**
   * The public views of those of these products that are public, as they are in memory now or, if they are not there, in
   * the table. Throws `TableUnavailable`.
   */
  async find(ids: readonly string[]): Promise<Map<string, string>> {
    const kept = this.#cards
    const found = new Map(ids.flatMap((id) => withCard(id, kept.get(id)?.product)))
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    for (const [id, product] of await readCards(this.#businessId, missing)) {
      found.set(id, product)
      // A card that came meanwhile is newer, and belongs to a newer index where everything was replaced.
      if (kept === this.#cards && !kept.has(id)) this.set(id, { product, variants: undefined })
    }
    return found
  }
}

const withCard = (id: string, card: string | undefined): [string, string][] =>
  card === undefined ? [] : [[id, card]]

/** Two for a character: those of Latin texts take one. */
const bytesOf = (cards: Cards | undefined): number =>
  2 * ((cards?.product.length ?? 0) + (cards?.variants?.length ?? 0))

/** How many of the first cards fit into a page: one at least. */
export function countFitting(cards: readonly (string | undefined)[]): number {
  let bytes = 0
  for (const [n, card = ''] of cards.entries()) {
    bytes += Buffer.byteLength(card)
    if (bytes > PAGE_BYTES && n > 0) return n
  }
  return cards.length
}
