import type { components } from '../../../typescript/src/api.ts'
import { unwrap } from '../../../typescript/src/problem.ts'
import type { BulkResult } from '../rules/prices/price-lines.ts'
import type { Operation, StoredVariants } from '../rules/prices/price-work.ts'
import { type Api, isRefusal } from './client.ts'
import { readVariants } from './reading.ts'

/** A dry run that the API keeps for an hour, to be carried out as it was shown. */
export type Plan = components['schemas']['Plan']

/** What operations would do. The plan is there if all of them would succeed. */
export function tryOperations(
  api: Api,
  operations: Operation[],
): Promise<{ data: BulkResult[]; plan?: Plan }> {
  const params = { query: { dry_run: true } }
  return unwrap(api.POST('/admin/products/bulk', { params, body: { operations } }))
}

/** Carries out a plan; sent again, it has its effect once. Its results are those of its operations, in their order. */
export async function carryOut(api: Api, { id, summary }: Plan): Promise<BulkResult[]> {
  const { data } = await unwrap(api.POST('/admin/products/bulk', { body: { plan: id, summary } }))
  return data
}

/** The variants of a product as they are stored; undefined if there is no such product. */
export async function storedVariants(api: Api, product: string): Promise<StoredVariants | undefined> {
  try {
    return await readVariants(api, product)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
