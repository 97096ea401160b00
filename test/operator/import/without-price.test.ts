import { expect, test } from 'vitest'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'
import { csvOf } from './dialects/tables.ts'

type Row = Readonly<Record<string, string>>
const DRAFT = ['--without-price', 'draft']
const HINT = 'for products without a price: --without-price draft'

const woo = (prices: readonly [ID: string, price: string][], variants: readonly string[] = []) => {
  const rows: Row[] = prices.map(([ID, price]) => ({
    ID,
    Type: ID === '9' ? 'variable' : 'simple',
    Name: `Organ ${ID}`,
    Published: '1',
    'Regular price': price,
    Categories: 'Organs',
    ...(ID === '9' && { 'Attribute 1 name': 'Size' }),
  }))
  const sizes = variants.map((price, n) => ({
    ID: `${100 + n}`,
    Type: 'variation',
    SKU: `O-${n}`,
    Published: '1',
    'Regular price': price,
    Parent: 'id:9',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'SML'[n] ?? '',
  }))
  const columns = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price', 'Categories', 'Parent']
  const text = csvOf([...columns, 'Attribute 1 name', 'Attribute 1 value(s)'], [...rows, ...sizes])
  return { name: 'woo.csv', text }
}

const linesOf = async (business: Business) => (await exported(business)).lines

test('a price that was taken away is an error of the row, with the option for such products', async () => {
  const business = await makeBusiness()
  const before = woo(
    [
      ['7', '9.50'],
      ['9', ''],
    ],
    ['9.50', '8.50'],
  )
  expect(await importInto(business, before)).toMatchObject({ created: 2, refused: [] })
  const stored = await linesOf(business)
  const { refused } = await importInto(
    business,
    woo(
      [
        ['7', ''],
        ['9', ''],
      ],
      ['9.50', ''],
    ),
  )
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    [expect.stringMatching(`^price: is empty: .*; ${HINT}$`)],
    [expect.stringMatching(`^line 5: price: is empty: .*; ${HINT}$`)],
  ])
  expect(await linesOf(business)).toEqual(stored)
})

test('a reason that only quotes words about a missing price has no hint', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,category,price\n": price: is empty",Cup,A,1.50\n": price: is empty",Mug,A,2.50\n'
  const { refused } = await importInto(business, { name: 'own.csv', text })
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    ['sku: ": price: is empty" is already used in row 1'],
  ])
})

test('--without-price draft makes drafts of new products, and leaves price and status of the existing ones', async () => {
  const business = await makeBusiness()
  await importInto(business, woo([['7', '9.50']]))
  const file = woo(
    [
      ['7', ''],
      ['8', ''],
      ['9', ''],
    ],
    ['', ''],
  )
  for (const dry of [['--dry-run'], []])
    expect(await importInto(business, file, ...DRAFT, ...dry)).toMatchObject({
      refused: [],
      created: 2,
      lost: [
        { loss: 'price_kept', count: 1, first: 'row 1 (line 2): "Organ 7"' },
        { loss: 'price_draft', count: 2, first: 'row 2 (line 3): "Organ 8"' },
      ],
    })
  const none = { price: 0, is_enabled: false }
  expect(await linesOf(business)).toMatchObject([
    { price: 950, status: 'active' },
    { price: 0, status: 'draft' },
    { status: 'draft', variants: [none, none] },
  ])
  expect(await importInto(business, file, ...DRAFT)).toMatchObject({ unchanged: 3 })
  // With a price a product is for sale, as the file says, and so is that variant.
  const priced = woo(
    [
      ['7', ''],
      ['8', '7.00'],
      ['9', ''],
    ],
    ['9.50', ''],
  )
  expect(await importInto(business, priced, ...DRAFT)).toMatchObject({ updated: 2, unchanged: 1 })
  expect(await linesOf(business)).toMatchObject([
    { price: 950, status: 'active' },
    { price: 700, status: 'active' },
    { status: 'active', variants: [{ price: 950, is_enabled: true }, none] },
  ])
})
