import { CatalogueTooLarge } from '../storefront/catalogue.ts'
import { requestIndex } from './index-request.ts'
import { type ReadShop, readShop } from './read-shop.ts'

/** A shop that was too large is not read again so soon, in milliseconds: it costs 2,000 units. */
const STILL_TOO_LARGE_MS = 10 * 60_000

/** Reads a shop as a whole, and requests a stored index of one that is too large for that. */
export class ShopReader {
  readonly #businessId: string
  #tooLarge: { error: CatalogueTooLarge; readAt: number } | undefined

  constructor(businessId: string) {
    this.#businessId = businessId
  }

  /** Forgets that the shop was too large. */
  forget(): void {
    this.#tooLarge = undefined
  }

  /** Throws `TableUnavailable`, and `CatalogueTooLarge`, which is one. */
  async read(now: number): Promise<ReadShop> {
    const { readAt = Number.NEGATIVE_INFINITY, error } = this.#tooLarge ?? {}
    if (error && now - readAt < STILL_TOO_LARGE_MS) throw await this.#requested(error, now)
    this.#tooLarge = undefined
    try {
      return await readShop(this.#businessId)
    } catch (error) {
      if (!(error instanceof CatalogueTooLarge)) throw error
      this.#tooLarge = { error, readAt: now }
      throw await this.#requested(error, now)
    }
  }

  async #requested(error: CatalogueTooLarge, now: number): Promise<CatalogueTooLarge> {
    await requestIndex(this.#businessId, now)
    return error
  }
}
