import type { Entry } from '../page.ts'
import type { Placed } from './description.ts'

/** People look for these by words that their explanations need not have. */
const OTHER_WORDS: Record<string, string> = {
  cursor: 'page paging pagination next',
  limit: 'page paging pagination size',
  'If-Match': 'optimistic concurrency lost update conflict version',
  'Idempotency-Key': 'retry repeat duplicate twice safely',
  sort: 'order orderBy',
}

/** The search entries of the parameters of these operations: each name once, where it is explained first. */
export function parameterEntries(operations: readonly Placed[], known: Set<string>): Entry[] {
  const entries: Entry[] = []
  for (const { operation, parameters } of operations)
    for (const { name, in: place, description } of parameters) {
      if (place === 'path' || known.has(name)) continue
      known.add(name)
      const text = `A parameter of ${operation.summary.toLowerCase()}. ${description.replaceAll('`', '')}`
      entries.push({
        title: name,
        id: `${operation.operationId}-${name}`,
        text,
        words: OTHER_WORDS[name] ?? '',
      })
    }
  return entries
}
