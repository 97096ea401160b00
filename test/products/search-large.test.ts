import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { updateProduct } from '../../lib/data/products/products.ts'
import { findStoredIndex, openStoredIndex } from '../../lib/data/search/stored-index.ts'
import { useTable } from '../../lib/environment.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { seedShop } from '../support/seeded-shop.ts'

/** The stack of other tests runs nothing in the background. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ assemblyDir: inject('assemblyDir'), port: 0, mostInstancesOfOne: 3 })
  useTable(stack.table)
})
afterAll(() => stack.stop())

test('the first search of a large shop has its index stored, which later instances open', async () => {
  const { id, products } = await seedShop(
    120,
    (n) => ({ name: `Tea ${n}`, description: '\u{1D11E}'.repeat(5_000) }),
    { name: stack.table.name, endpoint: stack.table.endpoint ?? '' },
  )
  const find = async (query: string) => {
    const response = await fetch(`${stack.baseUrl}/products/search?business=${id}&${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { total: number; data: { id: string; name: string }[] }
  }
  expect(await find('q=tea&limit=1&fields=name')).toMatchObject({ total: 120 })
  await expect.poll(() => findStoredIndex(id)).toBeDefined()
  const stored = await findStoredIndex(id)
  expect(stored && (await openStoredIndex(id, stored))?.ids).toHaveLength(120)
  const [first] = products
  await updateProduct(id, first?.id ?? '', (product) => ({ ...product, name: 'Cezve' }))
  // Each instance looks at most once a second for what has changed.
  const all = () => Promise.all(Array.from({ length: 12 }, () => find('q=cezve&fields=name')))
  const expected = { id: first?.id, name: 'Cezve' }
  await expect
    .poll(async () => (await all()).map(({ data }) => data))
    .toEqual(Array.from({ length: 12 }, () => [expected]))
  // The role of the function in the background allows what it did, and no more.
  const { granted, used, refused } = stack.permissions()
  expect(refused).toEqual([])
  const actionsOf = (all: typeof used) =>
    all
      .filter(({ functionId }) => functionId.startsWith('SearchBuild'))
      .map(({ action, resource }) => `${action} ${resource}`)
  expect(actionsOf(used).sort()).toEqual(actionsOf(granted).sort())
})
