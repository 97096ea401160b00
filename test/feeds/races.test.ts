import { beforeAll, expect, test } from 'vitest'
import { changeProduct } from '../../lib/data/products/products.ts'
import { findProfile, readShopWindow } from '../../lib/data/storefront/shop-window.ts'
import { asTenant } from '../../lib/data/table/calls/tenant-guard.ts'
import type { Business } from '../../lib/domain/business.ts'
import { FEEDS, rowsOf } from '../../lib/domain/channels/feeds.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { withProduct } from '../../lib/domain/products/variant-set.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const PRODUCTS = 40
const WRITERS = 20
const CHANGES = 4

let business: Business
const products: { id: string; isVaried: boolean }[] = []

beforeAll(async () => {
  business = await makeBusiness({ product_url_template: 'https://shop.example/{slug}' })
  await makeCategory(business, { id: 'tea' })
  for (let n = 0; n < PRODUCTS; n++) {
    const { id } = await makeProduct(business, { name: `Tea ${n}`, category_id: 'tea', price: 1_000 + n })
    products.push({ id, isVaried: n % 2 === 1 })
    if (n % 2 === 1)
      await changeProduct(business.id, id, (whole) =>
        replaceVariants(whole, {
          options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
          variants: ['S', 'M', 'L'].map((Size, k) => ({ option_values: { Size }, price: 100 * (k + 1) })),
        }),
      )
  }
})

/** The rows of a feed as they are read now. */
const readRows = () =>
  asTenant(business.id, async () => {
    const profile = await findProfile(business.id)
    if (!profile) throw new Error('the shop has no profile')
    const { shop, products: all } = await readShopWindow(profile)
    for (const { product, variants } of all)
      if (variants) expect(Math.min(...variants.variants.map(({ price }) => price))).toBe(product.price)
    return all.flatMap((shown) => rowsOf(FEEDS['google.xml'], shop, shown))
  })

/** Gives each of its products another price, and sometimes enables another number of variants. */
async function write(writer: number): Promise<void> {
  for (let n = 0; n < CHANGES; n++) {
    const product = products[(writer + n * WRITERS) % PRODUCTS]
    if (!product) continue
    const price = 100 + ((writer * 37 + n * 101) % 5_000)
    await changeProduct(business.id, product.id, (whole) => {
      if (!product.isVaried) return withProduct(whole, { ...whole.product, price })
      const [first, second] = whole.set.variants
      return patchVariants(whole, {
        variants: [
          { id: first?.id ?? '', price },
          { id: second?.id ?? '', is_enabled: n % 2 === 0 },
        ],
      })
    })
  }
}

test('while 20 writers change prices and variants, no thing is in a feed twice, and none is left out', async () => {
  let isOver = false
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    isOver = true
  })
  let feeds = 0
  while (!isOver || feeds < 10) {
    const rows = await readRows()
    feeds++
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, isVaried } of products) {
      const own = rows.filter(({ product_id }) => product_id === id)
      expect([id, isVaried ? own.length >= 2 : own.length === 1]).toEqual([id, true])
    }
  }
  await writing
  await expect.poll(async () => (await readRows()).length).toBeGreaterThanOrEqual(PRODUCTS / 2 + PRODUCTS)
})
