import { expect, test } from 'vitest'
import { transition } from '../../../lib/data/products/product-transition.ts'
import { STOREFRONT } from '../../../lib/data/table/schema.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { shirt } from '../../domain/products/stored-product.ts'

type Status = Product['status']

/** The readers who find the item of the variants behind a change of their product alone, or that it is not written. */
function sheetOf(from: Status, to: Status): string {
  const { product, set } = shirt()
  const [before, after] = [from, to].map((status) => ({ ...product, status }))
  const steps = transition('a business', { before, after, variants: { before: set, after: set } }, new Date())
  const items = steps.flatMap(({ write: { Put } }) => (Put?.Item?.type === 'variants' ? Put.Item : []))
  return items.map((item) => (STOREFRONT.store in item ? 'public' : 'private')).join() || 'as it was'
}

test.each<[Status, Status, string]>([
  ['draft', 'active', 'public'],
  ['archived', 'active', 'public'],
  ['active', 'archived', 'private'],
  ['active', 'draft', 'private'],
  ['draft', 'archived', 'as it was'],
  ['active', 'active', 'as it was'],
])('the variants of a product that was %s and is %s are %s', (from, to, due) => {
  expect(sheetOf(from, to)).toBe(due)
})
