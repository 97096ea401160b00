import {
  type Beside,
  keysBeside,
  productIdOf,
  readStocked,
  type StockedProduct,
  stockedProduct,
} from '../../data/products/stocked-product.ts'
import { pause } from '../../data/table/calls/pause.ts'
import { Refusal } from '../../data/table/commit.ts'
import { isOf } from '../../data/table/item-pages.ts'
import * as keys from '../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../data/table/patient-reads.ts'
import type { Product } from '../../domain/products/product.ts'
import { renderAgain } from '../upkeep/reindex/rendering.ts'
import { judgeSheet } from '../upkeep/reindex/variants.ts'

/** A product that cannot be read: `verify` says why. */
interface UnreadableProduct {
  key: keys.Key
}

type Read = StockedProduct | UnreadableProduct

/**
 * Every product of a business that is wanted, a page at a time in order of creation. A product that others change meanwhile
 * is read again on its own; one that is deleted meanwhile is left out. Throws the signal's reason once it is aborted.
 */
export async function* stockedProductsOf(
  businessId: string,
  isWanted: (product: Product) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Read[]> {
  for await (const items of pagesOf(keys.productKey(businessId, ''), signal)) {
    const page = items.filter((item) => isOf('product', item))
    const beside = await readItems(page.flatMap((item) => namesBeside(businessId, item)))
    const read: Read[] = []
    for (const item of page) {
      const found = isBroken(businessId, item, beside)
        ? { key: { pk: item.pk, sk: item.sk } }
        : (stockedProduct(businessId, item, beside) ?? (await readAgain(businessId, item)))
      if (found && (!('product' in found) || isWanted(found.product))) read.push(found)
    }
    yield read
  }
}

const namesBeside = (businessId: string, item: StoredItem): keys.Key[] =>
  Object.values(keysBeside(businessId, item)).filter((key) => key !== undefined)

/** Faults of an item do not go away when it is read again. */
function isBroken(businessId: string, item: StoredItem, beside: Beside): boolean {
  const sheet = beside.get(nameOf(keys.variantSheetKey(businessId, productIdOf(item))))
  return (
    renderAgain(businessId, item)?.faults.length !== 0 ||
    (sheet !== undefined && judgeSheet(sheet).faults.length > 0)
  )
}

/** Others that change a product this often while it is read are not a race: its items do not fit together. */
const TRIES = 4
const PAUSE_MS = 100

/** Undefined if it has been deleted. */
async function readAgain(businessId: string, item: StoredItem): Promise<Read | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await readStocked(businessId, productIdOf(item))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await pause(PAUSE_MS * tries)
    }
  }
  return { key: { pk: item.pk, sk: item.sk } }
}
