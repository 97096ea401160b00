import { expect, test, vi } from 'vitest'
import { searchShop } from '../../../lib/data/search/searched-shops.ts'

const made = vi.hoisted(() => [] as string[])
vi.mock('../../../lib/data/search/searched-shop.ts', () => ({
  SearchedShop: class {
    readonly bytes: number
    constructor(businessId: string) {
      this.bytes = (businessId === 'huge' ? 300 : 100) * 1024 * 1024
      made.push(businessId)
    }
    search = async () => ({})
  },
}))

test('beyond 256 MB the shops that were searched least lately are forgotten, never the last one', async () => {
  for (const shop of ['a', 'b', 'a', 'c', 'a', 'c']) await searchShop(shop, {})
  expect(made).toEqual(['a', 'b', 'c'])
  await searchShop('b', {})
  await searchShop('c', {})
  await searchShop('a', {})
  expect(made).toEqual(['a', 'b', 'c', 'b', 'a'])
  for (const shop of ['huge', 'huge']) await searchShop(shop, {})
  expect(made).toEqual(['a', 'b', 'c', 'b', 'a', 'huge'])
})
