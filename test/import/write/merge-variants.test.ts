import { describe, expect, test } from 'vitest'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { quantityIn } from '../../../lib/import/write/row-variants.ts'
import { counted, inJson, shirtOf, size, stored } from './json-rows.ts'
import { reasonsOf, rowOf, wholeOf } from './whole-of-row.ts'

const valuesOf = ({ set }: WholeProduct) => set.variants.map(({ option_values }) => option_values.Size)
const quantitiesOf = ({ set, origins = new Map() }: ReturnType<typeof mergeRow>) =>
  set.variants.map(({ id }) => origins.get(id)?.quantity)

describe('variants of a product that is there', () => {
  test('are found again by their values, in the form in which these are stored', async () => {
    const before = await stored(shirtOf(size('X  L', counted(5))))
    expect(valuesOf(before)).toEqual(['X L'])
    expect(mergeRow(before, await inJson(shirtOf(size('X  L', counted(7)))))).toBe(before)
    expect(quantityIn([size('S', counted(1)), size(' X\u00a0L ', counted(7))], { Size: 'X L' })).toBe(7)
    expect(quantityIn([size('S', counted(1))], { Size: 'X L' })).toBeUndefined()
    expect(quantityIn('S', { Size: 'X L' })).toBeUndefined()
    expect(quantityIn([size('S', { quantity: null })], { Size: 'S' })).toBeUndefined()
    const red = (Colour: string, quantity: number) => ({ option_values: { Size: 'S', Colour }, quantity })
    const mixed = ['S', { option_values: 'S' }, red('Red', 1), red('Blue', 2)]
    expect(quantityIn(mixed, { Size: 'S', Colour: 'Blue' })).toBe(2)
  })

  test('say nothing new where the row has what an API response shows of them', async () => {
    const before = await stored(shirtOf(size('S', { sku: 'A', ...counted(5) }), size('M', { sku: 'B' })))
    const shown = { ...before.product, ...shirtOf(size('S'), size('M')), variants: before.set.variants }
    expect(mergeRow(before, await inJson(shown))).toBe(before)
  })

  test('are found by their ids under new values, and an id of another product says nothing', async () => {
    const before = await stored(shirtOf(size('S', counted(5)), size('M')))
    const { id } = before.product
    const sent = [size('Small', { id: `${id}-1` }), size('Medium', { id: `${id}-2` })]
    const after = mergeRow(before, await inJson(shirtOf(...sent)))
    expect(after.set.variants.map((one) => one.id)).toEqual([`${id}-1`, `${id}-2`])
    expect(valuesOf(after)).toEqual(['Small', 'Medium'])
    const foreign = [size('S', { id: 'x-1' }), size('M', { id: 'x-2' })]
    expect(mergeRow(before, await inJson(shirtOf(...foreign)))).toBe(before)
    // They keep a field that a map leaves out, too.
    const costly = await stored(shirtOf(size('S', { cost: 5 }), size('M', { cost: 6 })))
    const kept = mergeRow(costly, await inJson(shirtOf(...sent), { map: ['cost='] }))
    expect(kept.set.variants.map(({ cost }) => cost)).toEqual([5, 6])
  })

  test('are read though another field of their row cannot be, which is said with all else that is wrong', async () => {
    const before = await stored(shirtOf(size('S')))
    const row = await inJson({ ...shirtOf(size('S')), position: 'x', name: '' })
    expect(reasonsOf(() => mergeRow(before, row))).toEqual([
      'position: "x" is not a decimal number',
      'name: must have 1 to 200 characters',
    ])
  })

  test('that are new begin with the quantity of the row, and those that it does not have are gone', async () => {
    const before = await stored(shirtOf(size('S', counted(5)), size('M', counted(3))))
    const after = mergeRow(before, await inJson(shirtOf(size('S', counted(9)), size('L', counted(7)))))
    const { id } = before.product
    expect(after.set.variants.map((one) => one.id)).toEqual([`${id}-1`, `${id}-3`])
    expect(quantitiesOf(after)).toEqual([undefined, 7])
  })

  test('that were not tracked begin with the quantity of the row', async () => {
    const before = await stored(shirtOf(size('S'), size('M')))
    const after = mergeRow(before, await inJson(shirtOf(size('S', counted(5)), size('M', counted(0)))))
    expect(quantitiesOf(after)).toEqual([5, 0])
    const cup = { external_id: 'cup', name: 'Cup', price: 900, category: 'Cups' }
    const plain = await stored(cup)
    expect(mergeRow(plain, await inJson({ ...cup, quantity: 3 })).origins).toEqual(
      new Map([[plain.product.id, { quantity: 3 }]]),
    )
  })

  test('of a product that had none continue with the stock of its SKU', async () => {
    const { options: _, variants: __, ...plain } = { ...shirtOf(size('S')), price: 1000, sku: 'A' }
    const before = await stored({ ...plain, ...counted(9) })
    const after = mergeRow(before, await inJson(shirtOf(size('S', { sku: 'A', ...counted(5) }), size('M'))))
    const { id } = before.product
    expect(after.set.variants.map(({ sku }) => sku)).toEqual(['A', null])
    expect(after.origins?.get(`${id}-1`)).toEqual({ from: id })
  })

  test.each(['price', 'cost', 'compare_at_price'])(
    'keep their %s where a map leaves it out',
    async (field) => {
      const head =
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Cost per item'
      const file = (price: string, rest: string) =>
        `${head}\ntee,Tee,Size,S,A,${price},${rest}\ntee,,,M,B,${price},${rest}\n`
      const before = wholeOf(await rowOf(file('9.00', '12.00,1.00')))
      const after = mergeRow(before, await rowOf(file('7.00', '11.00,2.00'), { map: [`${field}=`] }))
      const now = { price: 700, compare_at_price: 1100, cost: 200 }
      const was: Record<string, number> = { price: 900, compare_at_price: 1200, cost: 100 }
      expect(after.set.variants).toMatchObject(Array(2).fill({ ...now, [field]: was[field] }))
    },
  )

  test('have a value for every row where one is set, also in place of a column that is left out', async () => {
    const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Cost per item'
    const text = `${head}\ntee,Tee,Size,S,A,9.00,1.00\ntee,,,M,B,9.00,2.00\n`
    const said = { map: ['price='], set: ['price=8.00', 'cost=3.00'] }
    const after = mergeRow(wholeOf(await rowOf(text)), await rowOf(text, said))
    expect(after.set.variants).toMatchObject(Array(2).fill({ price: 800, cost: 300 }))
  })
})

const EAN = '4006381333931'
const [SHOPIFY, WOO] = [
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Grams,Variant Barcode,Google Shopping / MPN',
  'ID,Type,SKU,Name,Published,Parent,Regular price,Weight (kg),"GTIN, UPC, EAN, or ISBN",Attribute 1 name,Attribute 1 value(s)',
]
const shopify = (trade: string) => `${SHOPIFY}\ntee,Tee,Size,S,A,9.00,${trade}\ntee,,,M,B,9.00,${trade}\n`
const woo = (trade: string) =>
  `${WOO}\n7,variable,T,Tee,1,,,${trade},Size,"S, M"\n8,variation,A,,1,id:7,9.00,${trade},Size,S\n9,variation,B,,1,id:7,9.00,${trade},Size,M\n`

describe('the fields of trade of variants in an export of another system', () => {
  test.each([
    ['Shopify', shopify(`5,${EAN},M-1`), shopify(',,'), shopify('0.0,INT-1,M-1')],
    ['WooCommerce', woo(`0.005,${EAN}`), woo(','), woo('0,INT-1')],
  ])('%s are cleared by empty cells, and stay after what says nothing', async (_, full, empty, vague) => {
    const before = wholeOf(await rowOf(full))
    expect(before.set.variants).toMatchObject(Array(2).fill({ gtin: EAN, weight_grams: 5 }))
    expect(mergeRow(before, await rowOf(empty, { keepEmpty: true }))).toBe(before)
    const { notes, ...row } = await rowOf(vague)
    expect(mergeRow(before, { ...row, notes })).toBe(before)
    expect(new Set(notes.map(({ loss }) => loss))).toEqual(new Set(['gtin']))
    const cleared = mergeRow(before, await rowOf(empty))
    expect(cleared.set.variants).toMatchObject(Array(2).fill({ gtin: null, weight_grams: null }))
  })

  test('stay where the file has no column of them, or a map leaves it out', async () => {
    const before = wholeOf(await rowOf(shopify(`5,${EAN},M-1`)))
    const short = `${SHOPIFY.replace(/,Variant Grams.*/, '')}\ntee,Tee,Size,S,A,9.00\ntee,,,M,B,9.00\n`
    expect(mergeRow(before, await rowOf(short))).toBe(before)
    expect(mergeRow(before, await rowOf(shopify('5,,M-1'), { map: ['gtin='] }))).toBe(before)
  })
})

describe('variants without a price', () => {
  const draft = { withoutPrice: 'draft' } as const
  const pricesOf = ({ set }: WholeProduct) => set.variants.map(({ price, is_enabled }) => [price, is_enabled])

  test('keep the price of those that are there, by their SKUs too, and new ones are not for sale', async () => {
    const before = await stored(
      shirtOf(size('S', { sku: 'A', compare_at_price: 2000 }), size('M', { sku: 'B' })),
    )
    const rows = [
      { sku: 'A', price: undefined },
      { sku: 'B', price: null },
      { sku: 'C', price: ' ' },
    ]
    const names = ['Small', 'M', 'L']
    const after = mergeRow(
      before,
      await inJson(shirtOf(...rows.map((row, n) => size(`${names[n]}`, row))), draft),
    )
    expect(pricesOf(after)).toEqual([
      [1000, true],
      [1000, true],
      [0, false],
    ])
    expect(after.set.variants[0]?.compare_at_price).toBe(2000)
  })

  test.each([
    ['Shopify', (S: string, M: string) => `${SHOPIFY}\ntee,Tee,Size,S,A,${S},,,\ntee,,,M,B,${M},,,\n`, false],
    // Only WooCommerce says of a variant whether it is for sale.
    [
      'WooCommerce',
      (S: string, M: string) =>
        `${WOO}\n7,variable,T,Tee,1,,,,,Size,"S, M"\n8,variation,A,,1,id:7,${S},,,Size,S\n9,variation,B,,1,id:7,${M},,,Size,M\n`,
      true,
    ],
  ])('of %s are for sale from the first price on only where the file says so', async (_, file, isSaid) => {
    const said = { ...draft, category: 'Tops' }
    const none = wholeOf(await rowOf(file('', ''), said))
    expect(mergeRow(none, await rowOf(file('', ''), said))).toBe(none)
    const one = mergeRow(none, await rowOf(file('9.50', ''), said))
    expect(one.product.status).toBe(isSaid ? 'active' : 'draft')
    expect(pricesOf(one)).toEqual([
      [950, isSaid],
      [0, false],
    ])
    const { origins: _origins, ...whole } = one
    expect(pricesOf(mergeRow(whole, await rowOf(file('', ''), said)))).toEqual(pricesOf(one))
  })

  test.each([
    ['Shopify', `${SHOPIFY}\ntee,Tee,Size,S,A,9.00,,,\ntee,,,M,B,,,,\n`, {}],
    [
      'WooCommerce',
      `${WOO}\n7,variable,T,Tee,1,,,,,Size,"S, M"\n8,variation,A,,1,id:7,9.00,,,Size,S\n9,variation,B,,1,id:7,,,,Size,M\n`,
      {},
    ],
    [
      'rows by group',
      'style,size,name,price\nT,S,Tee,9.00\nT,M,,\n',
      { groupBy: 'style', map: ['option:Size=size'] },
    ],
  ])(
    'of %s are refused unless somebody says otherwise, and keep theirs where empty cells say nothing',
    async (_, text, said) => {
      const row = await rowOf(text, { ...said, category: 'Tops' })
      const before = wholeOf(await rowOf(text, { ...said, category: 'Tops', ...draft }))
      expect(reasonsOf(() => mergeRow(before, row))).toEqual(['variants: 1.price: is empty: fill it in'])
      const kept = mergeRow(before, await rowOf(text, { ...said, keepEmpty: true }))
      expect(kept.set.variants.map(({ price }) => price)).toEqual([900, 0])
    },
  )
})
