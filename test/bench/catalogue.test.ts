import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LISTED_CATEGORY, makeCatalogue } from '../../bench/measure/catalogue.ts'
import { newProduct } from '../../lib/domain/products/product.ts'

const ID = '5e0c7f6a-1d1b-4a55-9d1e-0f2d8a3b6c11'
const productsOf = (size: number) => [...makeCatalogue(ID, 'a-shop', size).products]

test('a catalogue is the same whenever it is made', () => {
  expect(productsOf(50)).toEqual(productsOf(50))
})

test('a catalogue is the beginning of a larger one', () => {
  expect(productsOf(200).slice(0, 100)).toEqual(productsOf(100))
})

test('even a small catalogue has more than a page of 20 in the category that is listed', () => {
  const listed = productsOf(100).filter((product) => product.category_id === LISTED_CATEGORY)
  expect(listed.length).toBeGreaterThan(20)
})

test('its products are such as the API would take, and like those of a shop', () => {
  const products = productsOf(1_000)
  for (const { id, ...product } of products) {
    const { currency, created_at, updated_at, version, ...rest } = product
    const { price_range, variant_count, last_variant, ...input } = rest
    expect(v.parse(newProduct, input)).toEqual(input)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(input.description.length).toBeGreaterThanOrEqual(60)
    expect(input.description.length).toBeLessThanOrEqual(200)
    expect(input.images).toHaveLength(1)
    expect(input.tags.length).toBeLessThanOrEqual(3)
  }
  for (const name of ['id', 'slug', 'sku', 'external_id'] as const)
    expect(new Set(products.map((product) => product[name])).size).toBe(products.length)
})

test('ids sort as the products were created', () => {
  const ids = productsOf(300).map(({ id }) => id)
  expect([...ids].sort()).toEqual(ids)
})
