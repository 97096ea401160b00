import { tracksAny } from '../../data/inventory/settle.ts'
import { readStock, type StockItem, stockOf } from '../../data/inventory/stock-item.ts'
import { readWhole } from '../../data/products/product-reads.ts'
import { pause } from '../../data/table/calls/pause.ts'
import { Refusal } from '../../data/table/commit.ts'
import * as keys from '../../data/table/keys.ts'
import { nameOf, pagesOf, readItems, type StoredItem } from '../../data/table/patient-reads.ts'
import type { Product } from '../../domain/products/product.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { Stock } from '../../domain/stock/stock.ts'
import { renderAgain } from '../../upkeep/reindex/rendering.ts'
import { storedWhole } from '../../upkeep/reindex/stock.ts'
import { isVaried, judgeSheet } from '../../upkeep/reindex/variants.ts'

/** A product with its variants and their stock, as they were at one moment. */
interface StockedProduct extends WholeProduct {
  stock: Stock
}

/** A product that cannot be read: `verify` says why. */
interface UnreadableProduct {
  key: keys.Key
}

type Read = StockedProduct | UnreadableProduct

/** Variants and stock, by the names of their items. */
type Beside = ReadonlyMap<string, StoredItem>

/**
 * Every product of a business that is wanted, a page at a time in order of creation. A product that others change meanwhile
 * is read again on its own; one that is deleted meanwhile is left out. Throws the signal's reason once it is aborted.
 */
export async function* stockedProductsOf(
  businessId: string,
  isWanted: (product: Product) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Read[]> {
  for await (const page of pagesOf(keys.productKey(businessId, ''), signal)) {
    const beside = await readItems(page.flatMap((item) => keysBeside(businessId, item)))
    const read: Read[] = []
    for (const item of page) {
      const found = isBroken(businessId, item, beside)
        ? { key: { pk: item.pk, sk: item.sk } }
        : (together(businessId, item, beside) ?? (await readAgain(businessId, item)))
      if (found && (!('product' in found) || isWanted(found.product))) read.push(found)
    }
    yield read
  }
}

/** Where the variants and the stock of a product are, if it can have some. */
function keysBeside(businessId: string, item: StoredItem): keys.Key[] {
  const id = idOf(item)
  const hasSheet = isVaried(item)
  return [
    ...(hasSheet ? [keys.variantSheetKey(businessId, id)] : []),
    ...(hasSheet || item.track_inventory === true ? [keys.stockKey(businessId, id)] : []),
  ]
}

const idOf = ({ sk }: keys.Key) => sk.slice(keys.PRODUCT_PREFIX.length)

const sheetOf = (businessId: string, item: StoredItem, beside: Beside) =>
  beside.get(nameOf(keys.variantSheetKey(businessId, idOf(item))))

/** Faults of an item do not go away when it is read again. */
function isBroken(businessId: string, item: StoredItem, beside: Beside): boolean {
  const sheet = sheetOf(businessId, item, beside)
  return (
    renderAgain(businessId, item)?.faults.length !== 0 ||
    (sheet !== undefined && judgeSheet(sheet).faults.length > 0)
  )
}

/** A product of items that were read one after the other; undefined if they do not fit together. */
function together(businessId: string, item: StoredItem, beside: Beside): StockedProduct | undefined {
  const whole = storedWhole(businessId, item, sheetOf(businessId, item, beside))
  if (!whole) return undefined
  const stock = stockOf(beside.get(nameOf(keys.stockKey(businessId, idOf(item)))) as StockItem | undefined)
  return isCounted(whole, stock) ? { ...whole, stock } : undefined
}

/** True if every tracked variant has a quantity. */
const isCounted = ({ set }: WholeProduct, stock: Stock) =>
  set.variants.every(({ id, track_inventory }) => !track_inventory || stock.has(id))

/** Others that change a product this often while it is read are no race: its items do not fit together. */
const TRIES = 4
const PAUSE_MS = 100

/** Undefined if it has been deleted. */
async function readAgain(businessId: string, item: StoredItem): Promise<Read | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await readTogether(businessId, idOf(item))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await pause(PAUSE_MS * tries)
    }
  }
  return { key: { pk: item.pk, sk: item.sk } }
}

/** Throws the `Refusal` `version_changed` if others change the product while it is read. */
async function readTogether(businessId: string, productId: string): Promise<StockedProduct | undefined> {
  const whole = await readWhole(businessId, productId)
  if (!whole) return undefined
  const stock = tracksAny(whole) ? await readStock(businessId, productId) : new Map()
  if (!isCounted(whole, stock)) throw new Refusal('version_changed')
  return { ...whole, stock }
}
