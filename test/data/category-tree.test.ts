import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { updateCategory } from '../../lib/data/categories.ts'
import { categoryKey } from '../../lib/data/table/keys.ts'
import { applyPatch } from '../../lib/domain/body/resource.ts'
import { InvalidFields } from '../../lib/domain/body/rule-breaks.ts'
import { CATEGORY } from '../../lib/domain/category.ts'
import { useTable } from '../../lib/environment.ts'
import { type DynamoProxy, dynamoProxy } from '../support/dynamo-proxy.ts'
import { plantItem, storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory } from '../support/shop.ts'

let proxy: DynamoProxy
let units = 0

// In front of the table before the first call: clients are made once.
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  proxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, body, send }) {
      if (operation !== 'Query') return send()
      const reply = await send(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' }))
      units += JSON.parse(reply.body).ConsumedCapacity.CapacityUnits
      return reply
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(() => proxy.close())

test('a category that has others below it is moved without reading what the others have to say', async () => {
  const business = await makeBusiness()
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(490)]))
  for (let n = 0; n < 40; n++) await makeCategory(business, { id: `c${n}`, metadata })
  await makeCategory(business, { id: 'child', parent_id: 'c1' })
  units = 0
  const moved = await updateCategory(business.id, 'c1', (category) =>
    applyPatch(CATEGORY, category, { parent_id: 'c2' }),
  )
  expect(moved?.parent_id).toBe('c2')
  // Forty items of 25 KB are 250 units of 4 KB.
  expect(units).toBeLessThan(10)
})

test('a child whose card is not there yet takes its level all the same', async () => {
  const business = await makeBusiness()
  const levels = ['one', 'two', 'three', 'four']
  for (const [n, id] of levels.entries())
    await makeCategory(business, { id, parent_id: levels[n - 1] ?? null })
  await makeCategory(business, { id: 'branch' })
  await makeCategory(business, { id: 'leaf', parent_id: 'branch' })
  const { store: _, ...late } = await storedItem(categoryKey(business.id, 'leaf'))
  await plantItem(late)
  const move = (parent_id: string) =>
    updateCategory(business.id, 'branch', (category) => applyPatch(CATEGORY, category, { parent_id }))
  await expect(move('four')).rejects.toThrow(InvalidFields)
  expect((await move('three'))?.parent_id).toBe('three')
})
