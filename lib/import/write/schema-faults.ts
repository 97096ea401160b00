import * as v from 'valibot'
import { type NewProduct, newProduct } from '../../domain/products/product.ts'
import { type Fault, RowRefused } from '../row.ts'
import { noPriceAt } from '../unpriced.ts'

/** The errors that a schema found, one for each field that it names (`images.0.url`). */
export function schemaFaults(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  return issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'row'
    return issue.input === undefined
      ? { field, detail: 'is required', ...noPriceAt(field) }
      : { field, detail: issue.message }
  })
}

/**
 * A product's fields with the defaults filled in. Throws `RowRefused` if there are faults: those known before, and
 * the schema's, except about fields that could not even be read.
 */
export function judgeProduct(input: object, known: readonly Fault[]): NewProduct {
  const result = v.safeParse(newProduct, input)
  if (result.success && known.length === 0) return result.output
  const unread = new Set(known.flatMap(({ field }) => (field === 'category' ? ['category_id'] : [field])))
  const found = result.success ? [] : schemaFaults(result.issues)
  throw new RowRefused([...known, ...found.filter(({ field }) => !unread.has(field.split('.')[0] ?? field))])
}
