import { describe, expect, test } from 'vitest'
import { inQuery, onCommandLine } from '../../../lib/import/option-style.ts'
import { requireCategory, requireConstants, requireNoPrices } from '../../../lib/import/read/constants.ts'
import { mapFields } from '../../../lib/import/read/field-mapping.ts'
import { columnsOf, eachOf, mappingOf } from './products-of-file.ts'

const RULES = { scale: 100n, currency: 'EUR', isCsv: true }

describe('a value for every row', () => {
  const judged = (set: string[], option = onCommandLine) =>
    requireConstants(mapFields({ columns: columnsOf() }, { set }), RULES, option)

  test.each([
    'price=12.50',
    'status=published',
    'brand=Halm',
    'condition=UsedCondition',
    'gtin=4006381333931',
    'category=Tea > Green',
    'category_id=tea',
    'quantity=7',
    'quantity=-7',
    'metadata.colour=red',
    'tags=a, b',
    'currency=USD',
    'images=http://a.example/1.jpg',
  ])('%s can be one of a product', (pair) => {
    expect(judged(['name=Cup', pair])).toBeUndefined()
  })

  test.each([
    ['price=cheap', '"cheap" is not an amount of money'],
    ['price=-1', 'must be an integer from 0 to 1000000000000'],
    ['status=sold', 'must be draft, active or archived'],
    ['gtin=INT-1', '"INT-1" is not 8, 12, 13 or 14 digits with a valid check digit'],
    ['condition=old', '"old" is not new, refurbished or used'],
    ['weight_grams=3 kg', '"3 kg" is not a whole number of grams from 1 to 10,000,000'],
    [`category=${'x'.repeat(121)}`, 'must have 1 to 120 characters'],
    ['category_id=Tea', 'must be 1 to 63 lower-case letters, digits or inner hyphens, and not a UUID'],
    ['quantity=few', '"few" is not a decimal number'],
    ['track_inventory=perhaps', 'must be true, false, yes, no, y, n, 1 or 0'],
  ])('%s is refused in one line: no product can have it', (pair, why) => {
    expect(() => judged(['brand=Halm', pair])).toThrow(
      expect.objectContaining({ reason: 'unusable_parameters', message: `--set ${pair}: ${why}` }),
    )
    expect(() => judged([pair], inQuery)).toThrow(`set=${pair}: ${why}`)
  })
})

describe('the category of new products', () => {
  test.each([undefined, 'Tea', 'Tea > Green > Fine', 'a > b > c > d > e > f', '茶', 'search'])(
    'can be %j',
    (category) => {
      expect(requireCategory(category)).toBeUndefined()
    },
  )

  test.each([
    ['', 'must have 1 to 120 characters'],
    [' > ', 'must have 1 to 120 characters'],
    ['x'.repeat(121), 'must have 1 to 120 characters'],
    [`${'x'.repeat(121)} > Green`, 'must have 1 to 120 characters'],
    ['Tea > \u200b', 'must have a visible character'],
    [Array.from({ length: 2_501 }, () => 'a').join('>'), 'has more than 2500 entries of one list'],
  ])('cannot be %.20j', (category, why) => {
    expect(() => requireCategory(category)).toThrow(
      expect.objectContaining({ reason: 'unusable_parameters', message: expect.stringMatching(`: ${why}$`) }),
    )
  })

  test('is named as it was written, in an option or in the query', () => {
    expect(() => requireCategory('')).toThrow('--category "": must')
    expect(() => requireCategory('', inQuery)).toThrow('category="": must')
  })
})

describe('a price for every row', () => {
  const mapping = mappingOf(['name', 'price'], { constants: new Map([['price', '5.00']]) })
  const judged = (values: unknown[], more = mapping, option = onCommandLine) =>
    requireNoPrices(eachOf(...values), more, option)

  test.each([
    { name: 'Cup' },
    { price: ' ' },
    { price: null },
    { price: true },
    { variants: [{ price: '' }, 'S', { cost: '5' }] },
    { variants: 'S' },
    { Preis: '7' },
    null,
    ['price'],
  ])('is for a file in which no product has one, such as %j', async (values) => {
    await expect(judged([values])).resolves.toBeUndefined()
  })

  test.each([{ price: '7' }, { price: 0 }, { price: 'x' }, { variants: [{}, { price: '7' }] }])(
    'would replace that of %j',
    async (values) => {
      await expect(judged([{ name: 'Cup' }, values])).rejects.toMatchObject({
        reason: 'unusable_parameters',
        message:
          '--set price=5.00 would replace the prices of the file; for products without a price: --without-price draft; to replace all prices, add --map price=',
      })
    },
  )

  test('would replace that of the column which is mapped to it, too', async () => {
    const renamed = mappingOf([], { sources: new Map([['price', 'Preis']]), constants: mapping.constants })
    await expect(judged([{ Preis: '7' }], renamed, inQuery)).rejects.toThrow(
      'set=price=5.00 would replace the prices of the file; for products without a price: without_price=draft; to replace all prices, add map=price=',
    )
    await expect(judged([{ price: '7' }], renamed)).rejects.toThrow('would replace')
  })

  test('replaces them where somebody has left the prices of the file out', async () => {
    await expect(
      judged([{ price: '7' }], { ...mapping, leftOut: new Set(['price']) }),
    ).resolves.toBeUndefined()
    await expect(judged([{ price: '7' }], { ...mapping, leftOut: new Set(['cost']) })).rejects.toThrow()
  })
})
