import {
  findIdByExternalId,
  findIdBySku,
  findIdOfSlug,
  findWholeProduct,
  type ProductName,
} from '../../data/products/product-reads.ts'
import { pause } from '../../data/table/calls/pause.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { type PlannedRow, RowRefused } from '../row.ts'
import { namesIn } from '../row-names.ts'
import type { RowsInFlight } from '../rows-in-flight.ts'

/** A transaction that one of its items shows is wholly there well before this. */
export const SETTLED_AFTER_MS = 100

/** The other rows of its file. */
interface Others {
  isGivenUp: (sku: string) => boolean
  rowsInFlight: Pick<RowsInFlight, 'before'>
}

/**
 * The product of the row's external_id or, if it has none, of its SKU or that of a variant, else of its slug. Throws
 * `RowRefused` if its SKU belongs to another one, also when no row before it is in flight any more. An SKU for which `isGivenUp`
 * is true belongs to nobody.
 */
export async function findProduct(
  businessId: string,
  { number, fields, faults }: PlannedRow,
  { isGivenUp, rowsInFlight }: Others,
): Promise<string | undefined> {
  const { externalId, sku, slug } = namesIn(fields)
  const lookUp = () =>
    Promise.all([
      externalId === undefined ? undefined : findIdByExternalId(businessId, externalId),
      sku === undefined || isGivenUp(sku) ? undefined : findHolder(businessId, sku),
    ])
  const [seen, holder] = await lookUp()
  if (externalId === undefined && sku === undefined && slug !== undefined)
    return findIdOfSlug(businessId, slug)
  if (externalId === undefined) return holder
  if (holder === undefined || holder === seen) return seen
  // Two lookups are not one moment: another import may have made the product between them, or a row before it gives up the SKU.
  await Promise.all([pause(SETTLED_AFTER_MS), rowsInFlight.before(number)])
  const [byExternalId, bySku] = await lookUp()
  if (bySku === undefined || bySku === byExternalId) return byExternalId
  const other = byExternalId === undefined ? '' : ` than external_id (${byExternalId})`
  const detail = `${quoted(String(sku))} belongs to another product (${bySku})${other}`
  throw new RowRefused([...faults, { field: 'sku', detail }])
}

/** The product that has a SKU. A guard alone can be left behind by a write that died; the next product that takes the SKU frees it. */
async function findHolder(businessId: string, sku: string): Promise<string | undefined> {
  const guarded = await findIdBySku(businessId, sku)
  return guarded && (await findWholeProduct(businessId, { sku }))?.product.id
}

/** The name by which the row's product is read again, and must still have: it may have gone to another one. */
export function nameIn({ fields }: PlannedRow, productId: string): ProductName {
  const { externalId, sku } = namesIn(fields)
  if (externalId !== undefined) return { external_id: externalId }
  return sku === undefined ? productId : { sku }
}
