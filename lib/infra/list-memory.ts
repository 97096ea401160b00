import { ENVIRONMENT } from '../environment.ts'

/** How long an instance answers a public list again from memory: not at all, or for a second. */
export type ListMemorySeconds = 0 | 1

/** The functions that answer public lists. */
const LISTS = ['products/list', 'categories/list']

/** The environment variable that says so: the functions of lists get it, the others do not need it. */
export const listMemoryEnvironment = (name: string, seconds: ListMemorySeconds): Record<string, string> =>
  LISTS.includes(name) ? { [ENVIRONMENT.listMemory]: String(seconds) } : {}

/** Reads the setting `listMemorySeconds` of a deployment, 1 unless it is set. Throws one line about any other value. */
export function readListMemory(setting: unknown = 1): ListMemorySeconds {
  if (setting === 0 || setting === '0') return 0
  if (setting === 1 || setting === '1') return 1
  throw new Error(`listMemorySeconds must be 0 or 1, not ${JSON.stringify(setting)}`)
}
