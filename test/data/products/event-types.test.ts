import { expect, test } from 'vitest'
import { transition } from '../../../lib/data/products/product-transition.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { storedProduct } from '../../domain/products/stored-product.ts'

type Status = Product['status']

/** The types of the events of a change of a product from one status to another; undefined where there is none. */
const typesOf = (from: Status | undefined, to: Status | undefined) => {
  const { product } = storedProduct({ name: 'Sencha', price: 1250, category_id: 'tea' })
  const [before, after] = [from, to].map((status) => status && { ...product, status })
  const steps = transition('a business', { before, after }, new Date())
  return steps.flatMap(({ write }) => write.Put?.Item?.event_type ?? [])
}

test.each<[from: Status | undefined, to: Status | undefined, type: string]>([
  ['draft', 'active', 'product.published'],
  ['archived', 'active', 'product.published'],
  ['active', 'draft', 'product.unpublished'],
  ['active', 'archived', 'product.unpublished'],
  ['draft', 'archived', 'product.updated'],
  ['archived', 'draft', 'product.updated'],
  ['active', 'active', 'product.updated'],
  [undefined, 'active', 'product.created'],
  [undefined, 'draft', 'product.created'],
  ['active', undefined, 'product.deleted'],
])('a product that was %s and is %s has one event: %s', (from, to, type) => {
  expect(typesOf(from, to)).toEqual([type])
})
