import { NULLABLE_FIELDS } from '../../domain/products/fields.ts'
import type { Product } from '../../domain/products/product.ts'
import { METADATA } from '../read/field-mapping.ts'
import type { Fault } from '../row.ts'
import { noPriceAt } from '../unpriced.ts'

/** The value of a field after an empty cell: the same as after `null` in a merge patch. */
const CLEARED: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(NULLABLE_FIELDS.map((field) => [field, null])),
  description: '',
  images: [],
  tags: [],
  additional_categories: [],
  position: 0,
}

/** The columns of fields that every product must have. */
const NEEDED = ['name', 'price', 'category', 'category_id']

/**
 * The values that empty cells give to the fields of an existing product. Status, availability and slug always have a
 * value, which empty cells leave: a new product gets one without the file, and the same file must change nothing the
 * second time.
 */
export function clearedFields(
  emptied: readonly string[],
  { metadata }: Pick<Product, 'metadata'>,
): { fields: Pick<Product, 'metadata'>; faults: Fault[] } {
  const cleared = Object.entries(CLEARED).filter(([field]) => emptied.includes(field))
  const kept = Object.entries(emptied.includes('metadata') ? {} : metadata)
  return {
    fields: {
      ...Object.fromEntries(cleared),
      metadata: Object.fromEntries(kept.filter(([key]) => !emptied.includes(METADATA + key))),
    },
    faults: emptied
      .filter((field) => NEEDED.includes(field))
      .map((field) => ({
        field,
        detail: 'is empty: fill it in, or leave the column out to keep what the product has',
        ...noPriceAt(field),
      })),
  }
}
