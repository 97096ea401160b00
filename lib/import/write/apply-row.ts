import { beginningMark, type MarkedRow } from '../../data/imports/stock-marks.ts'
import { findWholeProduct } from '../../data/products/product-reads.ts'
import { changeProduct, createProduct } from '../../data/products/products.ts'
import { skusOf } from '../../data/products/sku-guards.ts'
import { pause } from '../../data/table/calls/pause.ts'
import { Refusal } from '../../data/table/commit.ts'
import { InvalidFields } from '../../domain/body/rule-breaks.ts'
import type { Business } from '../../domain/business.ts'
import type { StockUse } from '../../domain/imports/import-words.ts'
import { idsOf } from '../../domain/products/additional-categories.ts'
import type { NewProduct, Product } from '../../domain/products/product.ts'
import type { NewWholeProduct } from '../../domain/products/product-body.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { isOfAnotherRow } from '../asked-slug.ts'
import type { ImportDatabase } from '../import-database.ts'
import type { OptionStyle } from '../option-style.ts'
import { type AppliedRow, type PlannedRow, RowRefused } from '../row.ts'
import type { RowsInFlight } from '../rows-in-flight.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'
import { priceNotes, withNoPrices } from '../without-price.ts'
import { isGivenUpSku, namesOf, noteGivenUp, requireFreeNames } from './free-names.ts'
import type { ImportCategories } from './import-categories.ts'
import type { Known } from './known-products.ts'
import { lossesOf } from './losses.ts'
import { mergeRow } from './merge-row.ts'
import { refusedByTable } from './refused-by-table.ts'
import { findProduct, nameIn, SETTLED_AFTER_MS } from './row-identity.ts'
import { type Held, hasOtherStock, heldNotes, setStock } from './row-stock.ts'
import { faultOf, newFrom } from './row-variants.ts'
import { requireFreeSkus, SKU_PORTIONS, withSomeSkus } from './sku-portions.ts'

/** The data that all rows of an import share. */
export interface ImportContext {
  business: Business
  categories: ImportCategories
  /** The status of new products without one. */
  status: NewProduct['status']
  stock: StockUse
  dryRun: boolean
  /** Knows which row has already written a product, by the product's id. */
  database: ImportDatabase
  /** The import over the API that may be continued by another run: it marks the stocks that it sets. */
  importId?: string | undefined
  /** How the messages write options. */
  option?: OptionStyle | undefined
  rowsInFlight: RowsInFlight
  /** Says what is held; the same each time. */
  held: () => Promise<Held>
  /** The rows that an earlier run of the import has refused. */
  refusedBefore?: ReadonlySet<number> | undefined
}

/** A row whose quantities are used once, however often it is applied. */
const markOf = (row: PlannedRow, { business, stock, importId }: ImportContext): MarkedRow | undefined =>
  importId !== undefined && stock === 'set'
    ? { businessId: business.id, importId, row: row.number }
    : undefined

/** Another program may write the same products meanwhile; after this many surprises the row is refused. */
const TRIES = 3

/**
 * Brings one row into the business, as a new product or into the one it is found to be. What is `known` of it saves looking
 * it up; each write is checked against the stored product of that moment. Throws `RowRefused`, or
 * what the data layer throws when the table cannot be used.
 */
export async function applyRow(row: PlannedRow, context: ImportContext, known?: Known): Promise<AppliedRow> {
  if (!row.isReadable) throw new RowRefused(row.faults)
  for (let tries = 1; ; tries++) {
    try {
      const before = tries === 1 && known ? known.whole : await readProduct(row, context)
      const outcome = before === 'gone' ? undefined : await write(before, row, context)
      if (outcome) return outcome
    } catch (error) {
      if (error instanceof InvalidFields) throw new RowRefused(error.breaks.map(faultOf))
      if (!(error instanceof Refusal)) throw error
      // Another import of the same file took all names of the product, of which its slug may be the first to be in the way.
      const wasCreatedMeanwhile = error.reasons.some(
        (one) => one === 'external_id_taken' || one === 'sku_taken',
      )
      const canBeGivenUp = tries === 1 && error.reasons.includes('slug_taken')
      if (!(wasCreatedMeanwhile || canBeGivenUp) || tries === TRIES) throw refusedByTable(error, row)
      await context.rowsInFlight.before(row.number)
    }
    if (tries === TRIES)
      throw new RowRefused([
        { field: 'row', detail: 'another program keeps changing this product; import the row again' },
      ])
    await pause(SETTLED_AFTER_MS)
  }
}

/** The number of the row that a product is of. Only a row that is free of faults takes it from the rows that share it. */
const claimProduct = (productId: string, row: PlannedRow, database: ImportDatabase): number =>
  database.claim('product', productId, row.number)

/**
 * Takes the product of a row that an earlier run has finished, as that run did: rows behind it that are the same product are
 * refused in each run. A dry run, which creates no categories, finds those again that its rows need.
 */
export async function claimFinished(row: PlannedRow, context: ImportContext, known?: Known): Promise<void> {
  if (!row.isReadable || row.leftOut !== undefined) return
  try {
    const before = known ? known.whole : await readProduct(row, context)
    if (before === 'gone') return
    if (before) await claimOf(before, row, context)
    else if (context.dryRun) await create(row, context, 'again')
  } catch (error) {
    if ([RowRefused, InvalidFields, Refusal].some((kind) => error instanceof kind)) return
    // The run that finished the row has said it.
    unforeseenFault(error, { row: row.number, import_id: context.importId })
  }
}

async function claimOf(before: WholeProduct, row: PlannedRow, context: ImportContext): Promise<void> {
  const planned = mergeRow(before, row)
  const owner = claimProduct(before.product.id, row, context.database)
  const isRefused = owner !== row.number
  if (!context.dryRun || isRefused || planned === before) return
  if (!context.refusedBefore?.has(row.number))
    noteGivenUp(before, planned, { row: row.number, database: context.database })
  await context.categories.ensure(categoriesOf(planned.product))
}

/** `again` says that an earlier run of a dry run has looked up the names of the row: one by one it takes longer than that run. */
async function create(row: PlannedRow, context: ImportContext, again?: 'again'): Promise<AppliedRow> {
  if (row.counts) throw new RowRefused([{ field: 'row', detail: NOT_THERE }])
  const { business, categories, status, dryRun, database } = context
  const { input, set } = newFrom({ status, ...row.ofNew, ...withNoPrices(row) }, row.faults)
  const variants = set ? withSomeSkus(set.variants, new Set()) : []
  const isPart = set !== undefined && variants !== set.variants
  if (isPart) await requireFreeSkus(business.id, [set.variants, variants])
  await categories.ensure(categoriesOf(input))
  const notes = priceNotes(row)
  if (dryRun) {
    const skus = [...(set?.variants ?? []), input].flatMap(({ sku }) => sku ?? [])
    const names = { skus, slug: input.slug }
    if (!again) await requireFreeNames(business.id, undefined, { names, database })
    return { outcome: 'created', slug: input.slug, notes }
  }
  const mark = markOf(row, context)
  const { id, slug } = await createProduct(business.id, input, business.currency, {
    also: () => (mark && hasQuantity({ input, set }) ? [beginningMark(mark, 'all')] : []),
    set: set && { ...set, variants: [...variants] },
    askedSlug: row.askedSlug,
    isReserved: (slug) => isOfAnotherRow(slug, row, database),
  })
  if (isPart) await writeInto(id, row, context)
  return { outcome: 'created', slug, notes }
}

const hasQuantity = ({ input, set }: NewWholeProduct): boolean =>
  [input, ...(set?.variants ?? [])].some(({ quantity }) => quantity !== undefined)

/** The categories that a product needs. */
const categoriesOf = (product: Pick<Product, 'category_id' | 'additional_categories'>) => [
  { id: product.category_id, field: 'category_id' },
  ...idsOf(product).map((id) => ({ id, field: 'additional_categories' })),
]

const NOT_THERE = 'its product is not there: import the file of products first'

/** The product of a row and its variants, undefined if there is none; `gone` if it went while it was looked up. */
async function readProduct(
  row: PlannedRow,
  { business, database, rowsInFlight }: ImportContext,
): Promise<WholeProduct | undefined | 'gone'> {
  const id = await findProduct(business.id, row, {
    isGivenUp: (sku) => isGivenUpSku(sku, database),
    rowsInFlight,
  })
  return id === undefined ? undefined : ((await findWholeProduct(business.id, id)) ?? 'gone')
}

const write = (before: WholeProduct | undefined, row: PlannedRow, context: ImportContext) =>
  before ? update(before, row, context) : create(row, context)

/** Returns undefined if the product was deleted meanwhile, or lost the name by which it was found. */
async function update(
  before: WholeProduct,
  row: PlannedRow,
  context: ImportContext,
): Promise<AppliedRow | undefined> {
  const { business, categories, dryRun, database } = context
  const productId = before.product.id
  const planned = mergeRow(before, row)
  const owner = claimProduct(productId, row, database)
  if (owner !== row.number)
    throw new RowRefused([{ field: 'row', detail: `is the same product as row ${owner}` }])
  const isNew = planned !== before
  if (isNew) await categories.ensure(categoriesOf(planned.product))
  const isSetting = context.stock === 'set'
  // Read before the stock is set: where this fails, the row can be tried again.
  const held = isSetting ? await heldNotes(planned, row, context.held) : []
  const applied = (isChanged: boolean, { slug }: Product): AppliedRow => ({
    outcome: isChanged ? 'updated' : 'unchanged',
    slug,
    notes: [...lossesOf(before, planned, row, context.option), ...held, ...priceNotes(row, before)],
  })
  if (dryRun && isNew) {
    await requireFreeNames(business.id, productId, { names: namesOf(planned), database })
    noteGivenUp(before, planned, { row: row.number, database })
  }
  if (dryRun)
    return applied(
      isNew || (isSetting && (await hasOtherStock(business.id, productId, row))),
      planned.product,
    )
  if (isNew) await requireFreeSkus(business.id, [planned.set.variants, portionOf(before, planned)])
  const after = isNew ? await writeInto(productId, row, context) : before
  if (after?.product.id !== productId) return undefined
  const isStockSet = isSetting && (await setStock(business.id, productId, row, markOf(row, context)))
  return applied(isStockSet || after.product.version !== before.product.version, after.product)
}

/** Writes a row into its product. Returns what is there then, which can be another product that got the row's name. */
async function writeInto(
  productId: string,
  row: PlannedRow,
  context: ImportContext,
): Promise<WholeProduct | undefined> {
  const { business } = context
  const mark = markOf(row, context)
  let after: WholeProduct | undefined
  let begun: string[] = []
  const also = () => (mark && begun.length > 0 ? [beginningMark(mark, new Set(begun))] : [])
  for (let portion = 0; portion < SKU_PORTIONS; portion++) {
    let isLast = true
    const change = (newest: WholeProduct) => {
      if (newest.product.id !== productId) return newest
      const wanted = mergeRow(newest, row)
      begun = [...(wanted.origins ?? [])].flatMap(([id, { quantity }]) => (quantity === undefined ? [] : id))
      const variants = portionOf(newest, wanted)
      isLast = variants === wanted.set.variants
      return isLast ? wanted : { ...wanted, set: { ...wanted.set, variants: [...variants] } }
    }
    after = await changeProduct(business.id, nameIn(row, productId), change, { also })
    if (isLast) break
  }
  return after
}

/** The variants that a product is to have, as far as one write can give them their SKUs. */
const portionOf = (before: WholeProduct, { set }: WholeProduct) =>
  withSomeSkus(set.variants, skusOf(before.product, before.set))
