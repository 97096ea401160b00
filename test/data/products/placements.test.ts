import { expect, test } from 'vitest'
import { placementSteps } from '../../../lib/data/products/placements.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { PLAIN } from '../../domain/products/sizes.ts'

const BUSINESS = '01900000-0000-7000-8000-000000000001'
const LISTED: Product = {
  ...PLAIN,
  additional_categories: ['gifts', 'new'].map((id) => ({ id, position: 0 })),
}

/** The writes to the rows of a product in its additional categories, each with the category that it names. */
const writesOf = (after: Product) =>
  placementSteps(BUSINESS, LISTED, after).map(({ write }) => {
    const [[kind, { Item, Key }] = ['', {}]] = Object.entries<{ Item?: object; Key?: object }>(write)
    return `${kind} ${/gifts|new/.exec(JSON.stringify(Item ?? Key))?.[0]}`
  })

test.each<[string, Partial<Product>]>([
  ['price', { price: 700 }],
  ['name', { name: 'Green tea' }],
  [
    'position',
    { additional_categories: LISTED.additional_categories.map((one) => ({ ...one, position: 5 })) },
  ],
])('another %s is written into every additional category', (_, change) => {
  expect(writesOf({ ...LISTED, ...change })).toEqual(['Put gifts', 'Put new'])
})

test('what no list shows is written nowhere', () => {
  expect(writesOf({ ...LISTED, cost: 1 })).toEqual([])
})

test('a product that is not public any more leaves every additional category', () => {
  expect(writesOf({ ...LISTED, status: 'archived' })).toEqual(['Delete gifts', 'Delete new'])
})
