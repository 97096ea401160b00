import { batch } from '@preact/signals'
import {
  ownerOfExternalId,
  ownerOfSku,
  productPages,
  readProduct,
  readStocks,
  readVariants,
  type Stocks,
} from '../api/reading.ts'
import { hasScope } from '../rules/columns.ts'
import { productRow, type Row, variantRow } from '../rules/rows.ts'
import { found } from '../rules/view.ts'
import { isPartial, loading, openSession, order, putRows, query, rows, said, unfolded } from './store.ts'
import { stopFor } from './trouble.ts'

/** As many products as a tab holds: 19 MB. */
const MOST_PRODUCTS = 5_000

let stocks: Stocks = { quantities: new Map(), owners: new Map() }

/** Reads the whole shop, or its newest products: searching and sorting are then immediate. */
export async function readShop(): Promise<void> {
  const { api, scopes } = openSession()
  loading.value = 'yes'
  isPartial.value = false
  try {
    stocks = { quantities: new Map(), owners: new Map() }
    if (hasScope(scopes, 'inventory:read')) stocks = await readStocks(api)
    for await (const page of productPages(api)) {
      addProducts(page.map((product) => productRow(product, stocks.quantities.get(product.id))))
      said.value = `${rows.value.size} products`
      if (rows.value.size < MOST_PRODUCTS) continue
      isPartial.value = true
      break
    }
    loading.value = 'no'
  } catch (error) {
    loading.value = 'failed'
    stopFor(error)
  }
}

/** Adds rows at the end of what is in view, so that none of the others moves. */
function addProducts(added: readonly Row[]): void {
  const ids = new Set(order.value)
  batch(() => {
    putRows(added)
    const more = found(added, query.value).filter((id) => !ids.has(id))
    order.value = [...order.value, ...more]
  })
}

/** Unfolds the variants of products; one request for each. */
export async function unfold(ids: readonly string[]): Promise<void> {
  const { api } = openSession()
  for (const id of ids) {
    if (unfolded.value.has(id)) continue
    if (!rows.value.has(id)) putRows([productRow(await readProduct(api, id), stocks.quantities.get(id))])
    const { variants } = await readVariants(api, id)
    const product = rows.value.get(id)
    if (!product) continue
    const own = variants.map((variant) => variantRow(variant, product, quantityOf(variant.id)))
    batch(() => {
      putRows(own)
      unfolded.value = new Map(unfolded.value).set(
        id,
        own.map((row) => row.id),
      )
    })
  }
}

/** What is known of a quantity: that of its row, which a save may have changed, or the one that was read. */
export const quantityOf = (id: string): number | undefined => {
  const now = rows.value.get(id)?.values.stock
  return typeof now === 'number' ? now : stocks.quantities.get(id)
}

/** Folds the variants of a product again. Their edits stay. */
export function fold(id: string): void {
  const next = new Map(unfolded.value)
  next.delete(id)
  unfolded.value = next
}

/** The rows by their SKUs. */
export const rowsBySku = (): Map<string, Row> =>
  new Map([...rows.value.values()].flatMap((row) => (row.values.sku ? [[String(row.values.sku), row]] : [])))

/** Brings the rows with these SKUs, as far as they exist and are not there yet. */
export async function findSkus(skus: readonly string[]): Promise<void> {
  const known = rowsBySku()
  const owners = new Set<string>()
  for (const sku of skus.filter((one) => !known.has(one))) {
    const owner = stocks.owners.get(sku) ?? (await ownerOfSku(openSession().api, sku))
    if (owner !== undefined) owners.add(owner)
  }
  await bring([...owners])
}

/** Looks for a SKU or an external id in the whole shop, and shows its product. True if there is one. */
export async function lookUp(text: string): Promise<boolean> {
  const { api } = openSession()
  const owner = (await ownerOfSku(api, text)) ?? (await ownerOfExternalId(api, text))
  if (owner === undefined) return false
  await bring([owner])
  if (!order.value.includes(owner)) order.value = [owner, ...order.value]
  return true
}

/** Brings products that are not there yet, and unfolds those with variants. */
async function bring(ids: readonly string[]): Promise<void> {
  const { api } = openSession()
  for (const id of ids.filter((one) => !rows.value.has(one)))
    putRows([productRow(await readProduct(api, id), quantityOf(id))])
  await unfold(ids.filter((id) => rows.value.get(id)?.hasOptions))
}
