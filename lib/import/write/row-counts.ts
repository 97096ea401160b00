import { hasOptions } from '../../domain/products/product.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { normalLine } from '../../domain/text/text.ts'
import { type PlannedRow, RowRefused } from '../row.ts'

/**
 * A row of stock alone as a row of its product, which says nothing new but the quantities; any other row unchanged. Throws
 * `RowRefused` if the product does not have one of the variants.
 */
export function withCounts({ product, set }: WholeProduct, row: PlannedRow): PlannedRow {
  const { counts, ...rest } = row
  if (!counts) return row
  const quantities = new Map<string, number>()
  for (const { option_values, quantity, line } of counts) {
    const one = set.variants.find((variant) => isSame(variant.option_values, option_values))
    if (!one) throw new RowRefused([{ field: 'row', detail: unknownVariant(option_values, line) }])
    quantities.set(one.id, quantity)
  }
  const { external_id } = row.fields
  if (!hasOptions(product)) {
    const quantity = quantities.get(product.id)
    return { ...rest, fields: { external_id, track_inventory: true, quantity } }
  }
  const variants = set.variants.map((variant) => {
    const quantity = quantities.get(variant.id)
    return { ...variant, ...(quantity !== undefined && { track_inventory: true, quantity }) }
  })
  return { ...rest, fields: { external_id, variants } }
}

function isSame(stored: Readonly<Record<string, string>>, counted: Readonly<Record<string, string>>) {
  const names = Object.keys(counted)
  return (
    names.length === Object.keys(stored).length &&
    names.every((name) => stored[normalLine(name)] === normalLine(counted[name] ?? ''))
  )
}

function unknownVariant(values: Readonly<Record<string, string>>, line: number | null): string {
  const place = line === null ? '' : `line ${line}: `
  const named = Object.entries(values).map(([name, value]) => `${name}: ${value}`)
  return named.length === 0
    ? `${place}the product has variants, and this row names none of them`
    : `${place}the product has no variant ${quoted(named.join(', '))}`
}
