/** The members of a body of variants that change nothing: a client can send them back as it read them. */
import { isJsonObject, type JsonObject } from '../body/json-object.ts'
import type { RuleBreak } from '../body/rule-breaks.ts'
import type { Product } from './product.ts'

/** The members of a response next to the set: a body may only repeat them. */
const READ_ONLY = ['id', 'created_at', 'updated_at', 'version'] as const satisfies readonly (keyof Product)[]

/**
 * The members of a body that can change something. A variant that was found by its SKU also has the id of its product, and
 * the stock decides whether it is on backorder, whatever a body says of it.
 */
export const settableIn = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !READ_ONLY.some((one) => one === name))
      .map(([name, value]) => [
        name,
        name === 'variants' && Array.isArray(value) ? value.map(settableOf) : value,
      ]),
  )

function settableOf(variant: unknown): unknown {
  if (!isJsonObject(variant)) return variant
  const { product_id: _, is_on_backorder: __, ...rest } = variant
  return rest
}

/** The members of a body that differ from what cannot be changed. */
export const readOnlyBreaks = (product: Product, body: JsonObject): RuleBreak[] => [
  ...READ_ONLY.filter((name) => Object.hasOwn(body, name) && body[name] !== product[name]).map((name) =>
    readOnly([name]),
  ),
  ...productBreaks(body, product.id),
]

/** The variants of a body that name another product. */
export const productBreaks = ({ variants }: JsonObject, productId?: string): RuleBreak[] =>
  (Array.isArray(variants) ? variants : []).flatMap((variant: unknown, n) =>
    isJsonObject(variant) && Object.hasOwn(variant, 'product_id') && variant.product_id !== productId
      ? [readOnly(['variants', `${n}`, 'product_id'])]
      : [],
  )

const readOnly = (path: RuleBreak['path']): RuleBreak => ({ path, code: 'read_only', detail: 'is read-only' })
