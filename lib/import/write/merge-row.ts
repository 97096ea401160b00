import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { pick } from '../../domain/pick.ts'
import { OF_VARIANTS, WRITABLE_FIELDS } from '../../domain/products/fields.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import {
  keepingUnknown,
  type WholeProduct,
  withFirstQuantities,
  withProduct,
} from '../../domain/products/variant-set.ts'
import type { Fault, PlannedRow } from '../row.ts'
import { clearedFields } from './empty-cells.ts'
import { withKnownSizes } from './known-sizes.ts'
import { withCounts } from './row-counts.ts'
import { hasSet, withVariantsOf } from './row-variants.ts'
import { withoutOptionsIfSaid } from './row-without-options.ts'
import { judgeProduct } from './schema-faults.ts'

/**
 * The product with the row's fields and variants in it and without those that the row empties; the very same if they say
 * nothing new. Throws `RowRefused`.
 */
export function mergeRow(before: WholeProduct, planned: PlannedRow): WholeProduct {
  const row = withKnownSizes(before, withCounts(before, planned))
  const { options: _, variants: __, ...fields } = row.fields
  const { quantity } = fields
  const whole = hasSet(row.fields) ? withVariantsOf(before, row) : withoutOptionsIfSaid(before, row)
  const product = mergeFields(whole.product, { ...row, fields })
  const merged = withProduct(whole, product)
  const quantityOf = () => (typeof quantity === 'number' ? quantity : undefined)
  const counted = hasOptions(product) ? merged : withFirstQuantities(before, merged, quantityOf)
  const after = keepingUnknown(before, counted)
  return isDeepStrictEqual(after, before) ? before : after
}

function mergeFields(product: Product, { fields, faults, emptied, arePlacesByName }: PlannedRow): Product {
  const current = pick(product, WRITABLE_FIELDS)
  const isOwn = (field: string) => !(hasOptions(product) && OF_VARIANTS.some((one) => one === field))
  // An empty cell of what the variants decide says nothing of them.
  const cleared = clearedFields(emptied.filter(isOwn), product)
  const metadata = isJsonObject(fields.metadata) && {
    metadata: { ...cleared.fields.metadata, ...fields.metadata },
  }
  const { quantity: _, ...sent } = arePlacesByName ? withPositions(fields, product) : fields
  const places = current.additional_categories.filter(({ id }) => id !== sent.category_id)
  const input = { ...current, additional_categories: places, ...cleared.fields, ...sent, ...metadata }
  const wanted = judgeProduct(input, [...faults, ...cleared.faults, ...decidedElsewhere(product, fields)])
  const isDecided = hasOptions(product) || wanted.track_inventory
  const { is_available } = isDecided ? product : wanted
  return { ...product, ...wanted, is_available, slug: wanted.slug ?? product.slug }
}

/** The fields with additional categories at the positions that the product has in them. */
function withPositions(fields: PlannedRow['fields'], { additional_categories: stored }: Product) {
  const { additional_categories: all } = fields
  if (!Array.isArray(all)) return fields
  const positioned = all.map(
    (one: unknown) => stored.find(({ id }) => isJsonObject(one) && one.id === id) ?? one,
  )
  return { ...fields, additional_categories: positioned }
}

/** The fields of a row that contradict what the variants of its product decide. */
function decidedElsewhere(product: Product, fields: PlannedRow['fields']): Fault[] {
  const stored: Record<string, unknown> = { ...product }
  const differs = (name: string) => name in fields && !isDeepStrictEqual(fields[name], stored[name])
  if (!hasOptions(product)) return []
  // A quantity alone makes what it counts tracked.
  const isCounted = typeof fields.quantity === 'number'
  const decided = OF_VARIANTS.filter((name) => differs(name) && !(isCounted && name === 'track_inventory'))
  return [...decided, ...(isCounted ? ['quantity'] : [])].map((field) => ({
    field,
    detail: 'is decided by the variants of this product',
  }))
}
