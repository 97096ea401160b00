/** The names by which a product of a file is found again. */

import { isJsonObject } from '../domain/body/json-object.ts'
import type { PlannedRow, ProductRow } from './row.ts'

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

/** True if a second run would find the product of this row again. */
export const isKeyed = ({ fields }: Pick<ProductRow, 'fields'>) => Object.keys(namesIn(fields)).length > 0
