import { findIds, readWholes } from '../../data/products/product-batches.ts'
import { skusOf } from '../../data/products/sku-guards.ts'
import { isOfOneItem } from '../../data/table/calls/item-fault.ts'
import { TableUnavailable } from '../../data/table/calls/table-fault.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { PlannedRow } from '../row.ts'
import { namesIn } from '../row-names.ts'

/** The product of a row, as the table had it a moment ago. */
export interface Known {
  /** Undefined if there was no product of its names. */
  whole: WholeProduct | undefined
}

/** The number of rows that are looked up together. */
const WINDOW = 50

/** A row, and what is known of its product; nothing if it has to be looked up on its own. */
export interface KnownRow {
  row: PlannedRow
  known?: Known | undefined
}

/** Looks up the products of rows, some rows ahead of those that are taken. */
export async function* knownRows(businessId: string, rows: Iterable<PlannedRow>): AsyncGenerator<KnownRow> {
  const windows = windowsOf(rows)
  const lookUpNext = () => {
    const { value: window } = windows.next()
    if (!window) return undefined
    const found = lookUp(businessId, window)
    // It can fail while the rows before it are taken. The caller that awaits it gets the error.
    found.catch(() => {})
    return { window, found }
  }
  for (let current = lookUpNext(); current; ) {
    const found = await current.found
    const next = lookUpNext()
    for (const row of current.window) yield { row, known: found.get(row.number) }
    current = next
  }
}

function* windowsOf(rows: Iterable<PlannedRow>): Generator<PlannedRow[], undefined> {
  let window: PlannedRow[] = []
  for (const row of rows) {
    window.push(row)
    if (window.length < WINDOW) continue
    yield window
    window = []
  }
  if (window.length > 0) yield window
}

/**
 * The known products, by the numbers of rows. When the table does not respond, or one of the rows cannot be looked up, each
 * row looks for its own.
 */
async function lookUp(businessId: string, rows: readonly PlannedRow[]): Promise<Map<number, Known>> {
  try {
    return await knownOf(businessId, rows)
  } catch (error) {
    if (error instanceof TableUnavailable || isOfOneItem(error)) return new Map()
    throw error
  }
}

async function knownOf(businessId: string, rows: readonly PlannedRow[]): Promise<Map<number, Known>> {
  const found = await findIds(
    businessId,
    rows.map(({ fields }) => namesIn(fields)),
  )
  const wholes = await readWholes(
    businessId,
    found.flatMap(({ externalId, sku, slug }) => externalId ?? sku ?? slug ?? []),
  )
  const known = new Map<number, Known>()
  rows.forEach(({ number, fields }, n) => {
    const { externalId, sku, slug } = found[n] ?? {}
    const names = namesIn(fields)
    // Names that lead to different products are checked by the lookup of a single row.
    if (names.externalId !== undefined && sku !== undefined && sku !== externalId) return
    const isBySlug = names.externalId === undefined && names.sku === undefined
    const id = isBySlug ? slug : (externalId ?? sku)
    const whole = id === undefined ? undefined : wholes.get(id)
    const isHeld =
      externalId !== undefined || isBySlug || (whole && skusOf(whole.product, whole.set).has(names.sku ?? ''))
    // A guard of a SKU can be left behind by a write that died.
    if (id === undefined || (whole && isHeld)) known.set(number, { whole })
  })
  return known
}
