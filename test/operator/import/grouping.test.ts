import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'
import { csvOf } from './dialects/tables.ts'

const COLUMNS = [
  'style',
  'title',
  'article',
  'size',
  'colour',
  'price',
  'stock',
  'picture',
  'category',
  'origin',
]
const url = (name: string) => `https://images.example/${name}.jpg`
const SHIRTS: Record<string, string>[] = [
  {
    style: 'T-1',
    title: 'Shirt',
    article: 'T1-S-R',
    size: 'S',
    colour: 'Red',
    price: '20.00',
    stock: '3',
    picture: url('red'),
    category: 'Shirts',
    origin: 'PT',
  },
  { style: 'C-1', title: 'Cup', article: 'C1', price: '9.50', picture: url('cup'), category: 'Cups' },
  {
    style: 'T-1',
    article: 'T1-M-R',
    size: 'M',
    colour: 'Red',
    price: '21.00',
    stock: '0',
    picture: url('red'),
  },
  { style: 'T-1', article: 'T1-M-B', size: 'M', colour: 'Blue', price: '21.00', picture: url('blue') },
]
const OPTIONS = [
  '--group-by',
  'style',
  '--map',
  'option:Size=size',
  '--map',
  'option:Colour=colour',
  '--map',
  'name=title',
  '--map',
  'sku=article',
  '--map',
  'quantity=stock',
  '--map',
  'images=picture',
]
const file = (rows: Record<string, string>[]) => ({ name: 'variants.csv', text: csvOf(COLUMNS, rows) })

test('rows with the same cell are variants of one product, in any order', async () => {
  const business = await makeBusiness()
  const report = await importInto(business, file(SHIRTS), ...OPTIONS, '--map', 'metadata.origin=origin')
  expect(report).toMatchObject({ rows: 4, products: 2, created: 2, refused: [], ignored_columns: [] })
  const { lines } = await exported(business)
  expect(lines).toMatchObject([
    {
      external_id: 'C-1',
      name: 'Cup',
      sku: 'C1',
      price: 950,
      track_inventory: false,
      images: [{ url: url('cup') }],
    },
    {
      external_id: 'T-1',
      name: 'Shirt',
      category: 'Shirts',
      metadata: { origin: 'PT' },
      images: [{ url: url('red') }, { url: url('blue') }],
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['Red', 'Blue'] },
      ],
      variants: [
        { option_values: { Size: 'S', Colour: 'Red' }, sku: 'T1-S-R', price: 2000, quantity: 3 },
        { option_values: { Size: 'M', Colour: 'Red' }, sku: 'T1-M-R', price: 2100, quantity: 0 },
        {
          option_values: { Size: 'M', Colour: 'Blue' },
          sku: 'T1-M-B',
          track_inventory: false,
          image: { url: url('blue') },
        },
      ],
    },
  ])
  expect(await importInto(business, file(SHIRTS), ...OPTIONS)).toMatchObject({ unchanged: 2 })
})

test('what is wrong with one product leaves the others', async () => {
  const business = await makeBusiness()
  const plain = { style: 'X', title: 'Plain', article: 'X', price: '1.50', category: 'Cups' }
  const rows = [
    ...SHIRTS,
    plain,
    { ...plain, article: 'Y' },
    { ...plain, style: 'Z', article: 'Z1', size: 'S' },
    { ...plain, style: 'Z', article: 'Z2' },
    { ...plain, style: 'N', article: 'N', size: 'S', price: 'x' },
    { ...plain, style: '', article: 'ALONE' },
  ]
  const { created, refused } = await importInto(business, file(rows), ...OPTIONS)
  expect(created).toBe(3)
  expect(refused.map(({ line, reasons }) => [line, reasons])).toEqual([
    [6, ['has 2 rows, and none of them has an option']],
    [8, expect.arrayContaining([expect.stringMatching(/^line 9: option_values\.Size: /)])],
    [10, ['line 10: price: "x" is not an amount of money']],
  ])
})
