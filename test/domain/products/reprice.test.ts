import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { priceBy } from '../../../lib/domain/products/price-by.ts'
import { reprice } from '../../../lib/domain/products/reprice.ts'
import { faultsOf, shirt, storedProduct } from './stored-product.ts'

describe('a price', () => {
  test.each([
    [1000, 10, 1100],
    [1000, -10, 900],
    [1000, 0, 1000],
    [1999, -12.5, 1749],
    // Halves go away from zero: 10.5 is 11, and 9.5 is 10.
    [10, 5, 11],
    [10, -5, 10],
    [1, 50, 2],
    [1, 49.99, 1],
    [3, 16.66, 3],
    [3, 16.67, 4],
    // In floating-point numbers 1.005 * 100 is 100.49999999999999.
    [100, 0.5, 101],
    [1_005, -99, 10],
    [200, 0.25, 201],
    // Factors such as 0.158 are not exact in floating-point numbers, and neither is a product above 2^53.
    [250, -84.2, 40],
    [1250, -96.04, 50],
    [950_000_015_001, -0.01, 949_905_014_999],
    [1e12, -0.01, 999_900_000_000],
    [999_999_999_999, -1.01, 989_899_999_999],
    [90_909_090_909, 1000, 999_999_999_999],
  ])('%i changed by %d per cent is %i', (price, percent, expected) => {
    expect(priceBy(price, percent)).toBe(expected)
  })

  test('above 0 never becomes 0, and 0 stays 0', () => {
    expect([1, 10, 49].map((price) => priceBy(price, -99))).toEqual([1, 1, 1])
    expect([-99, -0.01, 0.01, 1000].map((percent) => priceBy(0, percent))).toEqual([0, 0, 0, 0])
  })

  test('is the nearest whole number to the exact one', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: -9_900, max: 100_000 }), (price, hundredths) => {
        const exact = BigInt(price) * BigInt(10_000 + hundredths)
        const off = BigInt(priceBy(price, hundredths / 100)) * 10_000n - exact
        expect(off > -5_000n && (off <= 5_000n || priceBy(price, hundredths / 100) === 1)).toBe(true)
      }),
    )
  })
})

const plain = (more: JsonObject = {}) =>
  storedProduct({ name: 'Tea', category_id: 'tea', price: 1000, ...more })

describe('a product', () => {
  test('without options has the new price, and everything else as it was', () => {
    const { product, ...before } = plain({ cost: 400, sku: 'TEA', compare_at_price: 2000 })
    expect(reprice({ product, ...before }, -10)).toEqual({
      product: { ...product, price: 900 },
      set: { options: [], variants: before.set.variants.map((one) => ({ ...one, price: 900 })) },
    })
  })

  test('with options has new prices of all variants, disabled ones too, and a new range', () => {
    const { product, set } = storedProduct({
      name: 'Shirt',
      category_id: 'tea',
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: [
        { option_values: { Size: 'S' }, price: 1000 },
        { option_values: { Size: 'M' }, price: 2000, is_enabled: false },
        { option_values: { Size: 'L' }, price: 3000 },
      ],
    })
    const after = reprice({ product, set }, 10)
    expect(after.set.variants.map(({ price }) => price)).toEqual([1100, 2200, 3300])
    expect(after.product).toEqual({ ...product, price: 1100, price_range: { min: 1100, max: 3300 } })
  })

  test('is the same where no price changes', () => {
    for (const whole of [plain(), shirt()]) {
      expect(reprice(whole, 0)).toBe(whole)
      expect(reprice(whole, 0.01)).toBe(whole)
    }
  })
})

describe('is refused at the percentage', () => {
  const tooHigh = (price: number, compared: number) =>
    `percent invalid: leads to the price ${price}, which must not be above the compare_at_price ${compared}`

  test('if a price would be above its compare_at_price', () => {
    const compared = plain({ compare_at_price: 1100 })
    expect(faultsOf(() => reprice(compared, 10))).toEqual([])
    expect(faultsOf(() => reprice(compared, 10.05))).toEqual([tooHigh(1101, 1100)])
  })

  test('if that is true of a variant, also of one that is not enabled', () => {
    const sized = storedProduct({
      name: 'Shirt',
      category_id: 'tea',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { option_values: { Size: 'S' }, price: 1000 },
        { option_values: { Size: 'M' }, price: 1000, compare_at_price: 1100, is_enabled: false },
      ],
    })
    expect(faultsOf(() => reprice(sized, 10))).toEqual([])
    expect(faultsOf(() => reprice(sized, 20))).toEqual([tooHigh(1200, 1100)])
  })

  test('if a price would be larger than any price', () => {
    expect(reprice(plain({ price: 5e11 }), 100).product.price).toBe(1e12)
    expect(faultsOf(() => reprice(plain({ price: 5e11 }), 100.01))).toEqual([
      'percent invalid: must not lead to a price above 1000000000000',
    ])
  })
})
