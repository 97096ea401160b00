import { expect, test } from 'vitest'
import { findIdByExternalId, findWholeProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const numbers = Array.from({ length: 100 }, (_, n) => n)
const sizes = numbers.slice(0, 50).map((n) => `size ${n}`)

/** A product with 100 variants, more SKUs than one write can give. */
const withSkus = (mark: string) => ({
  external_id: 'many',
  name: 'Many',
  category: 'All',
  options: [
    { name: 'Size', values: sizes },
    { name: 'Colour', values: ['red', 'blue'] },
  ],
  variants: numbers.map((n) => ({
    option_values: { Size: sizes[Math.floor(n / 2)], Colour: n % 2 === 0 ? 'red' : 'blue' },
    price: 100,
    sku: `${mark}-${n}`,
    track_inventory: true,
    quantity: n,
  })),
})

async function skusIn(business: Business) {
  const id = await findIdByExternalId(business.id, 'many')
  const whole = id === undefined ? undefined : await findWholeProduct(business.id, id)
  return whole?.set.variants.map(({ sku }) => sku)
}

test('100 variants get their SKUs, are recognized, and can get others', async () => {
  const business = await makeBusiness()
  for (const [mark, outcome] of [
    ['A', 'created'],
    ['A', 'unchanged'],
    ['B', 'updated'],
    ['B', 'unchanged'],
  ] as const) {
    expect(await importInto(business, [withSkus(mark)])).toMatchObject({ [outcome]: 1, refused: [] })
    expect(await skusIn(business)).toEqual(numbers.map((n) => `${mark}-${n}`))
  }
})

test('one of the last that another product has refuses the row, and nothing of it is written', async () => {
  const business = await makeBusiness()
  const cup = { sku: 'A-99', name: 'Cup', price: 1, category: 'All' }
  await importInto(business, [cup])
  const refused = [{ row: 1, reasons: ['sku: "A-99" belongs to another product'] }]
  expect(await importInto(business, [withSkus('A')])).toMatchObject({ created: 0, refused })
  expect(await skusIn(business)).toBeUndefined()

  await importInto(business, [withSkus('B')])
  expect(await importInto(business, [withSkus('A')])).toMatchObject({ updated: 0, refused })
  expect(await skusIn(business)).toEqual(numbers.map((n) => `B-${n}`))
})
