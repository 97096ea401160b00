import type { Key } from './keys.ts'
import { nameOf, readItems, type StoredItem } from './patient-reads.ts'

/** The bytes that a request is still allowed to read of the table. */
export interface ReadBudget {
  left: number
}

/** A key, and the most bytes that its item can have. */
export interface SizedKey {
  key: Key
  most: number
}

/** The largest item that DynamoDB stores. */
export const LARGEST_ITEM_BYTES = 400 * 1024

/** A consistent read unit. */
const UNIT_BYTES = 4096

/** The most keys of a BatchGetItem. */
const BATCH = 100

/**
 * Reads items in the order of their keys, as acknowledged writes left them, until the next one could be larger than the rest
 * of the budget. Returns those that were read by name, undefined for one that is not there.
 */
export async function readAffordable(
  wanted: readonly SizedKey[],
  budget: ReadBudget,
): Promise<Map<string, StoredItem | undefined>> {
  const read = new Map<string, StoredItem | undefined>()
  for (let next = 0; next < wanted.length; ) {
    const batch = affordable(wanted.slice(next, next + BATCH), budget.left)
    if (batch.length === 0) break
    for (const { key } of batch) read.set(nameOf(key), undefined)
    const found = await readWithin(batch, budget)
    for (const [name, item] of found) read.set(name, item)
    next += batch.length
  }
  return read
}

/** Reads items in one request, whatever is left, and takes their bytes from the budget. */
export function readWithin(batch: readonly SizedKey[], budget: ReadBudget): Promise<Map<string, StoredItem>> {
  const most = batch.reduce((sum, one) => sum + one.most, 0)
  return readItems(
    batch.map(({ key }) => key),
    undefined,
    (units) => {
      budget.left -= units === undefined ? most : units * UNIT_BYTES
    },
  )
}

/** The first of these keys, as many as fit even if each item is as large as it can be. */
function affordable(keys: readonly SizedKey[], left: number): readonly SizedKey[] {
  let rest = left
  const end = keys.findIndex(({ most }) => {
    rest -= most
    return rest < 0
  })
  return end === -1 ? keys : keys.slice(0, end)
}
