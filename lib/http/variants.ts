import { Refusal } from '../data/table/commit.ts'
import { changeVariants, getVariants } from '../data/variants.ts'
import { adminVariants } from '../domain/admin-view.ts'
import { isUuid } from '../domain/identifiers.ts'
import { isJsonObject, type JsonObject } from '../domain/json-object.ts'
import { breaksOf, type RuleBreak } from '../domain/rule-breaks.ts'
import type { Sold } from '../domain/variant-set.ts'
import type { AdminRequest } from './admin-endpoint.ts'
import { type AdminResult, objectResult } from './answer/admin-result.ts'
import { pathUuid } from './parameters/path.ts'
import type { RefusedBody } from './pipeline/judge-body.ts'
import { notFound, taken } from './problems/resource-problems.ts'
import { UNIQUE } from './problems/resource-rules.ts'

/** How a body changes the variants of a product. Throws `InvalidFields`. */
type Change = (sold: Sold, body: JsonObject) => Sold

type Request = Pick<
  AdminRequest<Record<never, never>, JsonObject>,
  'businessId' | 'path' | 'body' | 'ifMatch'
>

/** So many variants of a body cost one token of the rate limit. */
const VARIANTS_PER_TOKEN = 25

/** What a body costs of the rate limit. */
export const costOfVariants = (body: JsonObject): number =>
  Math.max(1, Math.ceil(variantsIn(body).length / VARIANTS_PER_TOKEN))

const variantsIn = ({ variants }: JsonObject): unknown[] => (Array.isArray(variants) ? variants : [])

/** Everything that is wrong with a body by what is stored. */
export async function variantFaultsOf(
  { businessId, path: { id = '' }, sent }: RefusedBody,
  change: Change,
): Promise<readonly RuleBreak[]> {
  const sold = isUuid(id) ? await getVariants(businessId, id.toLowerCase()) : undefined
  return sold ? breaksOf(() => change(sold, sent)) : []
}

/** Writes the variants of the product of the path. */
export async function writeVariants(
  { businessId, path, body, ifMatch }: Request,
  change: Change,
): Promise<AdminResult> {
  const id = pathUuid('product', path.id)
  try {
    const sold = await changeVariants(businessId, id, (stored) => change(stored, body), { check: ifMatch })
    if (!sold) throw notFound('product')
    return objectResult(adminVariants(sold.product, sold.set))
  } catch (error) {
    throw error instanceof Refusal && error.reason === 'sku_taken' ? takenSkus(error.values, body) : error
  }
}

/** The problem that names each variant of the body whose SKU another product has. */
function takenSkus(skus: readonly string[], body: JsonObject) {
  const rules = variantsIn(body).flatMap((variant, n) =>
    isJsonObject(variant) && skus.includes(`${variant.sku}`.trim())
      ? [{ ...UNIQUE.sku_taken, member: `variants/${n}/sku` }]
      : [],
  )
  return taken(UNIQUE.sku_taken, rules, '')
}
