/** Rows of JSON, and the products that are made of them. */

import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { rowOf, wholeOf } from './whole-of-row.ts'

export const size = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1000, ...more })

/** A shirt in these sizes. */
export const shirtOf = (...variants: { option_values: { Size: string } }[]) => ({
  external_id: 'shirt',
  name: 'Shirt',
  category: 'Shirts',
  options: [{ name: 'Size', values: variants.map(({ option_values }) => option_values.Size) }],
  variants,
})

export const counted = (quantity: number) => ({ track_inventory: true, quantity })

export const inJson = (row: object, said?: Partial<ImportRules>) => rowOf(JSON.stringify([row]), said)

/** The product of a row, as it is stored. */
export const stored = async (row: object) => wholeOf(await inJson(row))
