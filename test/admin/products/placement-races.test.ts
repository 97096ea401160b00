import { beforeEach, expect, test } from 'vitest'
import { getCategory } from '../../../lib/data/category-reads.ts'
import { verify } from '../../operator/business/busy-shop.ts'
import { atOnce, create, type Merchant, makeShelves, outcome, TEA, tally } from '../merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const ROUNDS = 10

const addCategory = (id: string) => create(shop, '/admin/categories', { id, name: id })
const findings = async () => (await verify(shop.business)).findings

test('a category that goes while a product is put into it stays, or the product is refused', async () => {
  const rounds = await atOnce(ROUNDS, async (n) => {
    await addCategory(`c${n}`)
    const product = { ...TEA, name: `Tea ${n}`, status: n % 2 ? 'active' : 'draft' }
    const { id } = await create(shop, '/admin/products', product)
    const put = { additional_categories: [{ id: `c${n}` }] }
    const [removed, placed] = await Promise.all([
      shop.ask('DELETE', `/admin/categories/c${n}`),
      shop.ask('PATCH', `/admin/products/${id}`, put),
    ])
    const isThere = (await getCategory(shop.business.id, `c${n}`)) !== undefined
    return [outcome(removed), placed.status, isThere].join()
  })
  const { '204,422,false': gone = 0, '409 category_not_empty,200,true': kept = 0 } = tally(rounds)
  expect(gone + kept, JSON.stringify(tally(rounds))).toBe(ROUNDS)
  expect(await findings()).toEqual([])
})

test('whatever changes a product at once, its places are those of its last version', async () => {
  for (const id of ['gifts', 'sale', 'front']) await addCategory(id)
  const { id } = await create(shop, '/admin/products', { ...TEA, status: 'active' })
  const changes = [
    { additional_categories: [{ id: 'gifts' }, { id: 'sale', position: 3 }] },
    { price: 1 },
    { additional_categories: [{ id: 'sale' }] },
    { status: 'draft' },
    { name: 'Another name' },
    { status: 'active' },
    { category_id: 'pots' },
    { additional_categories: [] },
    { position: 7 },
    { category_id: 'tea' },
  ]
  const said = await atOnce(ROUNDS, (n) =>
    shop.ask('PATCH', `/admin/products/${id}`, changes[n % changes.length]),
  )
  expect(Object.keys(tally(said.map(({ status }) => status))).sort()).toEqual(['200'])
  expect(await findings()).toEqual([])
})
