import { describe, expect, test } from 'vitest'
import { breaksOf, InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import { pick } from '../../../lib/domain/pick.ts'
import { OF_VARIANTS, UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import {
  completed,
  type Draft,
  decided,
  decidedBy,
  onlyVariant,
  type WholeProduct,
  withStockFlags,
} from '../../../lib/domain/products/variant-set.ts'
import { draft, IMAGE, OPTIONS, PLAIN, plain, sized, variant } from './sizes.ts'

const idsOf = ({ set }: WholeProduct) => set.variants.map(({ id }) => id)
const messages = (judging: () => unknown) =>
  breaksOf(judging).map(({ path, code, detail }) => `${path.join('/')} ${code}: ${detail}`)

describe('a product without options is its own variant', () => {
  test('with its id, its fields and nothing else', () => {
    expect(onlyVariant(PLAIN)).toEqual({
      options: [],
      variants: [
        {
          id: 'p',
          option_values: {},
          image: null,
          position: 0,
          is_enabled: true,
          price: 500,
          compare_at_price: 600,
          sku: 'T',
          cost: 100,
          track_inventory: true,
          allow_backorder: true,
          low_stock_at: 3,
          ...UNSET_OF_VARIANTS,
          gtin: '96385074',
          mpn: 'M',
          weight_grams: 50,
          is_available: false,
        },
      ],
    })
  })

  test('the variant of a product without options has its id, and the product has what the variant says', () => {
    const { product, set, origins } = completed(PLAIN, plain({ price: 900, sku: 'N', id: 'p' }))
    expect(set.variants.map(({ id }) => id)).toEqual(['p'])
    expect(set.options).toEqual([])
    expect(origins).toBeUndefined()
    expect(product).toMatchObject({
      price: 900,
      sku: 'N',
      is_available: true,
      price_range: null,
      variant_count: 1,
    })
    expect(product).toMatchObject({ last_variant: 4, name: 'Tea', position: 7, cost: null })
  })

  test('the stock of the variant that stays when options leave continues under the id of the product', () => {
    expect(completed(PLAIN, plain({ id: 'p-2' })).origins).toEqual(new Map([['p', { from: 'p-2' }]]))
    expect(completed(PLAIN, plain()).origins).toBeUndefined()
  })

  test.each([
    [
      { image: IMAGE },
      'variants/0/image invalid: must be null: a product without options has its own images',
    ],
    [
      { position: 1 },
      'variants/0/position invalid: must be 0: a product without options has its own position',
    ],
    [
      { is_enabled: false },
      'variants/0/is_enabled invalid: must be true: the status of a product without options hides it',
    ],
  ])('%j is refused', (more, message) => {
    expect(messages(() => completed(PLAIN, plain(more)))).toEqual([message])
  })

  test('all errors are listed', () => {
    expect(
      messages(() =>
        completed(PLAIN, plain({ image: IMAGE, position: 2, is_enabled: false, compare_at_price: 1 })),
      ),
    ).toHaveLength(4)
  })

  test('no variant at all is a mistake of the caller, not of a body', () => {
    expect(() => completed(PLAIN, { options: [], variants: [] })).toThrow('a product has no variant')
    expect(() => decided({ options: OPTIONS, variants: [] })).toThrow('a product has no variant')
  })
})

describe('a set of variants', () => {
  test('those without an id get the next numbers, which are never used again', () => {
    const whole = completed(PLAIN, draft(sized('S'), sized('M', { id: 'p-2' }), sized('L')))
    expect(idsOf(whole)).toEqual(['p-5', 'p-2', 'p-6'])
    expect(whole.product.last_variant).toBe(6)
    expect(whole.origins).toBeUndefined()
  })

  test('a variant sent with the id of the product gets its own, and the stock of the product', () => {
    const whole = completed(PLAIN, draft(sized('S', { id: 'p' }), sized('M')))
    expect(idsOf(whole)).toEqual(['p-5', 'p-6'])
    expect(whole.origins).toEqual(new Map([['p-5', { from: 'p' }]]))
  })

  test('a quantity begins a stock, also where another id had one; it is not a field of the variant', () => {
    const whole = completed(PLAIN, draft(sized('S', { id: 'p', quantity: 0 }), sized('M', { quantity: 7 })))
    expect(whole.origins).toEqual(
      new Map([
        ['p-5', { quantity: 0 }],
        ['p-6', { quantity: 7 }],
      ]),
    )
    for (const one of whole.set.variants) expect(one).not.toHaveProperty('quantity')
  })

  test('variants are in the order of their positions, those of one position as they were sent', () => {
    const whole = completed(
      PLAIN,
      draft(sized('S', { position: 9 }), sized('M', { position: 1 }), sized('L', { position: 1 })),
    )
    expect(whole.set.variants.map(({ option_values }) => option_values.Size)).toEqual(['M', 'L', 'S'])
  })

  test('an option keeps the order of its values, without those that no variant has', () => {
    const whole = completed(PLAIN, draft(sized('L'), sized('S')))
    expect(whole.set.options).toEqual([{ name: 'Size', values: ['S', 'L'] }])
  })

  test('a value that only another option uses is gone, and what was given stays as it was', () => {
    const values = ['S', 'M']
    const given: Draft = {
      options: ['Size', 'Cup'].map((name) => ({ name, values })),
      variants: [
        { ...sized('S'), price: 9, option_values: { Size: 'S', Cup: 'M' } },
        { ...sized('S'), price: 3, option_values: { Size: 'S', Cup: 'S' } },
      ],
    }
    const kept = structuredClone(given)
    expect(completed(PLAIN, given).set.options).toEqual([
      { name: 'Size', values: ['S'] },
      { name: 'Cup', values },
    ])
    expect(given).toEqual(kept)
  })

  test('image, position and is_enabled belong to the variants of a product with options', () => {
    const more = { image: IMAGE, position: 2, is_enabled: false }
    expect(completed(PLAIN, draft(sized('S', more))).set.variants).toMatchObject([more])
  })

  test('a contradiction is refused, and nothing else is checked', () => {
    const judging = () => completed(PLAIN, draft(sized('S'), sized('S'), sized('XL')))
    expect(judging).toThrow(InvalidFields)
    expect(messages(judging)).toEqual([
      'variants/2/option_values/Size invalid: is not a value of this option',
      'variants/1/option_values invalid: is the combination of another variant',
    ])
  })
})

describe('the flags of a stock', () => {
  const RULES = { track_inventory: true, allow_backorder: true }
  const OWED: Product = { ...PLAIN, is_available: true, is_on_backorder: true }
  const level = (quantity: number, allow_backorder = true) => ({
    quantity,
    allow_backorder,
    low_stock_at: null,
    sku: null,
  })

  test('a product without options is on backorder as its variant is', () => {
    const whole = { product: PLAIN, set: onlyVariant(PLAIN) }
    const owed = withStockFlags(whole, new Map([['p', level(0)]]))
    expect(owed).toStrictEqual({ product: OWED, set: onlyVariant(OWED) })
    expect(owed.set.variants).toMatchObject([{ is_on_backorder: true }])
    const { is_on_backorder: _, ...received } = OWED
    expect(withStockFlags(owed, new Map([['p', level(1)]])).product).toStrictEqual(received)
  })

  test('a product with options is not, whatever its variants are, and neither was it before', () => {
    const whole = completed(OWED, draft(sized('S', { id: 'p', ...RULES, is_on_backorder: true }), sized('M')))
    expect(whole.set.variants.map((one) => one.is_on_backorder)).toEqual([true, undefined])
    expect(whole.product).not.toHaveProperty('is_on_backorder')
    const back = completed(whole.product, plain({ id: 'p-5', ...RULES, is_on_backorder: true }))
    expect(back.product.is_on_backorder).toBe(true)
  })

  test('those that are not tracked, and those that it does not have, stay as they are', () => {
    const variants = [
      variant('p-1', 'S', { ...RULES, is_available: false }),
      variant('p-2', 'M', { ...RULES, is_on_backorder: true }),
      variant('p-3', 'L', { is_available: false }),
    ]
    const stock = new Map(['p-1', 'p-3'].map((id) => [id, level(0)]))
    const { set } = withStockFlags({ product: PLAIN, set: { options: OPTIONS, variants } }, stock)
    const [first, ...others] = variants
    expect(set.variants).toStrictEqual([{ ...first, is_available: true, is_on_backorder: true }, ...others])
  })
})

describe('what a product says of its variants', () => {
  const OF_ALL = { ...UNSET_OF_VARIANTS, sku: null, low_stock_at: null, cost: null }
  const NO_STOCK = { track_inventory: false, allow_backorder: false }

  test('the lowest price of the enabled ones with its compare_at_price, the range and their number', () => {
    const set = draft(
      sized('S', { price: 100, compare_at_price: 111, is_enabled: false }),
      sized('XS', { price: 999, is_enabled: false }),
      sized('M', { price: 300, compare_at_price: 333, sku: 'X', cost: 5, gtin: '96385074', low_stock_at: 4 }),
      sized('L', { price: 200, compare_at_price: 222, track_inventory: true, allow_backorder: true }),
    )
    expect(decided(set, { price: 7 })).toStrictEqual({
      ...OF_ALL,
      ...NO_STOCK,
      price: 200,
      compare_at_price: 222,
      is_available: true,
      price_range: { min: 200, max: 300 },
      variant_count: 2,
    })
  })

  test.each([
    ['no enabled one is available', [false, true], [true, false], false],
    ['an enabled one is available', [false, true], [false, true], true],
    ['none is available', [true, true], [false, false], false],
  ])('%s', (_, enabled, available, expected) => {
    const variants = ['S', 'M'].map((size, n) =>
      sized(size, { is_enabled: !!enabled[n], is_available: !!available[n] }),
    )
    expect(decided(draft(...variants)).is_available).toBe(expected)
  })

  test('prices of variants that are hidden are private: the price stays, and a new product has the lowest', () => {
    const hidden = draft(
      sized('S', { price: 300, compare_at_price: 400, is_enabled: false }),
      sized('M', { price: 200, is_enabled: false }),
    )
    const none = { compare_at_price: null, price_range: null, variant_count: 0, is_available: false }
    expect(decided(hidden, { price: 7 })).toMatchObject({ price: 7, ...none })
    expect(decided(hidden, { price: 0 })).toMatchObject({ price: 0, ...none })
    expect(decided(hidden)).toMatchObject({ price: 200, ...none })
  })

  test('one that costs nothing is the cheapest', () => {
    expect(decided(draft(sized('S'), sized('M', { price: 0 })), { price: 7 })).toMatchObject({
      price: 0,
      price_range: { min: 0, max: 500 },
    })
  })

  test('without options it is all that the variant says', () => {
    const shared = pick(PLAIN, [...OF_VARIANTS, 'is_available'])
    expect(decided(onlyVariant(PLAIN))).toStrictEqual({ ...shared, price_range: null, variant_count: 1 })
  })

  test('a new product takes it from its body, except the fields that its variants decide', () => {
    const fields = decidedBy({
      options: OPTIONS,
      variants: [{ option_values: { Size: 'S' }, price: 9, compare_at_price: null, image: null, cost: null }],
    })
    expect(fields).toStrictEqual({
      ...OF_ALL,
      ...NO_STOCK,
      price: 9,
      compare_at_price: null,
      is_available: true,
    })
  })
})
