import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newProduct, type Product, WITHOUT_OPTIONS } from '../../../lib/domain/products/product.ts'
import { onlyVariant } from '../../../lib/domain/products/variant-set.ts'
import { CSV_HEADER, csvLine } from '../../../lib/import/catalogue-files/product-cells.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { plannedRows } from './planned-rows.ts'

const SAMPLE = { name: 'Cup', price: 350, category_id: 'cups', external_id: 'cup' }

function productOf(fields: object, n: number): Product {
  const { slug: _, quantity: __, ...rest } = v.parse(newProduct, { ...SAMPLE, ...fields })
  const time = '2026-01-01T00:00:00.000Z'
  const own = { id: `${n}`, slug: `p-${n}`, currency: 'EUR', created_at: time, updated_at: time }
  return { ...rest, ...WITHOUT_OPTIONS, ...own, last_variant: 0, version: 1 }
}

const exportOf = (products: readonly Product[]) =>
  [
    CSV_HEADER,
    ...products.map((product) =>
      csvLine({ product, set: onlyVariant(product), stock: new Map(), category: 'Cups', additional: [] }),
    ),
  ].join('\n')

describe('a text that a spreadsheet would run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+41 club', "'+41 club"],
    ['-20 % sticker', "'-20 % sticker"],
    ['@home', "'@home"],
    ["'=1+1", "''=1+1"],
    ["''@home", "'''@home"],
    ["'90s cup", "'90s cup"],
    ['a=1', 'a=1'],
    ['’=1', '’=1'],
  ])('%s is the cell %s', (name, cell) => {
    expect(csvLine(cupNamed(name)).split(',')[2]).toBe(cell)
  })

  test('in a description can begin with a tab', () => {
    expect(csvLine(cupNamed('Cup', '\t=1+1')).split(',')[3]).toBe("'\t=1+1")
  })

  test('is neither a number nor JSON', () => {
    const product = { ...productOf({ track_inventory: true, tags: ['=1'], metadata: { '-a': '@b' } }, 1) }
    const stock = new Map([['1', { quantity: -3, allow_backorder: true, low_stock_at: null, sku: null }]])
    const line = csvLine({ product, set: onlyVariant(product), stock, category: 'Cups', additional: [] })
    expect(line).toContain(',-3,')
    expect(line).toContain('"[""=1""]"')
    expect(line).toContain('"{""-a"":""@b""}"')
  })

  const cupNamed = (name: string, description = '') => {
    const product = productOf({ name, description }, 1)
    return { product, set: onlyVariant(product), stock: new Map(), category: 'Cups', additional: [] }
  }
})

describe('an export that is read again', () => {
  // Names and texts begin with what spreadsheets obey, and with the mark that stops them.
  const beginning = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '5', 'a', ' '), maxLength: 4 })
  const line = fc.tuple(
    beginning,
    fc.string({ unit: fc.constantFrom('x', "'", ',', '"', '7'), minLength: 1 }),
  )
  const text = line.map((parts) => parts.join('').slice(0, 20))
  const cells = fc.record({
    name: text,
    description: fc.tuple(fc.constantFrom('', '\t', "'\t", "''\t"), text).map((parts) => parts.join('x')),
    sku: text,
    brand: text,
    mpn: text,
    tags: fc.array(text, { maxLength: 3 }),
    metadata: fc.dictionary(fc.constantFrom('a', '-b', '=c'), text),
  })

  const namesOf = ({ name, description = '', sku, brand, mpn, external_id }: PlannedRow['fields']) => ({
    name,
    description,
    sku,
    brand,
    mpn,
    external_id,
  })

  test('has the same texts', async () => {
    // A letter before the number: an SKU of chance can end in digits.
    const products = fc
      .sample(cells, 2_000)
      .map((one, n) => productOf({ ...one, sku: `${one.sku}x${n}`, external_id: `-${n}` }, n))
    const rows = await plannedRows(exportOf(products))
    expect(rows).toHaveLength(products.length)
    for (const [n, { fields, faults }] of rows.entries()) {
      const product = products[n]
      expect({ ...namesOf(fields), faults }).toEqual({ ...namesOf({ ...product }), faults: [] })
      expect(fields.tags ?? []).toEqual(product?.tags)
      expect(fields.metadata ?? {}).toEqual(product?.metadata)
    }
  })
})

describe('the cells of a file of another program', () => {
  const named = async (text: string) => (await plannedRows(text)).map(({ fields }) => fields.name)

  test('lose the mark before what would be run, and nothing else', async () => {
    const names = ["'=1", "''=1", "'90s", "'a", "'"]
    expect(await named(`sku,name\n${names.map((name, n) => `${n},${name}`).join('\n')}`)).toEqual([
      '=1',
      "'=1",
      "'90s",
      "'a",
      "'",
    ])
  })

  test('are the same in variants and metadata of JSON', async () => {
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
    const options = [{ name: 'Size', values: ['S'] }]
    const variants = [{ option_values: { Size: 'S' }, price: '1.50', sku: "'5" }]
    const metadata = { a: "'5", b: "'=1" }
    const [row] = await plannedRows(
      `external_id,name,options,variants,metadata,metadata.c\n1,Cup,${[options, variants, metadata].map(cell).join()},'7`,
    )
    expect(row?.fields.variants).toMatchObject([{ sku: "'5" }])
    expect(row?.fields.metadata).toEqual({ ...metadata, c: '7' })
  })

  test.each([
    ['WooCommerce', 'ID,Type,SKU,Name,Published,Regular price', "1,simple,'+A,'=1,1,2.50", '=1', '+A'],
    ['Shopify', 'Handle,Title,Option1 Value,Variant SKU,Variant Price', "a,'=1,,'+A,2.50", "'=1", "'+A"],
  ])('of %s are read as it reads them', async (_, header, row, name, sku) => {
    expect((await plannedRows(`${header}\n${row}`))[0]?.fields).toMatchObject({ name, sku })
  })

  test('of rows that are variants lose the mark', async () => {
    const text = "style,size,sku,name,price\n1,'-S,'=1,'@1,2.50"
    const said = { groupBy: 'style', map: ['option:Size=size'] }
    const [row] = await plannedRows(text, said)
    expect(row?.fields).toMatchObject({
      name: '@1',
      variants: [{ sku: '=1', option_values: { Size: '-S' } }],
    })
  })
})
