import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { ENVIRONMENT } from '../environment.ts'
import type { Settings } from './settings/settings.ts'

/** The functions that answer public lists. */
const LISTS = ['products/list', 'products/search', 'categories/list']

/** The functions that reach the bucket of pictures, and the one that says which paths exist. */
const OF_PICTURES = ['admin/media/create', 'admin/media/delete', 'unmatched']

/** The environment variables by which a function gets settings: only those that it reads. */
export const environmentFor = (
  name: string,
  { listMemorySeconds, importProductsPerSecond }: Settings,
  bucket: IBucket | undefined,
): Record<string, string> => ({
  ...(LISTS.includes(name) && { [ENVIRONMENT.listMemory]: String(listMemorySeconds) }),
  ...(name === 'imports/run' && { [ENVIRONMENT.importPace]: String(importProductsPerSecond) }),
  ...(bucket && OF_PICTURES.includes(name) && { [ENVIRONMENT.mediaBucket]: bucket.bucketName }),
})
