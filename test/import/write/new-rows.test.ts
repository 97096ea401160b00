import { describe, expect, test } from 'vitest'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { DEFAULTS } from '../../domain/products/every-field.ts'
import { shirtOf, size } from './json-rows.ts'
import { faultsOf, newOf, reasonsOf, rowOf } from './whole-of-row.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }
const shirt = shirtOf(size('S'), size('M'))

const made = async (row: unknown, said?: Partial<ImportRules>) =>
  newOf(await rowOf(JSON.stringify([row]), said))

async function reasonsFor(row: unknown, said?: Partial<ImportRules>) {
  const planned = await rowOf(JSON.stringify([row]), said)
  return reasonsOf(() => newOf(planned))
}

const AMOUNT = 'must be an integer from 0 to 1000000000000'

describe('a new product is refused', () => {
  test.each<[object, string[]]>([
    [{ name: undefined }, ['name: is required']],
    [{ name: ' ' }, ['name: must have 1 to 200 characters']],
    [{ name: ['Cup'] }, ['name: must be a string']],
    [{ name: 'C\ud800up' }, ['name: must not contain control characters or broken Unicode']],
    [{ name: '\u200b' }, ['name: must have a visible character']],
    [{ price: undefined }, ['price: is required']],
    [{ price: null }, ['price: is required']],
    [{ price: '' }, ['price: is required']],
    [{ price: -1 }, [`price: ${AMOUNT}`]],
    [{ price: '1000000000001' }, [`price: ${AMOUNT}`]],
    [{ price: '99999999999999999999999' }, [`price: ${AMOUNT}`]],
    [{ price: '9,99' }, ['price: "9,99" is not a decimal number']],
    [{ compare_at_price: 800 }, ['compare_at_price: must not be below price']],
    [{ position: -1 }, ['position: must be an integer from 0 to 1000000000']],
    [{ images: ['https://images.example/1.jpg', {}] }, ['images.1.url: is required']],
    [{ images: ['https://images.example/1.jpg', 5] }, ['images.1: must be an object']],
    [{ images: {} }, ['images: must be an array']],
    [{ tags: ['ok', ''] }, ['tags.1: must have 1 to 50 characters']],
    [{ metadata: { a: { b: 1 } } }, ['metadata.a: must be a string']],
    [{ metadata: 'x' }, ['metadata: must be an object']],
    [{ status: 'sold' }, ['status: must be draft, active or archived']],
    [
      { slug: 'Not A Slug' },
      ['slug: must be 1 to 255 lower-case letters, digits or inner hyphens, and not a UUID'],
    ],
    [{ sku: 'x'.repeat(256) }, ['sku: must have 1 to 255 characters']],
    [{ external_id: 'a b' }, ['external_id: must be 1 to 128 ASCII letters, digits or ._:~- characters']],
    [{ category: undefined }, ['category_id: is required']],
    [{ category: '' }, ['category: must have 1 to 120 characters']],
    [
      { category_id: 'No Id' },
      ['category_id: must be 1 to 63 lower-case letters, digits or inner hyphens, and not a UUID'],
    ],
    [{ currency: 'USD' }, ['currency: is "USD", but the business sells in EUR']],
    [
      { additional_categories: [{ id: 'cups' }] },
      ['additional_categories.0.id: is already the category of the product'],
    ],
    [{ additional_categories: [7] }, ['additional_categories.0: must be an object']],
    [
      { name: '', price: 'x', tags: 5 },
      ['price: "x" is not a decimal number', 'name: must have 1 to 200 characters', 'tags: must be an array'],
    ],
  ])('for %j', async (row, reasons) => {
    expect(await reasonsFor({ ...cup, ...row })).toEqual(reasons)
  })

  test.each<[string, object, string]>([
    [
      'a fault of a variant',
      { variants: [size('S', { price: '9.999' })] },
      'variants: 0.price: "9.999" × 1 is not',
    ],
    ['a variant without a value', { variants: [{ price: 1 }] }, 'variants.0.option_values.Size: is required'],
    [
      'two variants of one combination',
      { variants: [size('S'), size('S')] },
      'variants.1.option_values: is the',
    ],
    ['a member that variants do not have', { variants: [size('S', { color: 'red' })] }, 'variants.0.color: '],
    ['no variant', { variants: [] }, 'variants: must have 1 to 100 variants'],
    ['variants that are none', { variants: [7] }, 'variants.0: must be an object'],
    ['a price that the variants contradict', { price: 1 }, 'price: is decided by the variants'],
    [
      'one SKU twice',
      { variants: [size('S', { sku: 'A' }), size('M', { sku: 'A' })] },
      'variants.1.sku: is the SKU of another variant',
    ],
    ['a price of null', { variants: [size('S', { price: null })] }, 'variants: 0.price: is empty'],
  ])('for %s', async (_, fields, reason) => {
    const reasons = await reasonsFor({ ...shirt, ...fields })
    expect(reasons.map((one) => one.slice(0, reason.length))).toContain(reason)
  })

  test.each([1e9 + 1, -1e9 - 1])('for a quantity of %i, whatever becomes of quantities', async (quantity) => {
    for (const stock of ['new', 'set', 'ignore'] as const) {
      const reason = 'quantity: must be from -1000000000 to 1000000000'
      expect(await reasonsFor({ ...cup, quantity }, { stock })).toEqual([reason])
      expect(await reasonsFor({ ...shirt, variants: [size('S', { quantity })] }, { stock })).toEqual([
        `variants: 0.${reason}`,
      ])
    }
  })

  test('with what was known of its row, once', async () => {
    const row = { ...shirt, position: 'x', variants: [size('S', { price: 'x', quantity: 'few' }), 7] }
    expect(await reasonsFor(row)).toEqual([
      'variants: 0.price: "x" is not a decimal number',
      'position: "x" is not a decimal number',
    ])
  })
})

test('a new product has what its row says, and else what the API gives one', async () => {
  const { input } = await made({ external_id: 'e1', name: 'Cup', price: 900, category: 'Cups' })
  expect(input).toEqual({
    name: 'Cup',
    price: 900,
    category_id: 'cups',
    ...DEFAULTS,
    external_id: 'e1',
    status: 'active',
  })
  expect((await made({ ...cup, status: 'draft' })).input.status).toBe('draft')
})

test.each<[object, [string, string | undefined][]]>([
  [{ ...cup, price: undefined }, [['price', 'no_price']]],
  [
    { ...cup, name: undefined, price: 'x' },
    [
      ['price', undefined],
      ['name', undefined],
    ],
  ],
  [{ ...shirt, variants: [{ option_values: { Size: 'S' } }] }, [['variants.0.price', 'no_price']]],
  [
    { ...shirt, name: '', variants: [{ price: 1 }] },
    [
      ['variants.0.option_values.Size', undefined],
      ['name', undefined],
    ],
  ],
])('of what is wrong with %j a missing price has a kind of its own', async (row, kinds) => {
  const planned = await rowOf(JSON.stringify([row]))
  const found = faultsOf(() => newOf(planned)).map(({ field, kind }) => [field, kind])
  expect(found).toEqual(kinds)
})

describe('backorders that are owed', () => {
  test('are where the stock of a new product begins', async () => {
    const { input } = await made({ ...cup, quantity: -2 })
    expect(input).toMatchObject({ track_inventory: true, quantity: -2 })
  })

  test('are those of its variants, each of them', async () => {
    const variants = [size('S', { quantity: -1 }), size('M', { quantity: 4, allow_backorder: true })]
    const { input, set } = await made({ ...shirt, variants })
    expect(set?.variants.map(({ quantity }) => quantity)).toEqual([-1, 4])
    expect(input).not.toHaveProperty('quantity')
  })
})

test('ids of variants of another product say nothing', async () => {
  const { set } = await made({ ...shirt, variants: [size('S', { id: 'x-1' }), size('M')] })
  expect(set?.variants).toHaveLength(2)
})

describe('without prices', () => {
  const draft = { withoutPrice: 'draft' } as const

  test('a new product is a draft, or archived as its row says', async () => {
    const free = { external_id: '1', name: 'Cup', category: 'C', compare_at_price: 900 }
    expect((await made(free, draft)).input).toMatchObject({
      price: 0,
      status: 'draft',
      compare_at_price: null,
    })
    expect((await made({ ...free, status: 'archived' }, draft)).input.status).toBe('archived')
    expect(await reasonsFor({ ...free, status: 'sold' }, draft)).toEqual([
      'status: must be draft, active or archived',
    ])
    expect(await reasonsFor({ ...free, price: 'free' }, draft)).toEqual([
      'price: "free" is not a decimal number',
    ])
  })

  const WOO = 'ID,Type,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'

  test.each([
    [
      'WooCommerce',
      `${WOO}\n7,variable,Tee,1,,,Size,"S, M"\n8,variation,,1,,id:7,Size,S\n9,variation,,1,,id:7,Size,M\n`,
    ],
    ['Shopify', 'Handle,Title,Option1 Name,Option1 Value,Variant Price\ntee,Tee,Size,S,\ntee,,,M,\n'],
    ['rows by group', 'style,size,name,price\nT,S,Tee,\nT,M,,\n'],
  ])('no variant of %s is for sale', async (name, text) => {
    const said = name === 'rows by group' ? { groupBy: 'style', map: ['option:Size=size'] } : {}
    const { input, set } = newOf(await rowOf(text, { ...draft, ...said, category: 'Tops' }))
    expect(input.status).toBe('draft')
    expect(set?.variants.map(({ price, is_enabled }) => [price, is_enabled])).toEqual([
      [0, false],
      [0, false],
    ])
  })
})
