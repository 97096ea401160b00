import { expect, test } from 'vitest'
import { getCategory } from '../../../lib/data/category-reads.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }
const LARGE = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'ü'.repeat(450)]))

test('each kind of rule refuses its row, and nothing comes of the row', async () => {
  const business = await makeBusiness()
  const refused: [row: unknown, reasons: unknown[]][] = [
    [
      { sku: 'A', name: '', price: 'x', tags: 5, category: 'None' },
      ['price: "x" is not a decimal number', 'name: must have 1 to 200 characters', 'tags: must be an array'],
    ],
    [{ ...cup, sku: 'B', currency: 'USD' }, ['currency: is "USD", but the business sells in EUR']],
    [
      { ...cup, sku: 'C', category: undefined, category_id: 'nowhere' },
      ['category_id: there is no category "nowhere"'],
    ],
    [
      { ...cup, sku: undefined },
      [
        'has no external_id, sku or slug, so a second run would not recognize it; add one, or use --allow-unkeyed',
      ],
    ],
    [null, ['must be an object']],
    [{ ...cup, sku: 'D', metadata: LARGE }, ['the product is larger than 32 KB as JSON']],
    [{ ...cup, name: 'Late' }, ['sku: "S1" is already used in row 1']],
    // Too long to be looked up.
    ...['external_id', 'sku', 'slug'].map((field): [unknown, unknown[]] => [
      { ...cup, sku: undefined, [field]: 'x'.repeat(3_000) },
      expect.arrayContaining([expect.stringMatching(`^${field}: must `)]),
    ]),
  ]
  const report = await importInto(business, [cup, ...refused.map(([row]) => row)])
  expect(report).toMatchObject({ created: 1, updated: 0, categories_created: ['cups'] })
  expect(report.refused).toEqual(refused.map(([, reasons], n) => ({ row: n + 2, reasons })))
  expect(await productsOf(business)).toMatchObject([{ name: 'Cup' }])
  expect(await getCategory(business.id, 'none')).toBeUndefined()
})

test('rows without external_id, sku and slug are new ones each time with --allow-unkeyed', async () => {
  const business = await makeBusiness()
  const row = { ...cup, sku: undefined }
  await importInto(business, [row, row], '--allow-unkeyed')
  expect(await importInto(business, [row], '--allow-unkeyed')).toMatchObject({ created: 1 })
  expect(await productsOf(business)).toHaveLength(3)
})

test('of two rows of one product the one that is faulty itself is refused, whichever comes first', async () => {
  const business = await makeBusiness()
  await importInto(business, [{ ...cup, external_id: 'e1' }])
  const faulty = { external_id: 'e1', price: -1 }
  const rows = [faulty, { sku: 'S1', price: 2 }]
  for (const order of [rows, rows.toReversed()])
    expect((await importInto(business, order)).refused).toEqual([
      { row: order.indexOf(faulty) + 1, reasons: ['price: must be an integer from 0 to 1000000000000'] },
    ])
})

test('of two rows of one product by different keys the second to come is refused', async () => {
  const business = await makeBusiness()
  await importInto(business, [{ ...cup, external_id: 'e1' }])
  const rows = [
    { external_id: 'e1', price: 1 },
    { sku: 'S1', price: 2 },
  ]
  const { updated, refused } = await importInto(business, rows)
  expect([updated, refused.length]).toEqual([1, 1])
  expect(refused[0]?.reasons[0]).toMatch(/^is the same product as row [12]$/)
})

test('a row is refused whose keys belong to two products, or partly to one that it is not', async () => {
  const business = await makeBusiness()
  const { id: category_id } = await makeCategory(business)
  const a = await makeProduct(business, { category_id, external_id: 'e1' })
  const b = await makeProduct(business, { category_id, sku: 'S2' })
  await makeProduct(business, { category_id, slug: 'cup' })
  const rows = [
    { external_id: 'e1', sku: 'S2', price: 1 },
    { ...cup, external_id: 'e2', sku: 'S2' },
    { ...cup, sku: 'S3', slug: 'cup' },
  ]
  const outcome = {
    created: 0,
    updated: 0,
    refused: [
      `sku: "S2" belongs to another product (${b.id}) than external_id (${a.id})`,
      `sku: "S2" belongs to another product (${b.id})`,
      'slug: "cup" belongs to another product',
    ].map((reason, n) => ({ row: n + 1, reasons: [reason] })),
  }
  for (const [n, row] of rows.entries())
    for (const dry of [['--dry-run'], []])
      expect(await importInto(business, [row], ...dry)).toMatchObject({
        ...outcome,
        refused: [{ row: 1, reasons: outcome.refused[n]?.reasons }],
      })
})

test('refused rows are said on stderr, in the order of the file, and the exit code is 3', async () => {
  const business = await makeBusiness()
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...cup,
    sku: `S${n}`,
    name: n % 13 ? 'Cup' : 'x\n\u001b[31m'.repeat(n),
    price: n % 13 ? 1 : -1,
    ...(n === 39 && { status: 'sold' }),
  }))
  const file = await makeFile('a.json', rows)
  const { code, stdout, notes } = await operate('import', file, '--business', business.id)
  expect(code).toBe(3)
  expect(stdout).toBe('40 rows: 36 created, 0 updated, 0 unchanged, 4 refused; 1 category created: "Cups"')
  expect(notes.map((line) => line.split(':')[0])).toEqual([
    'in 2 rows, the first in row 14',
    'row 1',
    'row 40',
    '3 texts imported without their control characters. First',
  ])
  expect(notes.join('')).not.toMatch(/\p{Cc}/u)
})

test('a file of which every row is refused is shown, with the command that would map it', async () => {
  const business = await makeBusiness()
  const text = 'Artikelnummer;Bezeichnung;Preis;Lager\n1;Tasse;9,00;3\n2;Becher;8,00;4\n'
  const path = await makeFile('waren.csv', text)
  const options = ['--business', business.slug, '--category', 'Alles']
  const { code, notes } = await operate('import', path, ...options)
  expect(code).toBe(3)
  expect(notes.at(-2)).toMatch(/^every row was refused\. The first row has "Artikelnummer" = "1", /)
  expect(notes.at(-1)).toMatch(
    / --category Alles --map name=Bezeichnung --map price=Preis --map sku=Artikelnummer$/,
  )
})

test('with --duplicate-skus drop a SKU that an earlier row has is left out, the same in every run', async () => {
  const business = await makeBusiness()
  const variant = (Size: string, sku: string) => ({ option_values: { Size }, price: 100, sku })
  const rows = [
    { ...cup, external_id: '1' },
    { ...cup, external_id: '2' },
    {
      external_id: '3',
      name: 'Shirt',
      category: 'Shirts',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [variant('S', 'S1'), variant('M', 'M')],
    },
  ]
  const report = await importInto(business, rows, '--duplicate-skus', 'drop')
  expect(report).toMatchObject({ created: 3, refused: [] })
  expect(report.lost).toEqual([{ loss: 'sku', count: 2, first: 'row 2: "S1" is already used in row 1' }])
  expect(await importInto(business, rows, '--duplicate-skus', 'drop')).toMatchObject({ unchanged: 3 })
})
