import { getBusiness } from '../../data/businesses.ts'
import { type Upsert, upsertProduct } from '../../data/products/product-by-external-id.ts'
import { adminProduct } from '../../domain/admin-view.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import type { RuleBreak } from '../../domain/body/rule-breaks.ts'
import { isExternalId } from '../../domain/products/product.ts'
import {
  mergeWhole,
  type NewWholeProduct,
  newWholeFromPatch,
  newWholeProduct,
  replaceWhole,
} from '../../domain/products/product-body.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { AdminRequest } from './admin-endpoint.ts'
import { type AdminResult, objectResult } from './answer/admin-result.ts'
import type { ApiEvent } from './answer/outcome.ts'
import { productFaults } from './body/product-faults.ts'
import { type ifMatch, versionDiffers } from './conditional/etag.ts'
import type { RefusedBody } from './pipeline/judge-body.ts'
import { notFound } from './problems/resource-problems.ts'

/** A body that creates a product or changes the stored one. Both functions throw `InvalidFields`. */
interface Body {
  create: () => NewWholeProduct
  change: (stored: WholeProduct) => WholeProduct
}

/** PUT: replaces the whole product. */
export const replacement = (body: JsonObject): Body => ({
  create: () => newWholeProduct(body),
  change: (stored) => replaceWhole(stored, body),
})

/** PATCH: merged into the product that is there; into nothing, if none is, which then needs all required fields. */
export const merge = (patch: JsonObject): Body => ({
  create: () => newWholeFromPatch(patch),
  change: (stored) => mergeWhole(stored, patch),
})

/** Throws `InvalidFields` for the faults of a body, compared with the stored product. */
export const judgeBody =
  ({ create, change }: Body) =>
  (stored: WholeProduct | undefined): unknown =>
    stored ? change(stored) : create()

/** The preconditions of the request (`If-Match`, `If-None-Match: *`). */
interface Preconditions {
  ifMatch: ReturnType<typeof ifMatch>
  mustBeNew?: boolean
}

/** A body as a write that throws `product_not_found` or `precondition_failed` where a precondition does not hold. */
export const upsertOf = (
  { create, change }: Body,
  currency: string,
  { ifMatch, mustBeNew = false }: Preconditions,
): Upsert => ({
  create() {
    // A missing object is 404, whatever version the precondition names.
    if (ifMatch) throw notFound('product')
    return { ...create(), currency }
  },
  change(stored) {
    if (mustBeNew) throw versionDiffers()
    return change(stored)
  },
})

/** The member of a body that the path decides. */
export const externalIdIn = ({ pathParameters }: ApiEvent) => ({ external_id: pathParameters?.external_id })

/** Everything that is wrong with a body for the product of the path. */
export const faultsByExternalId = (
  { businessId, path: { external_id = '' }, sent }: RefusedBody,
  body: Body,
): Promise<RuleBreak[]> =>
  productFaults(businessId, sent, isExternalId(external_id) ? { external_id } : undefined, judgeBody(body))

type Request = Pick<AdminRequest<Record<never, never>, unknown>, 'businessId' | 'path'> & Preconditions

/** Writes the product of the path, and returns 201 if it is new. */
export async function writeByExternalId(
  { businessId, path, ...preconditions }: Request,
  body: Body,
): Promise<AdminResult> {
  const business = await getBusiness(businessId)
  if (!business) throw notFound('business')
  const upsert = upsertOf(body, business.currency, preconditions)
  const options = { check: preconditions.ifMatch }
  const { product, isNew } = await upsertProduct(businessId, path.external_id ?? '', upsert, options)
  const location = `/admin/products/${product.id}`
  return objectResult(adminProduct(product), isNew ? { status: 201, location } : {})
}
