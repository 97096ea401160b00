import { batch } from '@preact/signals'
import { isRefusal } from '../api/client.ts'
import { ownerOfSku, productPages, readProduct, readVariants } from '../api/reading.ts'
import { hasScope } from '../rules/columns.ts'
import { type Product, productRow, type Row, variantRow } from '../rules/rows.ts'
import { isUntouched } from './selection.ts'
import { forgetStocks, ownerInStock, quantityOf, readStockOf, readStocks } from './stock.ts'
import {
  addInView,
  arrange,
  edits,
  isLeft,
  isPartial,
  loading,
  openSession,
  putMerged,
  putRows,
  rows,
  said,
  unfolded,
} from './store.ts'
import { stopFor } from './trouble.ts'

/** As many products as a tab holds: 19 MB. */
const MOST_PRODUCTS = 5_000

/** Reads the whole shop, or its newest products: searching and sorting are then immediate. */
export async function readShop(): Promise<void> {
  const opened = openSession()
  loading.value = 'yes'
  isPartial.value = false
  forgetStocks()
  try {
    await Promise.all([readProducts(), hasScope(opened.scopes, 'inventory:read') && readStocks()])
    if (isLeft(opened)) return
    loading.value = 'no'
    if (edits.value.size === 0 && isUntouched()) arrange()
  } catch (error) {
    if (isLeft(opened)) return
    loading.value = 'failed'
    stopFor(error)
  }
}

async function readProducts(): Promise<void> {
  const opened = openSession()
  for await (const page of productPages(opened.api)) {
    if (isLeft(opened)) return
    addProducts(page)
    said.value = `${rows.value.size} products`
    if (rows.value.size < MOST_PRODUCTS) continue
    isPartial.value = true
    return
  }
}

/** Adds products at the end of what is in view, so that none of the others moves. */
export function addProducts(page: readonly Product[]): void {
  const added = page.map((product) => productRow(product, quantityOf(product.id)))
  batch(() => {
    putMerged(added)
    addInView(added)
  })
}

/** Unfolds the variants of products that there are; one request for each. */
export async function unfold(ids: readonly string[]): Promise<void> {
  const opened = openSession()
  for (const id of ids) {
    if (isLeft(opened)) return
    if (unfolded.value.has(id) || !(await findProduct(id))) continue
    const { variants } = await readVariants(opened.api, id)
    if (isLeft(opened)) return
    if (variants.some((one) => one.track_inventory && quantityOf(one.id) === undefined)) await readStockOf(id)
    const product = rows.value.get(id)
    if (!product) continue
    const own = variants.map((variant) => variantRow(variant, product, quantityOf(variant.id)))
    batch(() => {
      putMerged(own)
      unfolded.value = new Map(unfolded.value).set(
        id,
        own.map((row) => row.id),
      )
    })
  }
}

/** Folds the variants of a product again. Their edits stay. */
export function fold(id: string): void {
  const next = new Map(unfolded.value)
  next.delete(id)
  unfolded.value = next
}

/** The rows by the SKUs that are shown in them; of two with one SKU the one that was there first. */
export const rowsBySku = (): Map<string, Row> =>
  new Map(
    [...rows.value.values()].reverse().flatMap((row) => {
      const sku = edits.value.get(`${row.id} sku`)?.text ?? row.values.sku
      return sku ? [[String(sku), row]] : []
    }),
  )

/** Brings the rows with these SKUs, as far as they exist and are not there yet. */
export async function findSkus(skus: readonly string[]): Promise<void> {
  const known = rowsBySku()
  const owners = new Set<string>()
  for (const sku of skus.filter((one) => !known.has(one))) {
    const owner = ownerInStock(sku) ?? (await ownerOfSku(openSession().api, sku))
    if (owner !== undefined) owners.add(owner)
  }
  await bring([...owners])
}

/** Brings the product of this id, if it is not there yet. False if the business has none. */
export async function findProduct(id: string): Promise<boolean> {
  if (rows.value.has(id)) return true
  if (id.startsWith('new-')) return false
  const opened = openSession()
  try {
    const product = await readProduct(opened.api, id)
    if (isLeft(opened)) return false
    if (!rows.value.has(id)) putRows([productRow(product, quantityOf(id))])
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Brings products that are not there yet, and unfolds those with variants. */
export async function bring(ids: readonly string[]): Promise<void> {
  const opened = openSession()
  for (const id of ids) if (!isLeft(opened)) await findProduct(id)
  if (!isLeft(opened)) await unfold(ids.filter((id) => rows.value.get(id)?.hasOptions))
}
