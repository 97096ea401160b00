import { listMemoryMs } from '../../environment.ts'
import type { Page } from '../table/pages.ts'

/**
 * An instance serves one request at a time, and a page that it must read takes it about a millisecond: it can hardly read
 * more pages in the second that one is kept. All of them take a fiftieth of the function's 1,769 MB, and one page more.
 */
const MOST_PAGES = 1_000
const MOST_BYTES = 32 * 1024 * 1024

interface Kept {
  page: Promise<Page<string>>
  readAt: number
  bytes: number
  forget(): void
}

/** By business, then by list: whatever a request of one business names, it does not reach another's pages. */
const businesses = new Map<string, Map<string, Kept>>()

/** All of them, the oldest first: all are kept equally long, so that it is also the first to end. */
const oldestFirst = new Set<Kept>()
let bytes = 0

/**
 * A page of a public list of this business: the one that an earlier call has read, if that read began less than
 * `listMemoryMs` ago, or else what `read` gives. `list` must say everything that the page depends on. A call that
 * comes while the page is being read waits for the same read. A read that fails is forgotten.
 */
export function remembered(
  businessId: string,
  list: object,
  read: () => Promise<Page<string>>,
): Promise<Page<string>> {
  const forMs = listMemoryMs()
  if (forMs === 0) return read()
  const readAt = Date.now()
  // By its absolute value: a clock that is put back must not make a page last longer.
  const isOver = (one: Kept) => Math.abs(readAt - one.readAt) >= forMs
  const name = JSON.stringify(list)
  const known = businesses.get(businessId)?.get(name)
  if (known && !isOver(known)) return known.page
  known?.forget()
  for (const one of oldestFirst) {
    if (!isOver(one) && oldestFirst.size < MOST_PAGES && bytes < MOST_BYTES) break
    one.forget()
  }
  return keep(businessId, name, read(), readAt)
}

function keep(
  businessId: string,
  name: string,
  page: Promise<Page<string>>,
  readAt: number,
): Promise<Page<string>> {
  const own = businesses.get(businessId) ?? new Map<string, Kept>()
  const one = { page, readAt, bytes: 0, forget }
  function forget() {
    if (!oldestFirst.delete(one)) return
    bytes -= one.bytes
    own.delete(name)
    if (own.size === 0) businesses.delete(businessId)
  }
  businesses.set(businessId, own.set(name, one))
  oldestFirst.add(one)
  // A string has up to two bytes for each of its units.
  page.then(({ items }) => {
    if (!oldestFirst.has(one)) return
    one.bytes = 2 * items.reduce((sum, { length }) => sum + length, 0)
    bytes += one.bytes
  }, forget)
  return page
}
