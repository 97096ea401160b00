import { freeSku } from '../../../data/products/sku-guards.ts'
import { isOfOneItem } from '../../../data/table/calls/item-fault.ts'
import * as keys from '../../../data/table/keys.ts'
import { eachOf, pagesOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import type { Finding } from '../verify/findings.ts'
import { skuIn } from '../verify/guards.ts'
import { checkGuardsNamedIn } from '../verify/records.ts'

/**
 * Deletes guards of SKUs that their products do not have, on the condition that they still do not: a product can let go of
 * more SKUs than its transaction has room for, and its process can end before the rest. Finds those whose SKUs events
 * name. No event names the SKUs of variants: such a guard stays until a product takes the SKU. Returns how many were
 * deleted.
 */
export async function freeLeftSkus(businessId: string, signal: AbortSignal | undefined): Promise<number> {
  let freed = 0
  for await (const page of pagesOf({ ...keys.eventKey(businessId, ''), sk: '' }, signal)) {
    const findings = await findingsIn(businessId, page)
    const left = findings.filter(({ code }) => code === 'guard_left')
    await eachOf(left, async (guard) => {
      signal?.throwIfAborted()
      const sku = skuIn(businessId, guard)
      if (sku !== undefined && (await freeSku(businessId, sku))) freed++
    })
  }
  return freed
}

/** Of events whose check throws, those that do it alone say nothing: their product has been named as one that failed. */
async function findingsIn(businessId: string, events: readonly StoredItem[]): Promise<Finding[]> {
  try {
    return await checkGuardsNamedIn(businessId, events)
  } catch (error) {
    if (!isOfOneItem(error)) throw error
    if (events.length === 1) return []
    const half = Math.ceil(events.length / 2)
    const first = await findingsIn(businessId, events.slice(0, half))
    return [...first, ...(await findingsIn(businessId, events.slice(half)))]
  }
}
