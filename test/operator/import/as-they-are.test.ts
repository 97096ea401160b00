/** Files as other programs and people write them. */

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { findIdBySku, getProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { tableName } from '../../../lib/environment.ts'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto, makeFile, operate, operateWrongly } from '../operate.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }
const csv = (...lines: string[]) => ({ name: 'a.csv', text: lines.join('\n') })

async function stored(business: Business, sku = 'S1') {
  const id = await findIdBySku(business.id, sku)
  return id === undefined ? undefined : getProduct(business.id, id)
}

/** The stored product of one row with these members, and what was lost of it. */
async function imported(row: object, ...options: string[]) {
  const business = await makeBusiness()
  const { refused, lost } = await importInto(business, [{ ...cup, ...row }], ...options)
  expect(refused).toEqual([])
  return { product: await stored(business), lost: lost.map(({ loss, count, first }) => [loss, count, first]) }
}

const url = (name: string) => `https://images.example/${name}`

describe('pictures', () => {
  test.each([
    [`${url('1.jpg')};${url('2.jpg')}`, [url('1.jpg'), url('2.jpg')]],
    [`${url('1.jpg')} ; ${url('2.jpg?a=1;b=2')}`, [url('1.jpg'), url('2.jpg?a=1;b=2')]],
    [`${url('1.jpg')}\n${url('2.jpg')}`, [url('1.jpg'), url('2.jpg')]],
    [`${url('1.jpg')}, ${url('1.jpg')}`, [url('1.jpg')]],
  ])('%j', async (images, urls) => {
    const { product, lost } = await imported({ images })
    expect([product?.images.map((one) => one.url), lost]).toEqual([urls, []])
  })

  test.each([
    ['cup.jpg', 'cup.jpg is not a URL'],
    ['ftp://images.example/1.jpg', 'ftp://images.example/1.jpg is not https'],
    ['https://', 'https:// is not a URL'],
    [url('x'.repeat(2_048)), `${url('x'.repeat(2_048))} is longer than 2048 characters`],
  ])('%s is left out', async (image, why) => {
    const { product, lost } = await imported({ images: [image, url('ok.jpg')] })
    expect(product?.images).toEqual([{ url: url('ok.jpg'), alt: '' }])
    expect(lost).toEqual([['image', 1, `row 1: ${why}`]])
  })

  test.each([
    [url('a b.jpg'), url('a%20b.jpg')],
    ['//images.example/1.jpg', url('1.jpg')],
  ])('%s becomes %s', async (image, becomes) => {
    const { product, lost } = await imported({ images: [image] })
    expect(product?.images).toEqual([{ url: becomes, alt: '' }])
    expect(lost).toEqual([['image_url', 1, `row 1: "${image}" became ${becomes}`]])
  })

  test('beyond ten are left out', async () => {
    const { product, lost } = await imported({
      images: Array.from({ length: 12 }, (_, n) => url(`${n}.jpg`)),
    })
    expect(product?.images).toHaveLength(10)
    expect(lost).toEqual([['image', 2, `row 1: ${url('10.jpg')} is beyond 10 images`]])
  })

  test('of a variant that nobody can show are left out', async () => {
    const variant = { option_values: { Size: 'S' }, price: 100, image: 'shirt.jpg' }
    const options = [{ name: 'Size', values: ['S'] }]
    const row = { external_id: 'v', name: 'Shirt', category: 'Shirts', options, variants: [variant] }
    const { refused, lost } = await importInto(await makeBusiness(), [row])
    expect({ refused, lost: lost.map(({ first }) => first) }).toEqual({
      refused: [],
      lost: ['row 1: shirt.jpg is not a URL'],
    })
  })

  test('in numbered columns are taken in the order of the numbers', async () => {
    const business = await makeBusiness()
    const columns = ['IMAGE10', 'IMAGE1', 'Image URL 2', 'Immagine3']
    const file = csv(
      `sku,name,price,category,${columns.join(',')}`,
      `S1,Cup,9.00,Cups,${[10, 1, 2, ''].map((n) => (n ? url(`${n}.jpg`) : '')).join(',')}`,
      'S2,Mug,9.00,Cups,,,,',
    )
    const path = await makeFile(file.name, file.text)
    const { notes, code } = await operate('import', path, '--business', business.id)
    expect([code, notes]).toEqual([
      0,
      ['columns used for fields: "IMAGE1", "Image URL 2", "Immagine3", "IMAGE10" for images'],
    ])
    expect((await stored(business))?.images.map((one) => one.url)).toEqual(
      [1, 2, 10].map((n) => url(`${n}.jpg`)),
    )
    expect(await importInto(business, file)).toMatchObject({ unchanged: 2 })
    // A map of the field takes them away, and an empty row clears.
    const emptied = csv(file.text.split('\n')[0] ?? '', 'S1,Cup,9.00,Cups,,,,')
    const mapped = await importInto(business, emptied, '--map', 'images=IMAGE1', '--keep-empty')
    expect(mapped).toMatchObject({ unchanged: 1, ignored_columns: ['IMAGE10', 'Image URL 2', 'Immagine3'] })
    await importInto(business, emptied)
    expect((await stored(business))?.images).toEqual([])
  })
})

test.each([
  ['InStock', true],
  ['in stock', true],
  ['in_stock', true],
  ['https://schema.org/InStock', true],
  ['preorder', true],
  ['out of stock', false],
  ['Out_Of_Stock', false],
  ['sold out', false],
])('is_available %j is %s', async (is_available, expected) => {
  expect((await imported({ is_available })).product).toMatchObject({ is_available: expected })
})

test.each([
  ['1,200', 1_200],
  ['1.234.567', 1_234_567],
  ['1,250', 1_250],
  ['1 200', 1_200],
  ['1’234’567', 1_234_567],
  ["'12", 12],
  ['3.0', 3],
  ['5.000', 5],
  ['-1,250', -1_250],
])('a quantity %j is %d', async (quantity, expected) => {
  const business = await makeBusiness()
  const { refused } = await importInto(business, [{ ...cup, quantity, allow_backorder: true }])
  expect(refused).toEqual([])
  const id = (await findIdBySku(business.id, 'S1')) ?? ''
  expect((await readStock(business.id, id)).get(id)?.quantity).toBe(expected)
})

test.each([
  ['1,000', '"1,000" can be 1000 or 1: write it without the comma'],
  ['1.250', '"1.250" can be 1250 or 1.250: write it without the point'],
  ['1.5', '"1.5" is not a whole number'],
  ['1,20', '"1,20" is not a decimal number'],
])('a quantity %j refuses its row', async (quantity, reason) => {
  const { refused } = await importInto(await makeBusiness(), [{ ...cup, quantity }])
  expect(refused).toEqual([{ row: 1, reasons: [`quantity: ${reason}`] }])
})

test('where a price has a decimal comma, a point is between thousands, of prices and of quantities', async () => {
  const business = await makeBusiness()
  const file = csv(
    'sku;name;price;category;quantity',
    'A;A;12.990;C;1.500',
    'B;B;2,50;C;2.000',
    'D;D;1.200,00 €;C;3',
  )
  const { refused } = await importInto(business, file)
  expect(refused).toEqual([])
  const found = await Promise.all(['A', 'B', 'D'].map((sku) => stored(business, sku)))
  expect(found.map((one) => one?.price)).toEqual([1_299_000, 250, 120_000])
  const quantities = found.map(
    async (one) => (await readStock(business.id, one?.id ?? '')).get(one?.id ?? '')?.quantity,
  )
  expect(await Promise.all(quantities)).toEqual([1_500, 2_000, 3])
})

test('two columns of one name are an error only where they are read', async () => {
  const business = await makeBusiness()
  const unread = csv('sku,name,price,category,Meta: x,Meta: x', 'S1,Cup,9.00,Cups,a,b')
  expect(await importInto(business, unread)).toMatchObject({
    created: 1,
    ignored_columns: ['Meta: x', 'Meta: x in column 6'],
  })
  await expect(importInto(business, csv('sku,name,price,sku', 'S1,Cup,9.00,S2'))).rejects.toThrow(
    'there are two columns "sku": give one of them another name',
  )
})

test('an apostrophe of JSON is part of the text', async () => {
  const business = await makeBusiness()
  await importInto(business, [{ ...cup, sku: "'0012" }])
  expect(await stored(business, "'0012")).toBeDefined()
})

test("a spreadsheet's ' before digits is none of a SKU, an id or a price", async () => {
  const business = await makeBusiness()
  const text = "sku,name,price,category,external_id\n'0044,'90s cup,'9.00,Cups,'12\n"
  expect(await importInto(business, { name: 'a.csv', text })).toMatchObject({ created: 1 })
  expect(await stored(business, '0044')).toMatchObject({ name: "'90s cup", price: 900, external_id: '12' })
})

test('blanks around quotes are none of the cells, and quotes within cells of tab-separated text are', async () => {
  const business = await makeBusiness()
  const padded = csv('sku, "name", price, category', 'S1, "Cup, large", 9.00 , "Cups" ')
  expect(await importInto(business, padded)).toMatchObject({ created: 1 })
  expect(await stored(business)).toMatchObject({ name: 'Cup, large' })
  const tabs = csv(
    'sku\tname\tprice\tcategory\tcost',
    'S2\tA 27" screen\t9.00\tScreens\t',
    'S3\t\t9.00\tCups\t1.00',
  )
  expect(await importInto(business, tabs)).toMatchObject({ created: 1, refused: [{ row: 2 }] })
  expect(await stored(business, 'S2')).toMatchObject({ name: 'A 27" screen' })
})

test('lines of a text end as they do here, and a name has one', async () => {
  const { product } = await imported({ description: 'a\r\nb\rc', name: 'Big\r\n cup\tblue' })
  expect(product).toMatchObject({ description: 'a\nb\nc', name: 'Big cup blue' })
})

test('empty lists of variants and options are those of a product without', async () => {
  const { product } = await imported({ variants: [], options: [] })
  expect(product).toMatchObject({ variant_count: 1, price_range: null })
})

test('--category is for new products without one', async () => {
  const business = await makeBusiness()
  const file = csv('sku,name,price,category', 'S1,Cup,9.00,', 'S2,Mug,9.00,Mugs')
  const report = await importInto(business, file, '--category', 'Things')
  expect(report).toMatchObject({ created: 2, categories_created: expect.arrayContaining(['things', 'mugs']) })
  expect(await stored(business)).toMatchObject({ category_id: 'things' })
})

describe('--map of nothing', () => {
  test('leaves out the field that a column would fill', async () => {
    const business = await makeBusiness()
    const file = csv('sku,name,price,category,description', 'S1,Cup,9.00,Cups,secret')
    const { ignored_columns } = await importInto(business, file, '--map', 'description=')
    expect(ignored_columns).toEqual(['description'])
    expect(await stored(business)).toMatchObject({ description: '' })
  })

  test('leaves it out of an export of another system, too', async () => {
    const business = await makeBusiness({ currency: 'USD' })
    const file = csv(
      'Handle,Title,Body (HTML),Type,Option1 Value,Variant SKU,Variant Price',
      'cup,Cup,secret,Cups,,S1,9.00',
    )
    await importInto(business, file, '--map', 'description=')
    expect(await stored(business)).toMatchObject({ description: '', name: 'Cup' })
  })
})

test('a mapped column of an export of another system fills each variant from its own row', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const file = csv(
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Net cost',
    'tee,Tee,Tops,Size,S,T-S,9.00,1.50',
    'tee,,,,M,T-M,9.00,2.50',
  )
  const { refused } = await importInto(business, file, '--map', 'cost=Net cost')
  expect(refused).toEqual([])
  expect((await exported(business)).lines[0]?.variants).toMatchObject([{ cost: 150 }, { cost: 250 }])
})

describe('--duplicate-skus', () => {
  const variant = (Size: string) => ({ option_values: { Size }, price: 100, sku: 'TWICE' })
  const rows = [
    { ...cup, external_id: '1', sku: 'TWICE' },
    { ...cup, external_id: '2', sku: 'TWICE' },
    { ...cup, external_id: '3', sku: 'ONCE' },
    {
      external_id: '4',
      name: 'Shirt',
      category: 'Shirts',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [variant('S'), { ...variant('M'), sku: 'M' }],
    },
    {
      external_id: '5',
      name: 'Hat',
      category: 'Hats',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { ...variant('S'), sku: 'H' },
        { ...variant('M'), sku: 'H' },
      ],
    },
  ]

  test('refuse is what happens, with the way on', async () => {
    const business = await makeBusiness()
    const path = await makeFile('a.json', rows)
    const { code, notes } = await operate('import', path, '--business', business.id)
    expect(code).toBe(3)
    expect(notes).toContain(
      'to leave out a SKU that an earlier row has, instead of refusing the row: --duplicate-skus drop',
    )
  })

  test('drop leaves out the later ones, and counts them', async () => {
    const business = await makeBusiness()
    const report = await importInto(business, rows, '--duplicate-skus', 'drop')
    expect(report).toMatchObject({ created: 5, refused: [] })
    expect(report.lost).toEqual([{ loss: 'sku', count: 3, first: 'row 2: "TWICE" is already used in row 1' }])
    expect(await stored(business, 'TWICE')).toMatchObject({ external_id: '1' })
    expect(await importInto(business, rows, '--duplicate-skus', 'drop')).toMatchObject({ unchanged: 5 })
  })
})

test.each(['--report', '--redirects'])('%s does not overwrite the file itself', async (option) => {
  const path = await makeFile('a.json', [cup])
  const { code, notes } = await operate('import', path, '--business', (await makeBusiness()).id, option, path)
  expect([code, notes]).toEqual([1, [`error: ${option} ${path}: this file has another use already`]])
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([cup])
})

test('--map of nothing and --set reach what the variants of an export decide', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const header = 'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Cost per item'
  const file = (price: string) =>
    csv(header, `tee,Tee,Tops,Size,S,T-S,${price},1.00`, `tee,,,,M,T-M,${price},2.00`)
  await importInto(business, file('9.00'))
  const variants = async () => (await exported(business)).lines[0]?.variants
  expect(
    await importInto(business, file('7.00'), '--set', 'price=8.00', '--map', 'price=', '--set', 'cost=3.00'),
  ).toMatchObject({
    updated: 1,
    refused: [],
  })
  expect(await variants()).toMatchObject([
    { price: 800, cost: 300 },
    { price: 800, cost: 300 },
  ])
  await importInto(business, file('8.00'), '--map', 'cost=')
  expect(await variants()).toMatchObject([{ cost: 300 }, { cost: 300 }])
})

test('variants that a file does not have, stock that it ends, and products that stay archived are said', async () => {
  const business = await makeBusiness()
  const size = (Size: string, more: object = {}) => ({
    option_values: { Size },
    price: 100,
    sku: `T-${Size}`,
    ...more,
  })
  const tee = (...variants: object[]) => ({
    external_id: 'tee',
    name: 'Tee',
    category: 'Tops',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants,
  })
  const counted = { track_inventory: true, quantity: 3 }
  await importInto(business, [
    tee(size('S', counted), size('M', counted)),
    { ...cup, external_id: 'cup', status: 'archived' },
  ])
  const again = await importInto(business, [
    tee(size('S', { track_inventory: false })),
    { ...cup, external_id: 'cup' },
  ])
  expect(again.lost).toEqual([
    { loss: 'stock', count: 1, first: 'row 1: Size: S is not tracked any more' },
    { loss: 'variant', count: 1, first: 'row 1: Size: M' },
    {
      loss: 'archived',
      count: 1,
      first: 'row 2: the file does not say its status: --set status=active shows it',
    },
  ])
})

test.each([
  ['<?xml version="1.0"?><rss/>', /: this is XML: export the products as CSV/],
  ['\n<rss version="2.0"><channel/></rss>', /: this is XML/],
  ['<!DOCTYPE html><html></html>', /: this is a web page, perhaps the one that asks for a password/],
])('%s is named', async (text, reason) => {
  const path = await makeFile('feed.csv', text)
  const { code, notes } = await operate('import', path, '--business', (await makeBusiness()).id)
  expect([code, notes]).toEqual([1, [expect.stringMatching(reason)]])
})

describe('a file of which every row is refused', () => {
  test('is shown, with the command that would map it', async () => {
    const business = await makeBusiness()
    const path = await makeFile(
      'waren.csv',
      'Artikelnummer;Bezeichnung;Preis;Lager\n1;Tasse;9,00;3\n2;Becher;8,00;4\n',
    )
    const { code, notes } = await operate('import', path, '--business', business.slug, '--category', 'Alles')
    expect(code).toBe(3)
    expect(notes.slice(-2)).toEqual([
      'every row was refused. The first row has "Artikelnummer" = "1", "Bezeichnung" = "Tasse", "Preis" = "9,00", "Lager" = "3"',
      `to say which columns are meant: npm run operator -- import ${path} --business ${business.slug} --table ${tableName()} --category Alles --map name=Bezeichnung --map price=Preis --map sku=Artikelnummer`,
    ])
  })

  test('has a command that a shell takes literally, whatever the names of file and columns', async () => {
    const business = await makeBusiness()
    const path = await makeFile("x $(touch y) 'z'.csv", 'Unit $(id) price,Titel\n9.00,Cup\n')
    const { notes } = await operate(
      'import',
      path,
      '--business',
      business.slug,
      '--map',
      'price=Unit $(id) price',
    )
    const shown = path.replaceAll("'", "'\\''")
    expect(notes.at(-1)).toContain(` import '${shown}' --business `)
    expect(notes.at(-1)).toContain(" --map 'price=Unit $(id) price' ")
  })

  test('is only shown if its columns are known', async () => {
    const business = await makeBusiness()
    const path = await makeFile('a.csv', 'sku,name,price,category\nS1,,9.00,Cups\n')
    const { notes } = await operate('import', path, '--business', business.slug)
    expect(notes.at(-1)).toMatch(/^every row was refused\. The first row has "sku" = "S1", "price"/)
  })
})

test('an unknown option is named, whatever else is missing', async () => {
  const { code, notes } = await operateWrongly('import', 'a.csv', '--busines', 'acme')
  expect([code, notes]).toEqual([1, ["error: unknown option '--busines'", '(Did you mean --business?)']])
})

test('a column that a file of variants does not have leaves their field as it is', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const header = 'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  await importInto(
    business,
    csv(`${header},Cost per item`, 'tee,Tee,Tops,Size,S,T-S,9.00,1.00', 'tee,,,,M,T-M,9.00,'),
  )
  await importInto(business, csv(header, 'tee,Tee,Tops,Size,S,T-S,8.00', 'tee,,,,M,T-M,8.00'))
  expect((await exported(business)).lines[0]?.variants).toMatchObject([
    { price: 800, cost: 100 },
    { price: 800, cost: null },
  ])
})
