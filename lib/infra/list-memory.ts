import { ENVIRONMENT } from '../environment.ts'

/** How long an instance answers a public list again from memory: not at all, or for a second. */
export type ListMemorySeconds = 0 | 1

/** The functions that answer public lists. */
const LISTS = ['products/list', 'categories/list']

/** What a function is told of it: the lists the seconds, the others nothing. */
export const listMemoryEnvironment = (name: string, seconds: ListMemorySeconds): Record<string, string> =>
  LISTS.includes(name) ? { [ENVIRONMENT.listMemory]: String(seconds) } : {}

/** Reads the setting `listMemorySeconds` of a deployment, 1 unless it is set. Throws one line about any other value. */
export function readListMemory(setting: unknown = 1): ListMemorySeconds {
  const text = String(setting)
  if (text === '0' || text === '1') return text === '1' ? 1 : 0
  throw new Error(`listMemorySeconds must be 0 or 1, not ${JSON.stringify(setting)}`)
}
