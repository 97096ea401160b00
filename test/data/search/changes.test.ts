import { beforeEach, expect, test } from 'vitest'
import { deleteCategory, updateCategory } from '../../../lib/data/categories.ts'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import { changesSince } from '../../../lib/data/search/changes.ts'
import { CatalogueTooLarge } from '../../../lib/data/storefront/catalogue.ts'
import { asTenant } from '../../../lib/data/table/calls/tenant-guard.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

let business: Business
let seen: string[] = []

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea', name: 'Tea' })
  seen = []
  await newChanges()
})

/** The changes since the last call. */
async function newChanges(): Promise<string[]> {
  const changes = await asTenant(business.id, () => changesSince(business.id, 0, Number.POSITIVE_INFINITY))
  const fresh = changes.slice(seen.length).map(({ of }) => of)
  seen = changes.map(({ position }) => position)
  return fresh
}

const change = (product: Product, changes: Partial<Product>) =>
  updateProduct(business.id, product.id, (before) => ({ ...before, ...changes }))

test('changes of more bytes than a search reads at once are too many', async () => {
  await makeProduct(business, { category_id: 'tea' })
  const read = (mostBytes: number) => asTenant(business.id, () => changesSince(business.id, 0, mostBytes))
  expect(await read(4096)).toHaveLength(2)
  await expect(read(4095)).rejects.toThrow(CatalogueTooLarge)
})

test('a product that the public sees, or saw until then, has a row for each change, and a draft has none', async () => {
  const draft = await makeProduct(business, { category_id: 'tea', status: 'draft' })
  await change(draft, { name: 'Other' })
  expect(await newChanges()).toEqual([])
  await change(draft, { status: 'active' })
  expect(await newChanges()).toEqual([draft.id])
  await change(draft, { price: 7 })
  await change(draft, { status: 'archived' })
  expect(await newChanges()).toEqual([draft.id, draft.id])
  await deleteProduct(business.id, draft.id)
  expect(await newChanges()).toEqual([])
  const tea = await makeProduct(business, { category_id: 'tea' })
  await deleteProduct(business.id, tea.id)
  expect(await newChanges()).toEqual([tea.id, tea.id])
})

test('a sale has a row only if the product sells out, and one if it is available again', async () => {
  const tea = await makeProduct(business, {
    category_id: 'tea',
    sku: 'TEA',
    track_inventory: true,
    quantity: 2,
  })
  await newChanges()
  const sell = (delta: number) =>
    adjustStock(business.id, {
      reason: 'sale',
      reference: null,
      changes: [{ index: 0, variantId: tea.id, delta }],
    })
  await sell(-1)
  expect(await newChanges()).toEqual([])
  await sell(-1)
  await sell(5)
  expect(await newChanges()).toEqual([tea.id, tea.id])
})

test('a category has a row when it is new or has another name', async () => {
  await makeCategory(business, { id: 'pots' })
  expect(await newChanges()).toEqual(['CATEGORY#pots'])
  const move = (changes: object) =>
    updateCategory(business.id, 'pots', (before) => ({ ...before, ...changes }))
  await move({ position: 3, description: 'For tea.' })
  expect(await newChanges()).toEqual([])
  await move({ name: 'Tea pots' })
  expect(await newChanges()).toEqual(['CATEGORY#pots'])
  await deleteCategory(business.id, 'pots')
  expect(await newChanges()).toEqual([])
})
