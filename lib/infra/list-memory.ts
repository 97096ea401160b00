import { ENVIRONMENT } from '../environment.ts'
import type { Settings } from './settings/settings.ts'

/** The functions that answer public lists. */
const LISTS = ['products/list', 'products/search', 'categories/list']

/** The environment variable for how long a list is kept in memory: the functions of lists get it, the others do not need it. */
export const listMemoryEnvironment = (
  name: string,
  seconds: Settings['listMemorySeconds'],
): Record<string, string> => (LISTS.includes(name) ? { [ENVIRONMENT.listMemory]: String(seconds) } : {})
