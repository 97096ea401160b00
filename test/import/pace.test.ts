import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'
import { paceOf } from '../../lib/import/pace.ts'

let pauses: number[] = []
beforeEach(() => {
  vi.useFakeTimers()
  pauses = []
  letPausesPass(async (ms) => {
    pauses.push(ms)
    vi.setSystemTime(Date.now() + ms)
  })
})
afterEach(() => {
  vi.useRealTimers()
  letPausesPass()
})

const row = (variants?: number) => ({
  fields: {
    name: 'Shirt',
    ...(variants !== undefined && { variants: Array.from({ length: variants }, () => ({})) }),
  },
})

/** The pause between two products that are written, in milliseconds. */
async function pausesOf(perSecond: number | undefined, variants: number | undefined, isNew = false) {
  const pace = paceOf(perSecond)
  for (let n = 0; n < 2; n++) {
    await pace.wait()
    pace.spend(row(variants), isNew)
  }
  return pauses
}

test('products are written as many in a second as the setting says', async () => {
  expect(await pausesOf(40, undefined)).toEqual([25])
})

test('a product with few variants takes no longer', async () => {
  expect(await pausesOf(40, 10)).toEqual([25])
})

// A partition takes 1,000 write units a second, of which a product with 40 variants takes 40, and with 100 82.
test.each([
  [40, false, 50],
  [40, true, 50],
  [100, false, 102.5],
  [100, true, 190],
])(
  'one with %i variants, new: %s, takes %d ms, so that the partition has room for others',
  async (variants, isNew, ms) => {
    expect(await pausesOf(40, variants, isNew)).toEqual([ms])
  },
)

test('a setting that wants more of the partition gets it', async () => {
  const [ms] = await pausesOf(100, 40)
  expect(ms).toBeCloseTo(1_000 / 30)
})

test('a setting that is slower than the partition stays', async () => {
  expect(await pausesOf(2, 100)).toEqual([500])
})

test('the command line writes as fast as the table takes it', async () => {
  expect(await pausesOf(undefined, 100, true)).toEqual([])
})
