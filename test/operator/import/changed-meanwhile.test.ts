import { afterEach, expect, test, vi } from 'vitest'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../../lib/data/products/products.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

/** Somebody else, who acts exactly between an import's look-up of an external id and its write. */
const others = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined }))
afterEach(() => {
  others.act = undefined
})

vi.mock('../../../lib/data/products/products.ts', async (original) => {
  const real = await original<typeof import('../../../lib/data/products/products.ts')>()
  const change: typeof real.changeProduct = async (...args) => {
    const [, name] = args
    const act = typeof name === 'object' && 'external_id' in name ? others.act : undefined
    if (act) others.act = undefined
    await act?.()
    return real.changeProduct(...args)
  }
  return { ...real, changeProduct: change }
})

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }

/** A shop with two products, the first of which gives its external id to the other meanwhile. */
async function handOver() {
  const business = await makeBusiness()
  await importInto(business, [
    { ...cup, external_id: 'e1' },
    { ...cup, external_id: 'e3', sku: 'S3', name: 'Bowl' },
  ])
  const find = (external_id: string) => findProduct(business.id, { external_id })
  const [first, other] = [await find('e1'), await find('e3')]
  const rename = (id: string, external_id: string) =>
    updateProduct(business.id, id, (product) => ({ ...product, external_id }))
  others.act = async () => {
    await rename(first?.id ?? '', 'e2')
    await rename(other?.id ?? '', 'e1')
  }
  return { business, find, first, other }
}

test('a row changes the product that has its external id when it is written, and renames none back', async () => {
  const { business, find, first, other } = await handOver()
  expect(await importInto(business, [{ external_id: 'e1', price: 1 }])).toMatchObject({
    updated: 1,
    refused: [],
  })
  expect(await find('e2')).toMatchObject({ id: first?.id, price: 900, version: 2 })
  expect(await find('e1')).toMatchObject({ id: other?.id, price: 1 })
})

test('two rows that come to be of one product are not both written', async () => {
  const { business } = await handOver()
  const rows = [
    { external_id: 'e1', price: 1 },
    { sku: 'S3', price: 2 },
  ]
  const { updated, refused } = await importInto(business, rows)
  expect([updated, refused.length]).toEqual([1, 1])
})
