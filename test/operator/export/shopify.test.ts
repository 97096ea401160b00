import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'

const size = (Size: string, more: object = {}) => ({ option_values: { Size }, price: 1250, ...more })

test('a file for Shopify has enabled variants only, and descriptions as HTML that says the same', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const shirt = {
    external_id: 'shirt',
    slug: 'shirt',
    name: 'Shirt',
    category: 'Shirts',
    description: 'Wide & <soft>\nfor all\n\nWashable',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: [size('S'), size('M', { is_enabled: false }), size('L', { price: 1300 })],
  }
  const hidden = { ...shirt, external_id: 'top', slug: 'top', variants: [size('S', { is_enabled: false })] }
  expect(await importInto(business, [shirt, hidden])).toMatchObject({ created: 2, refused: [] })
  const { code, text } = await exported(business, '--format', 'shopify_csv')
  expect(code).toBe(0)
  const rows: Record<string, string>[] = parse(text, { columns: true })
  const valuesOf = (column: string) => rows.map((row) => row[column])
  expect(valuesOf('Handle')).toEqual(['shirt', 'shirt', 'top'])
  expect(valuesOf('Option1 Value')).toEqual(['S', 'L', 'S'])
  expect(valuesOf('Variant Price')).toEqual(['12.50', '13.00', '12.50'])
  const html = '<p>Wide &amp; &lt;soft&gt;<br>for all</p>\n<p>Washable</p>'
  expect(valuesOf('Body (HTML)')).toEqual([html, '', html])
})
