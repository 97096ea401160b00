import type { ProductName } from '../../../data/products/product-reads.ts'
import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { breaksOf, distinct, type RuleBreak } from '../../../domain/body/rule-breaks.ts'
import { readOperation } from '../../../domain/products/bulk-operation.ts'
import { patchVariants, readVariantPatch } from '../../../domain/products/patch-variants.ts'
import { isExternalId } from '../../../domain/products/product.ts'
import { checkWholePatch, newWholeProduct, patchWhole } from '../../../domain/products/product-body.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { productFaults } from '../body/product-faults.ts'
import { judgeBody, merge, replacement } from '../product-by-external-id.ts'

/**
 * Everything that is wrong with one operation of a bulk request, a JSON value of any type: with the operation itself, and with
 * its `data` as far as the operation shows its kind. Paths lead from the operation.
 */
export async function operationFaults(businessId: string, value: unknown): Promise<RuleBreak[]> {
  const own = breaksOf(() => readOperation(value))
  const data =
    isJsonObject(value) && isJsonObject(value.data) ? await dataFaults(businessId, value, value.data) : []
  return distinct([...own, ...data.map((one) => ({ ...one, path: ['data', ...one.path] }))])
}

async function dataFaults(
  businessId: string,
  { op, id, external_id }: JsonObject,
  data: JsonObject,
): Promise<readonly RuleBreak[]> {
  const name = nameOf(id, external_id)
  const named = typeof external_id === 'string' ? { external_id, ...data } : data
  switch (op) {
    case 'create':
      return productFaults(businessId, data, undefined, () => newWholeProduct(data))
    case 'update':
      return productFaults(businessId, data, name, (stored) =>
        stored ? patchWhole(stored, data) : checkWholePatch(data),
      )
    case 'upsert':
      return productFaults(businessId, named, name, judgeBody(replacement(named)))
    case 'merge':
      return productFaults(businessId, named, name, judgeBody(merge(named)))
    case 'variants':
      // Its members name no categories.
      return productFaults(businessId, {}, name, (stored) =>
        stored ? patchVariants(stored, data) : readVariantPatch(data),
      )
    default:
      return []
  }
}

function nameOf(id: unknown, externalId: unknown): ProductName | undefined {
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  return typeof externalId === 'string' && isExternalId(externalId) ? { external_id: externalId } : undefined
}
