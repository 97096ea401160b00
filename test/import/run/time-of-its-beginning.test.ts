import { expect, test } from 'vitest'
import { localTime } from '../../../lib/domain/local-time.ts'
import { csvOf } from '../../operator/import/dialects/tables.ts'
import { productsOf } from '../../operator/operate.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, startImport } from './bench.ts'

const MINUTE_MS = 60_000

test('each run of an import sees the time and the time zone of its beginning', async () => {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  const begun = new Date(Date.now() - 30 * MINUTE_MS)
  // The sale has ended meanwhile, and the merchant has moved from Tokyo to Greenwich.
  const timezone = 'Asia/Tokyo'
  const ends = localTime(new Date(begun.getTime() + 10 * MINUTE_MS), timezone)
  const starts = localTime(new Date(begun.getTime() - 10 * MINUTE_MS), timezone)
  const rows = ['1', '2', '3'].map((ID) => ({
    ID,
    Type: 'simple',
    Name: `Lamp ${ID}`,
    Published: '1',
    'Date sale price starts': starts,
    'Date sale price ends': ends,
    'Sale price': '30',
    'Regular price': '45',
  }))
  const text = csvOf(Object.keys(rows[0] ?? {}), rows)
  const id = await startImport({ ...starter, business: { ...business, timezone } }, text, {}, begun)
  expect(await runOnce(starter, id, { workMs: 0 })).toEqual({ status: 'left' })
  expect((await productsOf(business)).length).toBeLessThan(3)
  expect(await runOnce(starter, id)).toEqual({ status: 'succeeded' })
  expect((await productsOf(business)).map(({ price }) => price)).toEqual([3000, 3000, 3000])
  expect((await importOf(starter, id)).notices).toContainEqual({
    code: 'lost',
    detail: `3 sale prices with an end. First: row 1 (line 2): the sale price 30 ends ${ends.replace(/:00$/, '')}: import again after it`,
  })
})
