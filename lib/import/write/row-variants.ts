import { isJsonObject } from '../../domain/body/json-object.ts'
import { breaksOf, type RuleBreak } from '../../domain/body/rule-breaks.ts'
import { type NewWholeProduct, newWholeProduct } from '../../domain/products/product-body.ts'
import { type Recognizable, recognized, replaceVariants } from '../../domain/products/replace-variants.ts'
import type { Variant, VariantSet } from '../../domain/products/variant.ts'
import { type WholeProduct, withFirstQuantities } from '../../domain/products/variant-set.ts'
import { normalLine } from '../../domain/text/text.ts'
import { type Fault, type PlannedRow, RowRefused } from '../row.ts'
import { isUnpriced, NO_PRICE, noPriceAt, OF_PRICE } from '../unpriced.ts'
import { judgeProduct } from './schema-faults.ts'

type Fields = Readonly<Record<string, unknown>>

/** True if a row has the options or the variants of its product. */
export const hasSet = ({ options, variants }: Fields): boolean =>
  options !== undefined || variants !== undefined

/**
 * A new product of these fields, with its variants if they have some. Throws `RowRefused` with all that is wrong, and with
 * what was known to be before.
 */
export function newFrom(fields: Fields, known: readonly Fault[]): NewWholeProduct {
  const { options, variants, ...product } = withoutDebts(fields)
  if (!hasSet(fields)) return withDebts(newWholeProduct({ ...judgeProduct(product, known) }), fields)
  const body = {
    ...product,
    ...(options !== undefined && { options }),
    ...(variants !== undefined && { variants: withoutIds(variants) }),
  }
  refuseAny(known, () => newWholeProduct(body))
  return withDebts(newWholeProduct(body), fields)
}

const isDebt = (quantity: unknown): quantity is number => typeof quantity === 'number' && quantity < 0

/** Nobody who creates a product owes anything yet, so the rules of the API do not know of it. */
function withoutDebts(fields: Fields): Record<string, unknown> {
  const paid = (one: Fields) => (isDebt(one.quantity) ? { ...one, quantity: 0 } : one)
  const { variants } = fields
  const all = Array.isArray(variants) && {
    variants: variants.map((one: unknown) => (isJsonObject(one) ? paid(one) : one)),
  }
  return { ...paid(fields), ...all }
}

/** A new product whose stock begins with the negative quantities in the file: backorders that are still owed. */
function withDebts({ input, set }: NewWholeProduct, { quantity, variants }: Fields): NewWholeProduct {
  const owed = (n: number): unknown => (Array.isArray(variants) ? variants[n]?.quantity : undefined)
  const debt = (of: unknown) => isDebt(of) && { quantity: of }
  return {
    input: { ...input, ...(!set && debt(quantity)) },
    ...(set && { set: { ...set, variants: set.variants.map((one, n) => ({ ...one, ...debt(owed(n)) })) } }),
  }
}

/** Throws a `RowRefused` for what judging breaks, and for what was known before. */
function refuseAny(known: readonly Fault[], judging: () => unknown): void {
  const unread = new Set(known.map(({ field }) => field))
  const found = breaksOf(judging).map(faultOf)
  const all = [...known, ...found.filter(({ field }) => !unread.has(field.split('.')[0] ?? field))]
  if (all.length > 0) throw new RowRefused(all)
}

/** A broken rule of the API as the fault of a row. */
export const faultOf = ({ path, code, detail }: RuleBreak): Fault => ({
  field: path.join('.') || 'row',
  detail,
  ...(code === 'required' && noPriceAt(path.join('.'))),
})

/**
 * The product with the options and variants of a row. The quantity with which a stock begins is kept apart. Throws `RowRefused`
 * with all that is wrong with them, and with what was known to be before.
 */
export function withVariantsOf(
  before: WholeProduct,
  row: Pick<PlannedRow, 'fields' | 'faults' | 'keptOfVariants' | 'unpriced'>,
): WholeProduct {
  const { faults, keptOfVariants = [], unpriced } = row
  const { options, variants } = row.fields
  const sent: readonly unknown[] = Array.isArray(variants) ? variants : []
  const stored = storedVariants(before, sent)
  const ofRow = (one: unknown, n: number) =>
    isJsonObject(one) && unpriced !== undefined && isUnpriced(one)
      ? ofProduct(before, one, [...keptOfVariants, ...OF_PRICE], stored[n] ?? NO_PRICE)
      : ofProduct(before, one, keptOfVariants, stored[n])
  const body = {
    ...(options !== undefined && { options }),
    variants: Array.isArray(variants) ? sent.map(ofRow) : variants,
  }
  // Other faults are said together with what else is wrong with the product.
  const isOfVariants = ({ field }: Fault) => field === 'options' || field === 'variants'
  refuseAny(faults.filter(isOfVariants), () => replaceVariants(before, body))
  return withFirstQuantities(before, replaceVariants(before, body), ({ option_values }) =>
    quantityIn(sent, option_values),
  )
}

/** True for a variant of a file with these option values. */
const isOfValues = (one: unknown, values: Readonly<Record<string, string>>): boolean =>
  isJsonObject(one) &&
  isJsonObject(one.option_values) &&
  Object.entries(one.option_values).every(
    ([name, value]) => typeof value !== 'object' && values[normalLine(name)] === normalLine(String(value)),
  )

/** The quantity that a file has for the variant of these option values. */
export function quantityIn(variants: unknown, values: Readonly<Record<string, string>>): number | undefined {
  const found: unknown = Array.isArray(variants)
    ? variants.find((one: unknown) => isOfValues(one, values))
    : undefined
  return isJsonObject(found) && typeof found.quantity === 'number' ? found.quantity : undefined
}

/** The stored variant that each of those in a row is, as for the API: no two are the same one. */
export const storedVariants = ({ set }: WholeProduct, sent: readonly unknown[]): (Variant | undefined)[] =>
  recognized(
    set,
    sent.map((one) => (isJsonObject(one) ? recognizable(set, one) : { option_values: {} })),
  )

/** An id of another product says nothing here. */
function recognizable({ variants }: VariantSet, { id, sku, option_values: values }: Fields): Recognizable {
  const own = variants.find((one) => one.id === id)
  const entries = Object.entries(isJsonObject(values) ? values : {})
  return {
    ...(own && { id: own.id }),
    ...(typeof sku === 'string' && { sku }),
    option_values: Object.fromEntries(
      entries.map(([name, value]) => [
        normalLine(name),
        typeof value === 'object' ? '' : normalLine(String(value)),
      ]),
    ),
  }
}

/** A variant of a row as it can be sent for this product, with the fields that it keeps of the stored one. */
function ofProduct(
  { set }: WholeProduct,
  variant: unknown,
  kept: readonly string[],
  stored: Fields | Variant = {},
): unknown {
  if (!isJsonObject(variant)) return variant
  const { id, quantity: _, ...rest } = variant
  const fields = Object.entries(stored).filter(([name]) => kept.includes(name) && !(name in rest))
  return { ...(set.variants.some((one) => one.id === id) && { id }), ...Object.fromEntries(fields), ...rest }
}

const withoutIds = (variants: unknown): unknown =>
  Array.isArray(variants)
    ? variants.map((one: unknown) => {
        if (!isJsonObject(one)) return one
        const { id: _, ...rest } = one
        return rest
      })
    : variants
