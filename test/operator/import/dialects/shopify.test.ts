import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { adjustStock } from '../../../../lib/data/inventory/adjust.ts'
import { findIdOfSlug } from '../../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../../lib/domain/business.ts'
import { makeBusiness } from '../../../support/shop.ts'
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
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'SEO Title',
  'Google Shopping / MPN',
  'Google Shopping / Condition',
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
    'Variant Grams': '120.0',
    'Variant Barcode': "'4006381333931",
    'Google Shopping / MPN': 'TEE',
    'Google Shopping / Condition': 'used',
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
  test('needs no option at all', async () => {
    const business = await makeBusiness({ currency: 'USD' })
    const report = await importInto(business, shopify([...TEE, MUG]))
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
      brand: 'Acme',
      condition: 'used',
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
        gtin: '4006381333931',
        mpn: 'TEE',
        weight_grams: 120,
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
      'recognized as a Shopify export (use --format csv to import every row as its own product)',
      'ignored columns: "SEO Title"',
    ])
    expect(stdout).toBe(
      '1 row: 1 created, 0 updated, 0 unchanged, 0 refused; 1 category created: "Uncategorized"',
    )
    const plain = await operate('import', file, '--business', business.id, '--format', 'csv', '--dry-run')
    expect(plain.notes.join()).toContain('"Handle" (to use it: --map external_id="Handle")')
  })
})

const sell = (business: Business, variantId: string) =>
  adjustStock(business.id, {
    reason: 'sale',
    reference: null,
    changes: [{ index: 0, variantId, delta: -1 }],
  })

test('a product is refused as a whole when one of its rows cannot be read: no variant is lost', async () => {
  const { business } = await imported(TEE)
  const text = `${csvOf(OLD, TEE)}tee,too,short\n${csvOf(OLD, [MUG]).split('\n').slice(1).join('\n')}`
  const report = await importInto(business, { name: 'a.csv', text })
  expect(report).toMatchObject({ created: 1, unchanged: 0 })
  expect(report.refused[0]?.reasons[0]).toMatch(/^line 5 has 3 cells, and the header has 31/)
  expect((await exported(business)).lines[1]?.variants).toHaveLength(2)
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
