import { beforeAll, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { corruptItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { operate } from '../operate.ts'

beforeAll(() => useOwnTable())

test('--every-business renders one business after the other, in the order of their slugs', async () => {
  const [b, a] = [await makeBusiness({ slug: 'bee' }), await makeBusiness({ slug: 'ant' })]
  for (const business of [a, b]) {
    const { id } = await makeCategory(business, { id: 'tea' })
    await corruptItem(keys.categoryKey(business.id, id), { card_version: 0 })
  }
  const { code, stdout, notes } = await operate('reindex', '--every-business', '--json')
  expect({ code, notes }).toEqual({ code: 0, notes: [`ant (${a.id})`, `bee (${b.id})`] })
  expect(JSON.parse(stdout)).toMatchObject([
    { business_id: a.id, written: 1, is_complete: true },
    { business_id: b.id, written: 1, is_complete: true },
  ])
  expect((await operate('reindex', '--every-business')).stdout.split('\n')).toHaveLength(2)
})

test('one of the two has to be said, and not both', async () => {
  expect(await operate('reindex')).toMatchObject({
    code: 1,
    notes: ['error: name a business with --business <slug or id>, or use --every-business'],
  })
})
