import { beforeEach, expect, test, vi } from 'vitest'
import { changeProduct, deleteProduct } from '../../lib/data/products/products.ts'
import { findProfile, readShopWindow } from '../../lib/data/storefront/shop-window.ts'
import { asTenant } from '../../lib/data/table/calls/tenant-guard.ts'
import { variantsPartition } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** A write between the two reads of a catalogue: that of the variants comes first. */
let write: (() => Promise<unknown>) | undefined
let variantsRead = Promise.withResolvers<void>()

vi.mock('../../lib/data/storefront/reader.ts', async (original) => {
  const actual = await original<typeof import('../../lib/data/storefront/reader.ts')>()
  return {
    ...actual,
    query: async (...[stretch, limit]: Parameters<typeof actual.query>) => {
      const isOfVariants = stretch.partition === variantsPartition(business.id)
      if (!isOfVariants && write && stretch.lower === undefined) {
        const once = write
        await variantsRead.promise
        write = undefined
        await once()
      }
      const page = await actual.query(stretch, limit)
      if (isOfVariants) variantsRead.resolve()
      return page
    },
  }
})

let business: Business
let shirt: string
let tea: string

beforeEach(async () => {
  variantsRead = Promise.withResolvers()
  business = await makeBusiness({ product_url_template: 'https://shop.example/{slug}' })
  await makeCategory(business, { id: 'tea' })
  tea = (await makeProduct(business, { name: 'Tea', category_id: 'tea', price: 100 })).id
  shirt = (await makeProduct(business, { name: 'Shirt', category_id: 'tea' })).id
  await changeProduct(business.id, shirt, (whole) => replaceVariants(whole, SIZES))
})

const SIZES = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: ['S', 'M'].map((Size) => ({ option_values: { Size }, price: 500 })),
}

/** The prices of each product with its variants, as they are read while something is written. */
const pricesWith = async (writing: () => Promise<unknown>) => {
  const read = await asTenant(business.id, async () => {
    const profile = await findProfile(business.id)
    if (!profile) throw new Error('the shop has no profile')
    write = writing
    return readShopWindow(profile)
  })
  expect(write).toBeUndefined()
  return Object.fromEntries(
    read.products.map(({ product, variants }) => [
      product.id,
      [product.price, ...(variants?.variants ?? []).map(({ price }) => price)],
    ]),
  )
}

test('a price that changes between the reads is that of the product and of its variant', async () => {
  const change = () =>
    changeProduct(business.id, shirt, (whole) =>
      patchVariants(whole, {
        variants: [
          { id: `${shirt}-1`, price: 700 },
          { id: `${shirt}-2`, price: 800 },
        ],
      }),
    )
  expect(await pricesWith(change)).toEqual({ [tea]: [100], [shirt]: [700, 700, 800] })
})

test('a product that takes on options between the reads has them', async () => {
  const change = () => changeProduct(business.id, tea, (whole) => replaceVariants(whole, SIZES))
  expect(await pricesWith(change)).toEqual({ [tea]: [500, 500, 500], [shirt]: [500, 500, 500] })
})

test('a product that is deleted between the reads is gone, and no other is', async () => {
  expect(await pricesWith(() => deleteProduct(business.id, shirt))).toEqual({ [tea]: [100] })
})
