import {
  findIdByExternalId,
  findIdBySku,
  findIdOfSlug,
  findWholeProduct,
  type ProductName,
} from '../../data/products/product-reads.ts'
import { pause } from '../../data/table/calls/pause.ts'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { type PlannedRow, RowRefused } from '../row.ts'
import type { RowsInFlight } from '../rows-in-flight.ts'

/** A transaction that one of its items shows is wholly there well before this. */
export const SETTLED_AFTER_MS = 100

/** The names of its product in a row, the strongest first. */
interface RowNames {
  externalId?: string
  /** The product's, or that of the first variant that has one. */
  sku?: string
  slug?: string
}

/**
 * The most UTF-16 units of a name that is looked up: an SKU has up to 255 characters of one or two. DynamoDB refuses a key of
 * more than 2 KB, or half a surrogate pair; what is longer the rules of the field refuse.
 */
const LONGEST_LOOKED_UP = 2 * 255

const name = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_LOOKED_UP && value.isWellFormed()
    ? value
    : undefined

/** The names by which a second run would find the product of these fields again. */
export function namesIn({ external_id, sku, slug, variants }: PlannedRow['fields']): RowNames {
  const skus = Array.isArray(variants)
    ? variants.flatMap((one: unknown) => (isJsonObject(one) ? (name(one.sku) ?? []) : []))
    : []
  const names = { externalId: name(external_id), sku: name(sku) ?? skus[0], slug: name(slug) }
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
}

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

/** The product that has a SKU. A guard alone can be left behind by a write that died; whoever takes the SKU next frees it. */
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
