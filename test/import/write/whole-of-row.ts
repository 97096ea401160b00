import { WITHOUT_OPTIONS } from '../../../lib/domain/products/product.ts'
import {
  completed,
  draftOf,
  onlyVariant,
  type WholeProduct,
} from '../../../lib/domain/products/variant-set.ts'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { type Fault, type PlannedRow, RowRefused } from '../../../lib/import/row.ts'
import { withNoPrices } from '../../../lib/import/without-price.ts'
import { newFrom } from '../../../lib/import/write/row-variants.ts'
import { plannedRows } from '../read/planned-rows.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** The first product of a file. */
export async function rowOf(text: string, said?: Partial<ImportRules>): Promise<PlannedRow> {
  const [row] = await plannedRows(text, said)
  if (!row) throw new Error('the file has no product')
  return row
}

/** The fields and the variants that an import gives a new product. */
export const newOf = (row: PlannedRow) =>
  newFrom({ status: 'active', ...row.ofNew, ...withNoPrices(row) }, row.faults)

/** The product that an import makes of a row, without a table. */
export function wholeOf(row: PlannedRow): WholeProduct {
  const { input, set } = newOf(row)
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

/** The faults for which a row is refused; none if it is not. */
export function faultsOf(writing: () => unknown): readonly Fault[] {
  try {
    writing()
    return []
  } catch (error) {
    if (error instanceof RowRefused) return error.faults
    throw error
  }
}

/** The reasons for which a row is refused, each with its field. */
export const reasonsOf = (writing: () => unknown): string[] =>
  faultsOf(writing).map(({ field, detail }) => `${field}: ${detail}`)
