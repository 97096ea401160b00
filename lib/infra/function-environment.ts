import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { FunctionNeeds } from '../api/route.ts'
import { AUTHORIZER, DOCUMENTATION, UNMATCHED } from '../api/routes.ts'
import { ENVIRONMENT } from '../environment.ts'
import type { Settings } from './settings/settings.ts'

/** The functions of public lists. */
const LISTS = ['products/list', 'products/search', 'categories/list']

/** The functions that know whether shops have pages. */
const OF_SHOPS: readonly string[] = [DOCUMENTATION.function, UNMATCHED.function]

/** The environment variables by which a function gets settings: only those that it reads. */
export function environmentFor(
  { function: name, objects }: FunctionNeeds,
  { listMemorySeconds, importProductsPerSecond, readOnly, shopPage }: Settings,
  bucket: IBucket | undefined,
): Record<string, string> {
  // The last one says which paths exist.
  const isOfPictures = objects !== undefined || name === UNMATCHED.function
  return {
    ...(LISTS.includes(name) && { [ENVIRONMENT.listMemory]: String(listMemorySeconds) }),
    ...(readOnly && name === AUTHORIZER.function && { [ENVIRONMENT.readOnly]: 'true' }),
    ...(!shopPage && OF_SHOPS.includes(name) && { [ENVIRONMENT.shopPage]: 'false' }),
    ...(name === 'imports/run' && { [ENVIRONMENT.importPace]: String(importProductsPerSecond) }),
    ...(bucket && isOfPictures && { [ENVIRONMENT.mediaBucket]: bucket.bucketName }),
  }
}
