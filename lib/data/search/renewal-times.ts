import { CatalogueTooLarge } from '../storefront/catalogue.ts'
import type { TableUnavailable } from '../table/calls/table-fault.ts'

/** How late an index follows the table has no bound: what was missed is found after this time. */
export const READ_AGAIN_MS = 15 * 60_000

/** The same with a stored index, which is made of all cards. */
export const STORED_AGAIN_MS = 6 * 60 * 60_000

/** The pauses between two readings of a shop, and between two changes of an index: both take time of the processor. */
const READ_PAUSE_MS = 2_000
const READ_PAUSE_PER_PRODUCT_MS = 4
const CHANGE_PAUSE_PER_PRODUCT_MS = 0.1

/** A shop that cannot be read is not read by each search while there is no index of it. */
const FAILED_PAUSE_MS = 1_000
const TOO_LARGE_PAUSE_MS = 5_000

const NEVER = Number.NEGATIVE_INFINITY

/**
 * When an index in memory was read, renewed, compared with the table and changed, and when each is to be done again. A clock
 * that was set back makes nothing wait. Times are in milliseconds since the epoch.
 */
export class RenewalTimes {
  #readAt = NEVER
  #renewedAt = NEVER
  #triedAt = NEVER
  #lookedAt = NEVER
  #changedAt = NEVER
  #failure: TableUnavailable | undefined

  /** When the products of the index were read: never while there is no index. */
  get readAt(): number {
    return this.#readAt
  }

  get hasIndex(): boolean {
    return this.#readAt > NEVER
  }

  /** When changes were last looked for. */
  get lookedAt(): number {
    return this.#lookedAt
  }

  /** How the last try to renew the index failed. */
  get failure(): TableUnavailable | undefined {
    return this.#failure
  }

  /** An index was made of products that were read at this time: whatever changed since is not in it. */
  read(at: number): void {
    this.#readAt = at
    this.#lookedAt = at
  }

  tried(now: number): void {
    this.#triedAt = now
    this.#failure = undefined
  }

  failed(failure: TableUnavailable): void {
    this.#failure = failure
  }

  /** There was no newer index than that in memory. */
  renewed(now: number): void {
    this.#renewedAt = now
  }

  looked(now: number): void {
    this.#lookedAt = now
  }

  changed(now: number): void {
    this.#changedAt = now
  }

  isRenewalDue(now: number): boolean {
    return isPast(now, this.#renewedAt, READ_AGAIN_MS)
  }

  /** True if a renewal may be tried. It is cheap where an index is stored; one that failed has cost as much as a reading. */
  mayRenew(now: number, products: number, isStored: boolean): boolean {
    const isCheap = isStored && !this.#failure
    return isPast(now, this.#triedAt, READ_PAUSE_MS + (isCheap ? 0 : products * READ_PAUSE_PER_PRODUCT_MS))
  }

  /** True if a shop without an index may be read. */
  mayBegin(now: number): boolean {
    const pause = this.#failure instanceof CatalogueTooLarge ? TOO_LARGE_PAUSE_MS : FAILED_PAUSE_MS
    return !this.#failure || Math.abs(now - this.#triedAt) >= pause
  }

  isLookDue(now: number, memoryMs: number): boolean {
    return Math.abs(now - this.#lookedAt) >= memoryMs
  }

  mayChange(now: number, products: number): boolean {
    return now - this.#changedAt >= products * CHANGE_PAUSE_PER_PRODUCT_MS
  }

  /** True if a stored index is so old that a new one should be made. */
  isStale(now: number): boolean {
    return now - this.#readAt >= STORED_AGAIN_MS
  }
}

const isPast = (now: number, since: number, pauseMs: number) => now - since >= pauseMs || now < since
