import { expect, test } from 'vitest'
import { updateProduct } from '../../lib/data/products/products.ts'
import { findStoredIndex, openStoredIndex } from '../../lib/data/search/stored-index.ts'
import { seedShop } from '../support/seeded-shop.ts'
import { call } from '../support/shop.ts'

test('the first search of a large shop has its index stored by the function in the background', async () => {
  const { id, products } = await seedShop(600, (n) => ({
    name: `Tea ${n}`,
    description: 'words '.repeat(800),
    status: 'active',
  }))
  const find = async (query: string) => {
    const response = await call(`/products/search?business=${id}&${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { total: number; data: { id: string }[] }
  }
  expect(await find('q=tea&limit=1&fields=name')).toMatchObject({ total: 600 })
  await expect.poll(() => findStoredIndex(id)).toBeDefined()
  const stored = await findStoredIndex(id)
  expect(stored && (await openStoredIndex(id, stored))?.ids).toHaveLength(600)
  const [first] = products
  await updateProduct(id, first?.id ?? '', (product) => ({ ...product, name: 'Cezve' }))
  // Instances that read the shop and those that open the index find the same.
  const found = await Promise.all(Array.from({ length: 20 }, () => find('q=cezve&fields=id')))
  for (const page of found) expect(page.data).toEqual([{ id: first?.id }])
})
