import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { adjustStock } from '../../../../lib/data/inventory/adjust.ts'
import { findIdOfSlug } from '../../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../../lib/domain/business.ts'
import { listOf, makeBusiness } from '../../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../../operate.ts'
import { csvOf } from './tables.ts'

/** The columns of Shopify's export that are read, and some that are not. */
const OLD = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'SEO Title',
  'Variant Image',
  'Cost per item',
  'Status',
]

const image = (name: string) => `https://images.example/${name}.jpg`
const counted = (quantity: string, policy = 'deny') => ({
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': quantity,
  'Variant Inventory Policy': policy,
})

const TEE = [
  {
    Handle: 'tee',
    Title: 'Tee',
    'Body (HTML)': '<h2>Soft</h2><p>Made of <b>cotton</b> &amp; love.</p><ul><li>warm</li></ul>',
    Vendor: 'Acme',
    'Product Category': 'Apparel > Clothing > T-Shirts',
    Type: 'Tops',
    Tags: 'summer, cotton, summer',
    Published: 'TRUE',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Red',
    'Variant SKU': 'TEE-S',
    ...counted('5'),
    'Variant Price': '20.00',
    'Variant Compare At Price': '25.00',
    'Image Src': image('front'),
    'Image Position': '2',
    'Image Alt Text': 'Front',
    'Variant Image': image('red'),
    'Cost per item': '7.50',
    Status: 'active',
  },
  {
    Handle: 'tee',
    'Option1 Value': 'M',
    'Option2 Value': 'Red',
    'Variant SKU': 'TEE-M',
    ...counted('-2', 'continue'),
    'Variant Price': '1,299.00',
    'Variant Compare At Price': '0.00',
    'Image Src': image('first'),
    'Image Position': '1',
  },
  { Handle: 'tee', 'Image Src': image('back'), 'Image Position': '3' },
]
const MUG = {
  Handle: 'mug',
  Title: 'Mug',
  Published: 'true',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant SKU': 'MUG',
  'Variant Price': '9',
}

type Row = Readonly<Record<string, string>>
const shopify = (rows: readonly Row[], name = 'products_export.csv') => ({ name, text: csvOf(OLD, rows) })
async function imported(rows: readonly Row[], ...options: string[]) {
  const business = await makeBusiness({ currency: 'USD' })
  const report = await importInto(business, shopify(rows), ...options)
  const { lines } = await exported(business)
  return { business, report, lines }
}

describe('an export of Shopify', () => {
  test.each([
    ['with the names of 2014', csvOf(OLD, [...TEE, MUG])],
    [
      'with rows in any order',
      csvOf(
        OLD,
        [MUG, ...TEE].toSorted((a, b) => Object.keys(a).length - Object.keys(b).length),
      ),
    ],
  ])('%s needs no option at all', async (_, text) => {
    const business = await makeBusiness({ currency: 'USD' })
    const report = await importInto(business, { name: 'a.csv', text })
    expect(report).toMatchObject({ rows: 4, products: 2, created: 2, refused: [] })
    expect(report.lost).toEqual([])
    const { lines } = await exported(business)
    const [mug, tee] = lines
    expect(mug).toMatchObject({
      slug: 'mug',
      external_id: 'shopify:mug',
      category: 'Uncategorized',
      price: 900,
      sku: 'MUG',
      track_inventory: false,
      is_available: true,
    })
    expect(mug).not.toHaveProperty('variants')
    expect(tee).toMatchObject({
      slug: 'tee',
      external_id: 'shopify:tee',
      name: 'Tee',
      description: 'Soft\n\nMade of cotton & love.\n\n- warm',
      category: 'Apparel > Clothing > T-Shirts',
      tags: ['summer', 'cotton'],
      images: [
        { url: image('first'), alt: '' },
        { url: image('front'), alt: 'Front' },
        { url: image('back'), alt: '' },
      ],
      status: 'active',
    })
    const byName = [...(tee?.variants ?? [])].sort((a, b) => String(b.sku).localeCompare(String(a.sku)))
    expect(byName).toMatchObject([
      {
        option_values: { Size: 'S', Colour: 'Red' },
        sku: 'TEE-S',
        price: 2000,
        compare_at_price: 2500,
        cost: 750,
        quantity: 5,
        allow_backorder: false,
        image: { url: image('red') },
      },
      {
        option_values: { Size: 'M', Colour: 'Red' },
        sku: 'TEE-M',
        price: 129_900,
        compare_at_price: null,
        quantity: -2,
        allow_backorder: true,
      },
    ])
  })

  test('changes nothing the second time, and leaves what was sold', async () => {
    const { business } = await imported([...TEE, MUG])
    expect(await importInto(business, shopify([...TEE, MUG]))).toMatchObject({ unchanged: 2, updated: 0 })
    const productId = (await findIdOfSlug(business.id, 'tee')) ?? ''
    const variantId = `${productId}-1`
    await sell(business, variantId)
    expect(await importInto(business, shopify([...TEE, MUG]))).toMatchObject({ unchanged: 2, updated: 0 })
    const { lines } = await exported(business)
    expect(lines[1]?.variants?.map(({ quantity }) => quantity)).toEqual([4, -2])
    expect(await importInto(business, shopify(TEE), '--stock', 'set')).toMatchObject({ updated: 1 })
  })

  test('is said on stderr, with the columns that are not read; --format csv reads rows', async () => {
    const business = await makeBusiness({ currency: 'USD' })
    const file = await makeFile('a.csv', csvOf(OLD, [MUG]))
    const { notes, stdout } = await operate('import', file, '--business', business.id)
    expect(notes).toEqual([
      'read as shopify_csv: --format csv reads each row as a product',
      'ignored columns: "SEO Title"',
    ])
    expect(stdout).toBe(
      '1 row: 1 created, 0 updated, 0 unchanged, 0 refused; 1 category created: "Uncategorized"',
    )
    const plain = await operate('import', file, '--business', business.id, '--format', 'csv', '--dry-run')
    expect(plain.notes.join()).toContain('"Handle" (to use it: --map external_id="Handle")')
  })

  test('is refused where it is said to be one and is none', async () => {
    const business = await makeBusiness()
    const file = await makeFile('a.csv', 'sku,name\nS1,Cup\n')
    const { code, notes } = await operate(
      'import',
      file,
      '--business',
      business.id,
      '--format',
      'shopify_csv',
    )
    expect(code).toBe(1)
    expect(notes).toEqual([
      `error: ${file}: this is not an export of products from Shopify: it does not have the columns of one`,
    ])
  })

  test('without columns of stock nothing is tracked, and what is stays so', async () => {
    const columns = OLD.filter((column) => !column.startsWith('Variant Inventory'))
    const tracked = { ...MUG, ...counted('5') }
    const business = await makeBusiness({ currency: 'USD' })
    const text = csvOf(columns, [tracked])
    expect(await importInto(business, { name: 'a.csv', text })).toMatchObject({ created: 1 })
    expect((await exported(business)).lines[0]).toMatchObject({ track_inventory: false })
    await importInto(business, shopify([tracked]))
    expect(await importInto(business, { name: 'a.csv', text })).toMatchObject({ unchanged: 1 })
    expect((await exported(business)).lines[0]).toMatchObject({ track_inventory: true, quantity: 5 })
  })

  test('an empty cell clears a field, unless --keep-empty', async () => {
    const full = { ...MUG, 'Body (HTML)': 'Blue', Tags: 'a', 'Cost per item': '1', 'Image Src': image('m') }
    const { business } = await imported([full])
    await importInto(business, shopify([MUG]), '--keep-empty')
    const kept = { description: 'Blue', tags: ['a'], cost: 100, images: [{ url: image('m'), alt: '' }] }
    expect((await exported(business)).lines[0]).toMatchObject(kept)
    await importInto(business, shopify([MUG]))
    expect((await exported(business)).lines[0]).toMatchObject({
      description: '',
      tags: [],
      cost: null,
      images: [],
    })
  })

  test('columns without a field of their own can be mapped, and fields be set', async () => {
    const rows = [
      { ...MUG, Vendor: 'Acme', 'SEO Title': 'A mug' },
      { ...MUG, Handle: 'cup', 'Variant SKU': 'CUP' },
    ]
    const options = [
      '--map',
      'metadata.vendor=Vendor',
      '--map',
      'description=SEO Title',
      '--set',
      'status=draft',
    ]
    const { lines, business } = await imported(rows, ...options, '--set', 'metadata.from=shopify')
    expect(lines).toMatchObject([
      { slug: 'cup', metadata: { from: 'shopify' }, description: '', status: 'draft' },
      { slug: 'mug', metadata: { from: 'shopify', vendor: 'Acme' }, description: 'A mug', status: 'draft' },
    ])
    const without = shopify([MUG])
    expect(await importInto(business, without, '--map', 'metadata.vendor=Vendor')).toMatchObject({
      updated: 1,
    })
    expect((await exported(business)).lines[1]?.metadata).toEqual({ from: 'shopify' })
  })

  test('--source is the prefix of external ids; a handle that fits in none has its digest', async () => {
    const { lines } = await imported(
      [MUG, { ...MUG, Handle: 'кружка', 'Variant SKU': 'C' }],
      '--source',
      'old',
    )
    const ids = lines.map(({ external_id }) => external_id)
    expect(ids).toEqual(['old:mug', expect.stringMatching(/^old:[\w-]{43}$/)])
  })
})

const sell = (business: Business, variantId: string) =>
  adjustStock(business.id, {
    reason: 'sale',
    reference: null,
    changes: [{ index: 0, variantId, delta: -1 }],
  })

describe('what a product here has no place for', () => {
  test('is left out, counted, and named once', async () => {
    const rows: Row[] = [
      { ...MUG, Tags: `${'x'.repeat(51)}, ${Array.from({ length: 21 }, (_, n) => `t${n}`).join(',')}` },
      ...Array.from({ length: 12 }, (_, n) => ({ Handle: 'mug', 'Image Src': image(String(n)) })),
      { Handle: 'mug', 'Image Src': 'http://images.example/plain.jpg', 'Image Position': '1' },
    ]
    const before = { ...MUG, Handle: 'a', 'Variant SKU': 'A', 'Variant Compare At Price': '3' }
    const long = { ...MUG, Handle: 'b', 'Variant SKU': 'B', 'Body (HTML)': `<p>${'é'.repeat(6_000)}</p>` }
    const { report, lines } = await imported([before, long, ...rows])
    expect(report).toMatchObject({ created: 3, refused: [] })
    expect(report.lost).toEqual([
      {
        loss: 'earlier_price',
        count: 1,
        first: 'row 1 (line 2): the earlier price 3 is below the price 9',
      },
      {
        loss: 'description',
        count: 1,
        first: 'row 2 (line 3): the description has 6000 characters, of which the first 5000 are imported',
      },
      {
        loss: 'tag',
        count: 2,
        first: `row 3 (line 4): the tag "${'x'.repeat(51)}" is longer than 50 characters`,
      },
      {
        loss: 'image',
        count: 4,
        first: 'row 3 (line 4): https://images.example/9.jpg is beyond 10 images',
      },
    ])
    expect(lines.map(({ slug, images }) => [slug, (images as unknown[]).length])).toEqual([
      ['a', 0],
      ['b', 0],
      ['mug', 9],
    ])
    expect(lines[1]?.description).toHaveLength(5_000)
  })

  test('is in the lines of stderr and in the report', async () => {
    const business = await makeBusiness({ currency: 'USD' })
    const file = await makeFile('a.csv', csvOf(OLD, [{ ...MUG, 'Image Src': 'http://images.example/1.jpg' }]))
    const report = await makeFile('report.jsonl', '')
    const { notes } = await operate('import', file, '--business', business.id, '--report', report)
    const detail = 'http://images.example/1.jpg is not https'
    expect(notes.at(-1)).toBe(`1 image left out; it is: row 1 (line 2): ${detail}`)
  })
})

describe('a product of which something is wrong', () => {
  test.each<[string, Row[], string[]]>([
    ['no handle', [{ ...MUG, Handle: '' }], ['has no handle']],
    ['no title', [{ ...MUG, Title: '' }], ['name: is required']],
    [
      'a price that is none',
      [...TEE, { Handle: 'tee', 'Option1 Value': 'L', 'Option2 Value': 'Red', 'Variant Price': 'dear' }],
      ['line 5: price: "dear" is not an amount of money'],
    ],
  ])('is refused: %s', async (_, rows, reasons) => {
    const good = { ...MUG, Handle: 'good', 'Variant SKU': 'GOOD' }
    const { report, lines } = await imported([...rows, good])
    expect(report.refused.map((one) => one.reasons)).toEqual([reasons])
    expect(lines.map(({ slug }) => slug)).toEqual(['good'])
  })

  test('is refused as a whole when one of its rows cannot be read: no variant is lost', async () => {
    const { business } = await imported(TEE)
    const text = `${csvOf(OLD, TEE)}tee,too,short\n${csvOf(OLD, [MUG]).split('\n').slice(1).join('\n')}`
    const report = await importInto(business, { name: 'a.csv', text })
    expect(report).toMatchObject({ created: 1, unchanged: 0 })
    expect(report.refused[0]?.reasons[0]).toMatch(/^line 5 has 3 cells, and the header has 27/)
    expect((await exported(business)).lines[1]?.variants).toHaveLength(2)
  })
})

test('an export for Shopify is read here as the same products, and as an export of Shopify', async () => {
  const { business } = await imported([
    ...TEE,
    MUG,
    { ...MUG, Handle: 'gone', 'Variant SKU': 'G', Status: 'draft' },
  ])
  const { text } = await exported(business, '--format', 'shopify_csv')
  const another = await makeBusiness({ currency: 'USD' })
  const report = await importInto(another, { name: 'shopify.csv', text })
  expect(report).toMatchObject({ created: 3, refused: [], lost: [], ignored_columns: expect.any(Array) })
  const [first, second] = [await exported(business), await exported(another)]
  expect(second.lines).toEqual(first.lines)
  expect(await exported(another, '--format', 'shopify_csv')).toMatchObject({ text })
})

describe('an address', () => {
  const long = `${'a'.repeat(200)}-tea`

  test('of 255 characters stays, and one that no product can have here is said and in --redirects', async () => {
    const business = await makeBusiness({ currency: 'USD' })
    const rows = [
      { ...MUG, Handle: long, 'Variant SKU': 'A' },
      { ...MUG, Handle: '抹茶', Title: 'Matcha', 'Variant SKU': 'B' },
      { ...MUG, Handle: 'Big_Cup', Title: 'Big cup, "blue"', 'Variant SKU': 'C' },
      { ...MUG, Handle: 'Green-Tea', 'Variant SKU': 'D' },
    ]
    const file = shopify(rows)
    const redirects = await makeFile('redirects.csv', '')
    const planned = await importInto(business, file, '--dry-run', '--redirects', redirects)
    expect(planned.lost.map(({ loss, count }) => [loss, count])).toEqual([
      ['external_id', 2],
      ['slug', 1],
    ])
    for (const outcome of ['created', 'unchanged']) {
      const report = await importInto(business, file, '--redirects', redirects)
      expect(report).toMatchObject({ [outcome]: 4, refused: [] })
      expect(report.lost).toMatchObject([
        { loss: 'external_id', count: 2 },
        { loss: 'slug', count: 3, first: 'row 2 (line 3): "抹茶" became "matcha"' },
      ])
      expect(await readFile(redirects, 'utf8')).toBe(
        'old,new\n抹茶,matcha\nBig_Cup,big-cup-blue\nGreen-Tea,green-tea\n',
      )
    }
    expect((await exported(business)).lines.map(({ slug }) => slug)).toEqual([
      long,
      'big-cup-blue',
      'green-tea',
      'matcha',
    ])
  })
})

const typed = (...types: string[]) =>
  types.map((type, n) => ({
    ...MUG,
    Handle: `h${n}`,
    'Variant SKU': `S${n}`,
    'Product Category': type,
  }))

test('a path makes a category below others, which are made once; two of one name are two', async () => {
  const rows = typed(
    'Men > Shirts',
    'Women > Shirts',
    'Men > Shirts',
    'Men',
    'Одежда > Shirts',
    'Обувь > Shirts',
  )
  const { business, report, lines } = await imported(rows)
  expect(report).toMatchObject({ created: 6, lost: [], refused: [] })
  const categories = lines.map(({ category_id }) => String(category_id))
  expect(categories.slice(0, 4)).toEqual(['men-shirts', 'women-shirts', 'men-shirts', 'men'])
  expect(new Set(categories)).toHaveLength(5)
  const { data } = await listOf(business, '/categories?limit=1000')
  const parents = new Map(data.map(({ id, parent_id }) => [id, parent_id]))
  expect([parents.get('men-shirts'), parents.get('women-shirts'), parents.get('men')]).toEqual([
    'men',
    'women',
    null,
  ])
  expect(data).toHaveLength(8)
})

test('a category that is mapped is none of the path in the file', async () => {
  const rows = ['Men > Shirts', 'Women > Shirts'].map((type, n) => ({
    ...MUG,
    Handle: `h${n}`,
    'Variant SKU': `S${n}`,
    Vendor: 'Acme',
    'Product Category': type,
  }))
  const { report } = await imported(rows, '--map', 'category=Vendor')
  expect(report.lost.map(({ loss }) => loss)).not.toContain('category_merged')
})
