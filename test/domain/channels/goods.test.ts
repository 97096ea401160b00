import { describe, expect, test } from 'vitest'
import { goodsOf, type Shop, type ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { jsonLdOf } from '../../../lib/domain/channels/json-ld.ts'
import { Run } from '../../prove/run.ts'
import { randomShop } from './random-shop.ts'

interface Prices {
  price: number
  compare_at_price: number | null
}

/** A shop that has some products, with its prices in cents. */
function shopWithProducts(): { shop: Shop; products: ShownProduct[] } {
  const run = new Run('goods', 1, {})
  for (;;) {
    const { shop, products } = randomShop(run)
    if (shop.business.currency === 'EUR' && products.length === 4) return { shop, products }
  }
}

const { shop, products } = shopWithProducts()

/** The product, and each of its variants, at these prices. */
const soldAt = ({ product, variants }: ShownProduct, prices: Prices): ShownProduct => ({
  product: { ...product, ...prices, currency: 'EUR' },
  ...(variants && {
    variants: { ...variants, variants: variants.variants.map((one) => ({ ...one, ...prices })) },
  }),
})

describe.each([
  ['without an earlier price', { price: 900, compare_at_price: null }, '9.00 EUR', undefined],
  ['reduced', { price: 900, compare_at_price: 1250 }, '12.50 EUR', '9.00 EUR'],
  ['reduced by nothing', { price: 900, compare_at_price: 900 }, '9.00 EUR', undefined],
  ['that costs more than before', { price: 900, compare_at_price: 800 }, '9.00 EUR', undefined],
])('a product %s', (_, prices, price, sale_price) => {
  const shown = products.map((product) => soldAt(product, prices))
  const goods = shown.flatMap((product) => goodsOf(shop, product))

  test('has its price before the reduction, and the lower one', () => {
    expect(goods.length).toBeGreaterThan(products.length)
    for (const one of goods) expect([one.price, one.sale_price]).toEqual([price, sale_price])
  })

  test('has the price that is paid in structured data', () => {
    expect(goods.map(({ amount }) => amount)).toEqual(goods.map(() => '9.00'))
    const offers = shown.flatMap((product) => [...jsonLdOf(shop, product).matchAll(/"price":"([^"]*)"/g)])
    expect(offers.map(([, amount]) => amount)).toEqual(goods.map(() => '9.00'))
  })
})

test('each variant is as available as it says itself, whatever its product says', () => {
  for (const { product, variants } of products)
    for (const is_available of [true, false]) {
      const inTurn = variants?.variants.map((one, n) => ({ ...one, is_available: n % 2 === 0 }))
      const shown = {
        product: { ...product, is_available },
        ...(variants && inTurn && { variants: { ...variants, variants: inTurn } }),
      }
      const said = (inTurn ?? [{ is_available }]).map((one) =>
        one.is_available ? 'in_stock' : 'out_of_stock',
      )
      expect(goodsOf(shop, shown).map((one) => one.availability)).toEqual(said)
    }
})
