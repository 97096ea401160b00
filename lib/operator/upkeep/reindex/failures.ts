/** Items that cannot be written again because of an error of this program: each costs itself alone. */
import { isOfOneItem, MOST_FAILURES_IN_A_ROW } from '../../../data/table/calls/item-fault.ts'
import type { Key } from '../../../data/table/keys.ts'

/** An item that was not written, and the class of the error. */
export interface FailedItem extends Key {
  error: string
}

export class Failures {
  readonly items: FailedItem[] = []
  #inARow = 0

  /**
   * Works on one item. Throws its error if the next item would meet it as well, and when many have failed one after the
   * other, as the next ones probably would.
   */
  async notBeyond({ pk, sk }: Key, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      this.#inARow = 0
    } catch (error) {
      if (!isOfOneItem(error)) throw error
      this.items.push({ pk, sk, error: error.name })
      if (++this.#inARow >= MOST_FAILURES_IN_A_ROW) throw error
    }
  }
}
