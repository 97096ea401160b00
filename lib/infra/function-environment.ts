import { ENVIRONMENT } from '../environment.ts'
import type { Settings } from './settings/settings.ts'

/** The functions that answer public lists. */
const LISTS = ['products/list', 'products/search', 'categories/list']

/** The environment variables by which a function gets settings: only those that it reads. */
export const environmentFor = (
  name: string,
  { listMemorySeconds, importProductsPerSecond }: Settings,
): Record<string, string> => ({
  ...(LISTS.includes(name) && { [ENVIRONMENT.listMemory]: String(listMemorySeconds) }),
  ...(name === 'imports/run' && { [ENVIRONMENT.importPace]: String(importProductsPerSecond) }),
})
