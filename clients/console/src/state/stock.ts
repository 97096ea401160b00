import { batch } from '@preact/signals'
import { readStock, type Stock, stockPages } from '../api/reading.ts'
import { isUnread, type Row } from '../rules/rows.ts'
import { addInView, isLeft, openSession, putMerged, rows } from './store.ts'

/** Of more quantities than this those in view are read, product by product: 15,000. */
const MOST_PAGES = 75
/** As many products as wait to be read: a screen of rows. */
const MOST_WANTED = 40

/** Quantities by the ids of variants, and the ids of products by the SKUs of what they have in stock. */
let known = { quantities: new Map<string, number>(), owners: new Map<string, string>() }
/** The products whose quantities are to be read, the last one that came into view first. */
let wanted: string[] = []
let asked = new Set<string>()

/** Forgets every quantity that was read. */
export function forgetStocks(): void {
  known = { quantities: new Map(), owners: new Map() }
  wanted = []
  asked = new Set()
}

/** Reads the quantities of the shop, page by page. */
export async function readStocks(): Promise<void> {
  const opened = openSession()
  let pages = 0
  for await (const page of stockPages(opened.api)) {
    if (isLeft(opened)) return
    note(page)
    if (++pages === MOST_PAGES) return
  }
}

/** Reads the quantities of a product in view, once. */
export async function wantStock(productId: string): Promise<void> {
  if (asked.has(productId)) return
  asked.add(productId)
  const isReading = wanted.length > 0
  for (const dropped of wanted.splice(MOST_WANTED - 1)) asked.delete(dropped)
  wanted.unshift(productId)
  if (isReading) return
  try {
    for (let id = wanted[0]; id !== undefined; id = wanted[0]) {
      await readStockOf(id)
      wanted = wanted.filter((one) => one !== id)
    }
  } finally {
    // Those that could not be read are wanted again when their rows are drawn again.
    for (const id of wanted) asked.delete(id)
    wanted = []
  }
}

/** Reads the quantities of one product. */
export async function readStockOf(productId: string): Promise<void> {
  const opened = openSession()
  const stocks = await readStock(opened.api, productId)
  if (!isLeft(opened)) note(stocks)
}

/** Reads the quantities of one product again, and compares the edits of its rows with them. */
export async function readStockAgain(productId: string): Promise<void> {
  const opened = openSession()
  const stocks = await readStock(opened.api, productId)
  if (isLeft(opened)) return
  note(stocks)
  putMerged(
    stocks.flatMap(({ variant_id, quantity }) => {
      const row = rows.value.get(variant_id)
      return row?.isTracked ? [{ ...row, values: { ...row.values, stock: quantity } }] : []
    }),
  )
}

/** Notes quantities, and puts them into the rows that have none yet. */
function note(stocks: readonly Stock[]): void {
  const fresh: Row[] = []
  for (const { variant_id, product_id, sku, quantity } of stocks) {
    known.quantities.set(variant_id, quantity)
    if (sku !== null) known.owners.set(sku, product_id)
    const row = rows.value.get(variant_id)
    if (row && isUnread(row)) fresh.push({ ...row, values: { ...row.values, stock: quantity } })
  }
  if (fresh.length === 0) return
  batch(() => {
    putMerged(fresh)
    addInView(fresh.filter(({ kind }) => kind === 'product'))
  })
}

/** What is known of a quantity: that of its row, which a save may have changed, or the one that was read. */
export const quantityOf = (id: string): number | undefined => {
  const now = rows.value.get(id)?.values.stock
  return typeof now === 'number' ? now : known.quantities.get(id)
}

/** The id of the product that has something with this SKU in stock, as far as that was read. */
export const ownerInStock = (sku: string): string | undefined => known.owners.get(sku)
