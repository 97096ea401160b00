import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { findIdByExternalId, findIdBySku, getProduct, type ProductName } from '../../data/product-reads.ts'
import { createProduct, updateProduct } from '../../data/products.ts'
import { Refusal } from '../../data/table/commit.ts'
import { MAX_OBJECT_BYTES } from '../../data/table/versions.ts'
import type { Business } from '../../domain/business.ts'
import { hasOptions, type NewProduct, OF_VARIANTS, type Product } from '../../domain/product.ts'
import { quoted } from '../failure.ts'
import { clearedFields } from './empty-cells.ts'
import { isObject } from './field-readers.ts'
import type { ImportCategories } from './import-categories.ts'
import type { PlannedRow } from './import-plan.ts'
import type { Fault } from './product-row.ts'
import { judgeProduct, RowRefused } from './schema-faults.ts'

/** The data that all rows of an import share. */
export interface ImportContext {
  business: Business
  categories: ImportCategories
  /** The status of new products whose row has none. */
  status: NewProduct['status']
  dryRun: boolean
  /** Which row has already written a product, by the product's id. */
  claims: Map<string, number>
}

export type RowOutcome = 'created' | 'updated' | 'unchanged'

/** Another program may write the same products meanwhile; after this many surprises the row is refused. */
const TRIES = 3

/** A transaction that one of its items shows is wholly there well before this. */
const SETTLED_AFTER_MS = 100

/**
 * Brings one row into the business, as a new product or into the one it is found to be. Throws `RowRefused`, or
 * what the data layer throws when the table cannot be used.
 */
export async function applyRow(row: PlannedRow, context: ImportContext): Promise<RowOutcome> {
  if (!row.isReadable) throw new RowRefused(row.faults)
  for (let tries = 1; ; tries++) {
    try {
      const productId = await findProduct(context.business.id, row)
      const outcome =
        productId === undefined ? await create(row, context) : await update(productId, row, context)
      if (outcome) return outcome
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const wasCreatedMeanwhile = error.reason === 'external_id_taken' || error.reason === 'sku_taken'
      if (!wasCreatedMeanwhile || tries === TRIES) throw refusedByTable(error, row)
    }
    if (tries === TRIES)
      throw new RowRefused([
        { field: 'row', detail: 'another program keeps changing this product; import the row again' },
      ])
    await wait(SETTLED_AFTER_MS)
  }
}

/** The product of the row's external_id or, if it has none, of its SKU. */
async function findProduct(businessId: string, { fields, faults }: PlannedRow): Promise<string | undefined> {
  const { external_id, sku } = fields
  const lookUp = () =>
    typeof external_id === 'string' && external_id ? findIdByExternalId(businessId, external_id) : undefined
  const [seen, bySku] = await Promise.all([
    lookUp(),
    typeof sku === 'string' && sku ? findIdBySku(businessId, sku) : undefined,
  ])
  if (typeof external_id !== 'string') return bySku
  if (bySku === undefined || bySku === seen) return seen
  // Two lookups are not one moment: another import may have made the product between them.
  await wait(SETTLED_AFTER_MS)
  const byExternalId = await lookUp()
  if (bySku === byExternalId) return bySku
  const other = byExternalId === undefined ? '' : ` than external_id (${byExternalId})`
  const detail = `${quoted(String(sku))} belongs to another product (${bySku})${other}`
  throw new RowRefused([...faults, { field: 'sku', detail }])
}

async function create(row: PlannedRow, context: ImportContext): Promise<RowOutcome> {
  const { business, categories, status, dryRun } = context
  const product = judgeProduct({ status, ...row.fields }, row.faults)
  await categories.ensure(product.category_id)
  if (!dryRun) await createProduct(business.id, product, business.currency)
  return 'created'
}

/** Returns undefined if the product has gone meanwhile, or lost the name by which it was found. */
async function update(
  productId: string,
  row: PlannedRow,
  { business, categories, dryRun, claims }: ImportContext,
): Promise<RowOutcome | undefined> {
  const before = await getProduct(business.id, productId)
  if (!before) return undefined
  const planned = merge(before, row)
  // Only a row that is free of faults takes its product from the rows that share it.
  const owner = claims.get(productId) ?? row.number
  if (owner !== row.number)
    throw new RowRefused([{ field: 'row', detail: `is the same product as row ${owner}` }])
  claims.set(productId, row.number)
  if (planned === before) return 'unchanged'
  await categories.ensure(planned.category_id)
  if (dryRun) return 'updated'
  // The row's name may have been given to another product since it was looked up: that one stays as it is.
  const after = await updateProduct(business.id, nameIn(row), (newest) =>
    newest.id === productId ? merge(newest, row) : newest,
  )
  if (after?.id !== productId) return undefined
  return after.version === before.version ? 'unchanged' : 'updated'
}

/** The external id or SKU by which the row names its product. */
const nameIn = ({ fields: { external_id, sku } }: PlannedRow): ProductName =>
  typeof external_id === 'string' && external_id ? { external_id } : { sku: String(sku) }

/** The product with the row's fields in it and without those that the row empties; the product itself if they say nothing new. */
function merge(product: Product, { fields, faults, emptied }: PlannedRow): Product {
  // The rest is what a merchant may set.
  const {
    id,
    currency,
    created_at,
    updated_at,
    version,
    price_range,
    variant_count,
    last_variant,
    ...current
  } = product
  const isOwn = (field: string) => !(hasOptions(product) && OF_VARIANTS.some((one) => one === field))
  // An empty cell of what the variants decide says nothing of them.
  const cleared = clearedFields(emptied.filter(isOwn), product)
  const metadata = isObject(fields.metadata) && {
    metadata: { ...cleared.fields.metadata, ...fields.metadata },
  }
  const input = { ...current, ...cleared.fields, ...fields, ...metadata }
  const wanted = judgeProduct(input, [...faults, ...cleared.faults, ...decidedElsewhere(product, fields)])
  const merged = { ...product, ...wanted, slug: wanted.slug ?? product.slug }
  return isDeepStrictEqual(merged, product) ? product : merged
}

/** The fields of a row that contradict what the variants or the stock of its product decide. */
function decidedElsewhere(product: Product, fields: PlannedRow['fields']): Fault[] {
  const stored: Record<string, unknown> = { ...product }
  const differs = (name: string) => name in fields && !isDeepStrictEqual(fields[name], stored[name])
  if (hasOptions(product))
    return OF_VARIANTS.filter(differs).map((field) => ({
      field,
      detail: 'is decided by the variants of this product, which an import does not change',
    }))
  const isByStock = product.track_inventory && differs('is_available')
  return isByStock ? [{ field: 'is_available', detail: 'is decided by the stock of this product' }] : []
}

const ABOUT_THE_ROW: Partial<Record<Refusal['reason'], string>> = {
  object_too_large: `the product is larger than ${MAX_OBJECT_BYTES / 1024} KB as JSON`,
  limit_reached: 'the business already has the most products or categories that it can have',
}

function refusedByTable({ reason }: Refusal, { fields }: PlannedRow): RowRefused {
  const detail = ABOUT_THE_ROW[reason]
  if (detail) return new RowRefused([{ field: 'row', detail }])
  if (reason === 'category_unknown')
    return new RowRefused([{ field: 'category_id', detail: 'the category has just been deleted' }])
  const field = reason.replace(/_taken$/, '')
  return new RowRefused([{ field, detail: `${quoted(String(fields[field]))} belongs to another product` }])
}
