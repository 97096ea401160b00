import { findWholeProduct } from '../../data/products/product-reads.ts'
import { changeProduct } from '../../data/products/products.ts'
import { adminVariants } from '../../domain/admin-view.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import { breaksOf, type RuleBreak } from '../../domain/body/rule-breaks.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import type { AdminRequest } from './admin-endpoint.ts'
import { type AdminResult, objectResult } from './answer/admin-result.ts'
import { pathUuid } from './parameters/path.ts'
import type { RefusedBody } from './pipeline/judge-body.ts'
import { notFound } from './problems/resource-problems.ts'

/** How a body changes the variants of a product. Throws `InvalidFields`. */
type VariantsChange = (whole: WholeProduct, body: JsonObject) => WholeProduct

type Request = Pick<
  AdminRequest<Record<never, never>, JsonObject>,
  'businessId' | 'path' | 'body' | 'ifMatch'
>

/** Everything that is wrong with a body by what is stored. */
export async function variantFaultsOf(
  { businessId, path: { id = '' }, sent }: RefusedBody,
  change: VariantsChange,
): Promise<readonly RuleBreak[]> {
  const whole = isUuid(id) ? await findWholeProduct(businessId, id.toLowerCase()) : undefined
  return whole ? breaksOf(() => change(whole, sent)) : []
}

/** Writes the variants of the product of the path. */
export async function writeVariants(
  { businessId, path, body, ifMatch }: Request,
  change: VariantsChange,
): Promise<AdminResult> {
  const id = pathUuid('product', path.id)
  const whole = await changeProduct(businessId, id, (stored) => change(stored, body), { check: ifMatch })
  if (!whole) throw notFound('product')
  return objectResult(adminVariants(whole.product, whole.set))
}
