import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADMIN_READ_BYTES, gatherPage, PUBLIC_READ_BYTES } from '../../../lib/data/table/pages.ts'

interface Row {
  bytes: number
  isFound: boolean
}

const MB = 1024 * 1024
const UNIT = 8192

/** A partition that is queried as DynamoDB does it: a Query ends at its limit, or with the row that makes it 1 MB. */
function partition(rows: Row[]) {
  const read = { bytes: 0, queries: 0 }
  const query = async (position: string | null, limit: number) => {
    const first = position === null ? 0 : Number(position) + 1
    let last = first
    let bytes = 0
    for (; last < rows.length && last < first + limit && bytes < MB; last++) bytes += rows[last]?.bytes ?? 0
    const units = Math.max(1, Math.ceil(bytes / 4096)) / 2
    read.bytes += units * UNIT
    read.queries++
    return {
      found: rows.slice(first, last).flatMap(({ isFound }, n) => {
        return isFound ? [{ item: first + n, position: `${first + n}`, bytes: 1 }] : []
      }),
      stoppedAt: last < rows.length ? `${last - 1}` : null,
      consumed: { ScannedCount: last - first, ConsumedCapacity: { CapacityUnits: units } },
    }
  }
  return { read, query }
}

/** Every page of the list, and the most that one of them read. */
async function walk(rows: Row[], limit: number, mostBytes: number, isFiltered = true) {
  const items: number[] = []
  let most = 0
  let after: string | undefined
  do {
    const { read, query } = partition(rows)
    const page = await gatherPage({ after, limit }, { isFiltered, mostBytes }, query)
    most = Math.max(most, read.bytes)
    expect(read.queries).toBeLessThanOrEqual(4)
    items.push(...page.items)
    after = page.position ?? undefined
  } while (after !== undefined)
  return { items, most }
}

const foundIn = (rows: Row[]) => rows.flatMap(({ isFound }, n) => (isFound ? [n] : []))
const largestOf = (rows: Row[]) => Math.max(0, ...rows.map(({ bytes }) => bytes))
/** The most that rounding adds to four Queries. */
const ROUNDING = 3 * UNIT

/** Stretches of rows that are alike, so that what was read says the wrong thing about what comes. */
const stretches = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 400 }),
      bytes: fc.constantFrom(200, 600, 2_000, 4_000, 6_000, 10_000, 20_000, 38_000),
      every: fc.constantFrom(1, 2, 3, 10, 1_000),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) =>
    all.flatMap(({ count, bytes, every }) =>
      Array.from({ length: count }, (_, n): Row => ({ bytes, isFound: n % every === every - 1 })),
    ),
  )

test('whatever the rows are like, a page reads 1 MB and one page of rows at most, and the pages are the list', async () => {
  const limits = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(100, 200))
  await fc.assert(
    fc.asyncProperty(stretches, limits, async (rows, limit) => {
      const { items, most } = await walk(rows, limit, PUBLIC_READ_BYTES)
      expect(items).toEqual(foundIn(rows))
      expect(most).toBeLessThanOrEqual(MB + limit * largestOf(rows) + largestOf(rows) + ROUNDING)
    }),
    { numRuns: 1_000 },
  )
})

test('rows that grow when much has been read cost a page of them more, no more', async () => {
  const rows = [
    ...Array.from({ length: 160 }, (_, n): Row => ({ bytes: 4_000, isFound: n < 51 && n % 2 === 0 })),
    ...Array.from({ length: 200 }, (): Row => ({ bytes: 9_000, isFound: false })),
  ]
  const { most } = await walk(rows, 50, PUBLIC_READ_BYTES)
  expect(most).toBeLessThanOrEqual(MB + 50 * 9_000 + ROUNDING)
})

test('rows of one size cost no more than 1 MB', async () => {
  for (const bytes of [200, 1_000, 5_000, 20_000])
    for (const limit of [1, 20, 50, 200].filter((one) => one * bytes < MB)) {
      const rows = Array.from({ length: 6 * Math.ceil(MB / bytes) }, (): Row => ({ bytes, isFound: false }))
      expect((await walk(rows, limit, PUBLIC_READ_BYTES)).most).toBeLessThanOrEqual(MB + ROUNDING)
    }
})

test('an administrative page reads 4 MB at most', async () => {
  await fc.assert(
    fc.asyncProperty(stretches, fc.constantFrom(1, 20, 200), async (rows, limit) => {
      const { items, most } = await walk(rows, limit, ADMIN_READ_BYTES)
      expect(items).toEqual(foundIn(rows))
      expect(most).toBeLessThanOrEqual(4 * (MB + 38_000))
    }),
    { numRuns: 300 },
  )
})
