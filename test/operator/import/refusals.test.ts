import { beforeAll, describe, expect, test } from 'vitest'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }

let business: Business
beforeAll(async () => {
  business = await makeBusiness()
})

/** Why one row with these members is refused. */
async function reasonsFor(row: unknown, ...options: string[]) {
  const { refused, created, updated } = await importInto(business, [row], ...options)
  expect({ created, updated }).toEqual({ created: 0, updated: 0 })
  return refused[0]?.reasons
}

const NO_PRICE = 'price: is required; for products without a price: --without-price draft'
const price = 'must be an integer from 0 to 1000000000000'

test.each<[object, string[]]>([
  [{ name: undefined }, ['name: is required']],
  [{ name: ' ' }, ['name: must have 1 to 200 characters']],
  [{ name: ['Cup'] }, ['name: must be a string']],
  [{ name: 'C\ud800up' }, ['name: must not contain control characters or broken Unicode']],
  [{ name: '\u200b' }, ['name: must have a visible character']],
  [{ price: undefined }, [NO_PRICE]],
  [{ price: null }, [NO_PRICE]],
  [{ price: -1 }, [`price: ${price}`]],
  [{ price: '1000000000001' }, [`price: ${price}`]],
  [{ price: '99999999999999999999999' }, [`price: ${price}`]],
  [
    { price: 9.99 },
    [
      `price: "9.99" × 1 is not a whole number of the currency's minor unit: say whether prices are decimal or minor`,
    ],
  ],
  [{ price: '9,99' }, ['price: "9,99" is not a decimal number']],
  [{ price: '€9' }, ['price: "€9" is not a decimal number']],
  [{ price: '' }, [NO_PRICE]],
  [{ price: true }, ['price: must be a number']],
  [{ price: [9] }, ['price: must be a number']],
  [{ compare_at_price: 800 }, ['compare_at_price: must not be below price']],
  [{ cost: 'x' }, ['cost: "x" is not a decimal number']],
  [{ is_available: 'maybe' }, ['is_available: must be true, false, yes, no, y, n or a number']],
  [{ is_available: [1] }, ['is_available: must be true, false, yes, no, y, n or a number']],
  [{ position: '1.5' }, ['position: "1.5" is not a whole number']],
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
  [{ category: { name: 'Cups' } }, ['category: must be a string']],
  [{ category: undefined, category_id: 'nowhere' }, ['category_id: there is no category "nowhere"']],
  [
    { category_id: 'No Id' },
    ['category_id: must be 1 to 63 lower-case letters, digits or inner hyphens, and not a UUID'],
  ],
  [{ currency: 'USD' }, ['currency: is "USD", but the business sells in EUR']],
  [
    { name: '', price: 'x', tags: 5 },
    ['price: "x" is not a decimal number', 'name: must have 1 to 200 characters', 'tags: must be an array'],
  ],
])('%j', async (row, reasons) => {
  expect(await reasonsFor({ ...cup, ...row })).toEqual(reasons)
})

test.each([[null], [5], ['Cup'], [[cup]]])('a row that is no object: %j', async (row) => {
  expect(await reasonsFor(row)).toEqual(['must be an object'])
})

test('nothing was written by any of these', async () => {
  expect(await productsOf(business)).toEqual([])
})

test.each(['external_id', 'sku', 'slug'])('a row whose %s is too long to be looked up', async (field) => {
  const rows = [
    { ...cup, sku: 'OTHER' },
    { ...cup, [field]: 'x'.repeat(3_000) },
  ]
  const { created, refused } = await importInto(await makeBusiness(), rows)
  expect(created).toBe(1)
  expect(refused.map(({ row, reasons }) => [row, reasons.at(-1)])).toEqual([
    [2, expect.stringMatching(`^${field}: must `)],
  ])
})

test('a row without external_id, sku and slug, unless --allow-unkeyed', async () => {
  const row = { ...cup, sku: undefined }
  expect(await reasonsFor(row)).toEqual([
    'has no external_id, sku or slug, so a second run would not recognize it; add one, or use --allow-unkeyed',
  ])
  const own = await makeBusiness()
  await importInto(own, [row, row], '--allow-unkeyed')
  expect(await importInto(own, [row], '--allow-unkeyed')).toMatchObject({ created: 1 })
  expect(await productsOf(own)).toHaveLength(3)
})

describe('of two rows that claim one', () => {
  test.each([
    ['external_id', { external_id: 'e1', sku: 'A' }, { external_id: 'e1', sku: 'B' }, '"e1"'],
    ['sku', { external_id: 'e1', sku: 'A' }, { external_id: 'e2', sku: ' A ' }, '"A"'],
    ['slug', { sku: 'A', slug: 'cup' }, { sku: 'B', slug: 'cup' }, '"cup"'],
  ])('%s the later one', async (field, first, second, value) => {
    const own = await makeBusiness()
    const rows = [
      { ...cup, ...first },
      { ...cup, sku: 'C', name: 'Other' },
      { ...cup, ...second, name: 'Late' },
    ]
    const { created, refused } = await importInto(own, rows)
    expect(created).toBe(2)
    expect(refused).toEqual([{ row: 3, reasons: [`${field}: ${value} is already used in row 1`] }])
    expect((await productsOf(own)).map(({ name }) => name)).toEqual(['Cup', 'Other'])
  })

  test('product the one that is faulty itself, whichever comes first', async () => {
    const own = await makeBusiness()
    await importInto(own, [{ ...cup, external_id: 'e1' }])
    const faulty = { external_id: 'e1', price: -1 }
    const rows = [faulty, { sku: 'S1', price: 2 }]
    for (const order of [rows, rows.toReversed()])
      expect((await importInto(own, order)).refused).toEqual([
        { row: order.indexOf(faulty) + 1, reasons: [`price: ${price}`] },
      ])
  })

  test('product by different keys the second to come', async () => {
    const own = await makeBusiness()
    await importInto(own, [{ ...cup, external_id: 'e1' }])
    const rows = [
      { external_id: 'e1', price: 1 },
      { sku: 'S1', price: 2 },
    ]
    const { updated, refused } = await importInto(own, rows)
    expect(updated).toBe(1)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reasons[0]).toMatch(/^is the same product as row [12]$/)
  })
})

describe('a row whose keys', () => {
  test('belong to two products', async () => {
    const own = await makeBusiness()
    const { id: category_id } = await makeCategory(own)
    const a = await makeProduct(own, { category_id, external_id: 'e1' })
    const b = await makeProduct(own, { category_id, sku: 'S2' })
    const { refused } = await importInto(own, [{ external_id: 'e1', sku: 'S2', price: 1 }])
    expect(refused).toEqual([
      { row: 1, reasons: [`sku: "S2" belongs to another product (${b.id}) than external_id (${a.id})`] },
    ])
  })

  test('are a new external_id and the sku of a product that is there', async () => {
    const own = await makeBusiness()
    const { id: category_id } = await makeCategory(own)
    const { id } = await makeProduct(own, { category_id, sku: 'S1' })
    const { refused } = await importInto(own, [{ ...cup, external_id: 'e1' }])
    const reasons = [`sku: "S1" belongs to another product (${id})`]
    expect(refused).toEqual([{ row: 1, reasons }])
    const { updated, refused: planned } = await importInto(own, [{ ...cup, external_id: 'e1' }], '--dry-run')
    expect([updated, planned]).toEqual([0, [{ row: 1, reasons }]])
  })

  test('are free but whose slug is taken', async () => {
    const own = await makeBusiness()
    const { id: category_id } = await makeCategory(own)
    await makeProduct(own, { category_id, slug: 'cup' })
    const { refused } = await importInto(own, [{ ...cup, slug: 'cup' }])
    expect(refused).toEqual([{ row: 1, reasons: ['slug: "cup" belongs to another product'] }])
  })
})

test('refused rows are said on stderr, in the order of the file, and the exit code is 3', async () => {
  const own = await makeBusiness()
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...cup,
    sku: `S${n}`,
    name: n % 13 ? 'Cup' : 'x\n\u001b[31m'.repeat(n),
    price: n % 13 ? 1 : -1,
    ...(n === 39 && { status: 'sold' }),
  }))
  const { code, stdout, notes } = await operate(
    'import',
    await makeFile('a.json', rows),
    '--business',
    own.id,
  )
  expect(code).toBe(3)
  expect(stdout).toBe('40 rows: 36 created, 0 updated, 0 unchanged, 4 refused; 1 category created: "Cups"')
  expect(notes.map((line) => line.split(':')[0])).toEqual([
    'in 2 rows, the first in row 14',
    'row 1',
    'row 40',
    '3 texts without their control characters; the first',
  ])
  expect(notes.join('')).not.toMatch(/\p{Cc}/u)
})

test('a product that would be larger than may be stored is refused as a whole', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'ü'.repeat(450)]))
  expect(await reasonsFor({ ...cup, metadata })).toEqual(['the product is larger than 32 KB as JSON'])
})
