import { WITHOUT_OPTIONS } from '../../../lib/domain/products/product.ts'
import {
  completed,
  draftOf,
  onlyVariant,
  type WholeProduct,
} from '../../../lib/domain/products/variant-set.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { newFrom } from '../../../lib/import/write/row-variants.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** The product that an import makes of a row, without a table. */
export function wholeOf({ fields, faults, ofNew }: PlannedRow): WholeProduct {
  const { input, set } = newFrom({ ...ofNew, ...fields }, faults)
  const { slug = 'shirt', quantity: _, ...rest } = input
  const product = {
    ...rest,
    ...WITHOUT_OPTIONS,
    slug,
    id: '01a2184a-f7c2-7126-8159-0601c627400c',
    currency: 'EUR',
    created_at: TIME,
    updated_at: TIME,
    last_variant: 0,
    version: 1,
  }
  if (!set) return { product, set: onlyVariant(product) }
  const { origins: __, ...whole } = completed(product, draftOf(set))
  return whole
}
