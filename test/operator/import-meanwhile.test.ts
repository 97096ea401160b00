import { afterEach, expect, test, vi } from 'vitest'
import { findProduct, updateProduct } from '../../lib/data/products.ts'
import { makeBusiness } from '../support/shop.ts'
import { importInto } from './operate.ts'

/** Somebody else, who acts exactly between an import's look-up of a product and its write. */
const others = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined }))
afterEach(() => {
  others.act = undefined
})

vi.mock('../../lib/data/products.ts', async (original) => {
  const real = await original<typeof import('../../lib/data/products.ts')>()
  const update: typeof real.updateProduct = async (...args) => {
    const { act } = others
    others.act = undefined
    await act?.()
    return real.updateProduct(...args)
  }
  return { ...real, updateProduct: update }
})

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }

test('a row changes the product that has its external id when it is written, and renames none back', async () => {
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
  expect(await importInto(business, [{ external_id: 'e1', price: 1 }])).toMatchObject({
    updated: 1,
    refused: [],
  })
  expect(await find('e2')).toMatchObject({ id: first?.id, price: 900, version: 2 })
  expect(await find('e1')).toMatchObject({ id: other?.id, price: 1 })
})
