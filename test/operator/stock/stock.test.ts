import { beforeEach, expect, test } from 'vitest'
import { getProduct } from '../../../lib/data/products/product-reads.ts'
import { changeProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { eventsOf } from '../../admin/table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { operate } from '../operate.ts'

let business: Business
let plain: Product
let shirt: Product

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  plain = await makeProduct(business, {
    category_id: 'tea',
    sku: 'PLAIN',
    track_inventory: true,
    quantity: 3,
    low_stock_at: 5,
  })
  shirt = await makeProduct(business, { category_id: 'tea', name: 'Shirt' })
  const variants = ['S', 'M'].map((Size) => ({
    option_values: { Size },
    price: 1,
    sku: `SHIRT-${Size}`,
    track_inventory: Size === 'S',
    ...(Size === 'S' && { quantity: 7 }),
  }))
  await changeProduct(business.id, shirt.id, (whole) =>
    replaceVariants(whole, { options: [{ name: 'Size', values: ['S', 'M'] }], variants }),
  )
})

const stock = (...words: string[]) => operate('stock', ...words, '--business', business.slug)

test('list shows what is tracked, all of it, what is low, or one SKU', async () => {
  const { stdout } = await stock('list')
  expect(stdout.split('\n').map((line) => line.split(/\s+/))).toEqual([
    ['QUANTITY', 'LOW', 'AT', 'VARIANT', 'ITS', 'SKU'],
    ['3*', '5', plain.id, 'PLAIN'],
    ['7', '-', `${shirt.id}-1`, 'SHIRT-S'],
  ])
  expect(JSON.parse((await stock('list', '--low', '--json')).stdout)).toEqual([
    {
      variant_id: plain.id,
      product_id: plain.id,
      sku: 'PLAIN',
      quantity: 3,
      allow_backorder: false,
      low_stock_at: 5,
      is_low: true,
    },
  ])
  expect((await stock('list', '--sku', 'SHIRT-S', '--json')).stdout).toContain('"quantity": 7')
  expect((await stock('list', '--sku', 'SHIRT-M')).stdout).toContain('has no stock to show')
  expect(await stock('list', '--sku', 'NONE')).toMatchObject({ code: 1 })
  expect((await stock('list', '--limit', '1')).notes.join()).toContain('--limit was 1')
})

test('adjust changes a quantity by a number or to one, under its SKU or id, and records an event', async () => {
  expect((await stock('adjust', 'PLAIN', '--by', '-3', '--reason', 'damaged')).stdout).toBe(
    '"PLAIN": there are 0',
  )
  expect(await getProduct(business.id, plain.id)).toMatchObject({ is_available: false })
  const { stdout } = await stock('adjust', `${shirt.id}-1`, '--to', '9', '--expected', '7', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ variant_id: `${shirt.id}-1`, quantity: 9 })
  const adjusted = (await eventsOf(business.id)).map(({ event }) => event)
  expect(adjusted.filter(({ type }) => type === 'inventory.adjusted')).toMatchObject([
    { type: 'inventory.adjusted', actor: { kind: 'operator' }, data: { reason: 'damaged' } },
    { type: 'inventory.adjusted', data: { reason: 'correction' } },
  ])
})

test.each([
  [['PLAIN', '--by', '-4'], /there are only 3/],
  [['PLAIN', '--by', '999999998'], /there are 3, and a quantity is from -1000000000 to 1000000000/],
  [['PLAIN', '--to', '9', '--expected', '4'], /there are 3, not as many as expected/],
  [['SHIRT-M', '--by', '1'], /not tracked/],
  [['NONE', '--by', '1'], /has no variant "NONE"/],
  [['PLAIN'], /--by or --to/],
  [['PLAIN', '--by', '0'], /changes nothing/],
  [['PLAIN', '--by', '1', '--expected', '4'], /there are 3, not as many as expected/],
])('adjust %j is refused in one line, and changes nothing', async (words, line) => {
  const { code, notes } = await stock('adjust', ...words)
  expect(code).toBe(1)
  expect(notes.at(-1)).toMatch(line)
  expect((await stock('list', '--sku', 'PLAIN', '--json')).stdout).toContain('"quantity": 3')
})
