import { describe, expect, test } from 'vitest'
import { patchVariants } from '../../../lib/domain/products/patch-variants.ts'
import { patchWhole } from '../../../lib/domain/products/product-body.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import type { ScheduledValues, WantedSchedule } from '../../../lib/domain/schedules/schedule.ts'
import { begun, ended, namesIn, requireFit, withIds } from '../../../lib/domain/schedules/schedule-plan.ts'
import { faultsOf, shirt, storedProduct } from '../products/stored-product.ts'

const mug = () =>
  storedProduct({ name: 'Mug', price: 2000, category_id: 'tea', status: 'active', tags: ['cup'] })
const { product } = shirt()
const [S, M, L] = [`${product.id}-1`, `${product.id}-2`, `${product.id}-3`]

/** The product while a change is made, and what its end makes of it after a change by somebody else. */
function during(before: WholeProduct, patch: ScheduledValues) {
  const { whole, replaced } = begun(before, patch)
  return { whole, end: (now = whole) => ended(now, { patch, replaced }) }
}

describe('a product without options', () => {
  const SALE = { price: 1500, compare_at_price: 2000, tags: ['cup', 'sale'], status: 'draft' } as const

  test('has the values of the patch, and gets back what it had', () => {
    const { whole, left, replaced } = begun(mug(), { ...SALE, tags: [...SALE.tags] })
    expect(whole.product).toEqual({ ...mug().product, ...SALE })
    expect(whole.set.variants).toMatchObject([{ price: 1500, compare_at_price: 2000 }])
    expect(left).toEqual([])
    expect(replaced).toEqual({ status: 'active', price: 2000, compare_at_price: null, tags: ['cup'] })
    expect(during(mug(), { ...SALE, tags: [...SALE.tags] }).end()).toEqual({ whole: mug(), left: [] })
  })

  test.each([
    ['price', 1400],
    ['compare_at_price', 2500],
    ['tags', ['cup']],
    ['status', 'archived'],
  ])('keeps the %s that somebody has changed meanwhile, and gets back the others', (name, value) => {
    const { whole, end } = during(mug(), { ...SALE, tags: [...SALE.tags] })
    const { whole: after, left } = end(patchWhole(whole, { [name]: value }))
    expect(left).toEqual([name])
    expect(after.product).toEqual({ ...mug().product, [name]: value })
  })

  test('gets back a field that was changed, and changed back to the value of the patch', () => {
    const { whole, end } = during(mug(), { price: 1500 })
    const there = patchWhole(patchWhole(whole, { price: 1 }), { price: 1500 })
    expect(end(there)).toEqual({ whole: mug(), left: [] })
  })

  test('loses an earlier price that is below the price which comes back', () => {
    const { whole, end } = during(mug(), { price: 1500 })
    const { product: after } = end(patchWhole(whole, { compare_at_price: 1800 })).whole
    expect(after).toEqual({ ...mug().product, price: 2000, compare_at_price: null })
  })

  test('keeps a contradiction that is not of this end', () => {
    const whole = { ...mug(), product: { ...mug().product, compare_at_price: 1 } }
    expect(during(whole, { tags: ['sale'] }).end()).toEqual({
      whole: expect.objectContaining({ product: whole.product }),
      left: [],
    })
    expect(begun(whole, { tags: [] }).contradictions).toEqual([])
  })

  test('with a price above its earlier price is a contradiction', () => {
    const reduced = patchWhole(mug(), { compare_at_price: 2500 })
    expect(begun(reduced, { price: 2500 }).contradictions).toEqual([])
    expect(begun(reduced, { price: 2501 }).contradictions).toMatchObject([{ path: ['compare_at_price'] }])
    expect(begun(reduced, { compare_at_price: 1999 }).contradictions).toMatchObject([
      { path: ['compare_at_price'] },
    ])
  })

  test('that has options since leaves prices to its variants', () => {
    const { whole, end } = during(mug(), { price: 1500, tags: ['sale'] })
    const varied = replaceVariants(whole, {
      options: [{ name: 'Size', values: ['S'] }],
      variants: [{ option_values: { Size: 'S' }, price: 1500 }],
    })
    const { whole: after, left } = end(varied)
    expect(left).toEqual(['price'])
    expect(after.product).toEqual({ ...varied.product, tags: ['cup'] })
    expect(after.set).toEqual(varied.set)
    expect(begun(varied, { price: 1, compare_at_price: 2, status: 'draft' })).toMatchObject({
      left: ['price', 'compare_at_price'],
      replaced: { status: 'active' },
    })
  })
})

describe('a product with options', () => {
  const patch: ScheduledValues = {
    tags: ['sale'],
    variants: [
      { id: S, price: 3, compare_at_price: 5 },
      { id: M, is_enabled: false },
    ],
  }

  test('has the values of the patch in the variants that it names, and gets back what they had', () => {
    const { whole, replaced, left } = begun(shirt(), patch)
    expect(
      whole.set.variants.map(({ price, compare_at_price, is_enabled }) => [
        price,
        compare_at_price,
        is_enabled,
      ]),
    ).toEqual([
      [3, 5, true],
      [5, null, false],
      [5, null, true],
    ])
    expect(whole.product).toMatchObject({ tags: ['sale'], price: 3, compare_at_price: 5, variant_count: 2 })
    expect(whole.product.price_range).toEqual({ min: 3, max: 5 })
    expect(left).toEqual([])
    expect(replaced).toEqual({
      tags: [],
      variants: [
        { id: S, price: 5, compare_at_price: null },
        { id: M, is_enabled: true },
      ],
    })
    expect(during(shirt(), patch).end()).toEqual({ whole: shirt(), left: [] })
  })

  test('keeps what somebody has changed in a variant meanwhile', () => {
    const { whole, end } = during(shirt(), patch)
    const edited = patchVariants(whole, {
      variants: [
        { id: S, price: 4 },
        { id: L, price: 9 },
      ],
    })
    const { whole: after, left } = end(edited)
    expect(left).toEqual([`variants/${S}/price`])
    expect(
      after.set.variants.map(({ price, compare_at_price, is_enabled }) => [
        price,
        compare_at_price,
        is_enabled,
      ]),
    ).toEqual([
      [4, null, true],
      [5, null, true],
      [9, null, true],
    ])
  })

  test('leaves the fields of variants that are gone, at both times', () => {
    const withoutS = (whole: WholeProduct) => {
      const [, ...others] = whole.set.variants
      return replaceVariants(whole, {
        options: whole.set.options,
        variants: others.map(({ id, option_values, price }) => ({ id, option_values, price })),
      })
    }
    const names = [`variants/${S}/price`, `variants/${S}/compare_at_price`]
    expect(begun(withoutS(shirt()), patch)).toMatchObject({
      left: names,
      replaced: { tags: [], variants: [{ id: M, is_enabled: true }] },
    })
    const { whole, end } = during(shirt(), patch)
    expect(end(withoutS(whole)).left).toEqual(names)
  })

  test('loses an earlier price in a variant that is below the price which comes back', () => {
    const { whole, end } = during(shirt(), { variants: [{ id: S, price: 3 }] })
    const edited = patchVariants(whole, {
      variants: [
        { id: S, compare_at_price: 4 },
        { id: M, price: 1, compare_at_price: 2 },
      ],
    })
    expect(
      end(edited).whole.set.variants.map(({ price, compare_at_price }) => [price, compare_at_price]),
    ).toEqual([
      [5, null],
      [1, 2],
      [5, null],
    ])
  })

  test('that has no options any more leaves the fields of its variants', () => {
    const { whole, end } = during(shirt(), patch)
    const plain = replaceVariants(whole, { options: [], variants: [{ id: S, price: 3 }] })
    const { whole: after, left } = end(plain)
    expect(left).toEqual(namesIn({ variants: patch.variants ?? [] }))
    expect(after.product).toEqual({ ...plain.product, tags: [] })
  })
})

describe('a patch of today', () => {
  const faults = (whole: WholeProduct, patch: WantedSchedule['patch']) =>
    faultsOf(() => requireFit(whole, withIds(patch, whole)))

  test('names variants by their SKU or id', () => {
    const variants = [
      { sku: 'SHIRT-M', price: 1 },
      { id: S, price: 2 },
    ]
    expect(withIds({ variants }, shirt())).toEqual({
      patch: {
        variants: [
          { id: M, price: 1 },
          { id: S, price: 2 },
        ],
      },
      unknown: [],
    })
    expect(faults(shirt(), { variants })).toEqual([])
  })

  test.each<[string, WholeProduct, WantedSchedule['patch'], string[]]>([
    [
      'variants that are not there, or named twice',
      shirt(),
      {
        variants: [
          { sku: 'NONE', price: 1 },
          { id: `${product.id}-9`, price: 1 },
          { sku: 'NO OTHER', price: 1 },
          { sku: 'SHIRT-S', price: 1 },
          { id: S, price: 2 },
        ],
      },
      [
        'patch/variants/0/sku invalid: does not name a variant of this product',
        'patch/variants/1/id invalid: does not name a variant of this product',
        'patch/variants/2/sku invalid: does not name a variant of this product',
        'patch/variants/4 invalid: names the same variant as another',
      ],
    ],
    [
      'a price that variants decide',
      shirt(),
      { price: 1, tags: [] },
      ['patch/price read_only: belongs to the variants of this product: change it in variants'],
    ],
    [
      'variants of a product without options',
      mug(),
      { variants: [{ id: mug().product.id, price: 1 }] },
      ['patch/variants invalid: this product has no options: change its own price'],
    ],
    [
      'a price above the earlier one',
      mug(),
      { price: 9, compare_at_price: 8 },
      ['patch/compare_at_price invalid: must not be below price'],
    ],
    [
      'a price above the earlier one of a variant',
      shirt(),
      {
        variants: [
          { id: S, price: 1 },
          { sku: 'SHIRT-M', compare_at_price: 4 },
        ],
      },
      ['patch/variants/1/compare_at_price invalid: must not be below price'],
    ],
  ])('is refused with %s', (_, whole, patch, expected) => {
    expect(faults(whole, patch)).toEqual(expected)
  })
})
