import { expect, test } from 'vitest'
import { readParameters } from '../../../../lib/api/http/parameters/parameters.ts'
import { pathSlug, pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import {
  productParameters,
  variantParameters,
} from '../../../../lib/api/http/parameters/product-parameters.ts'

const UUID = '01980000-0000-7000-8000-00000000000a'

test('an id in a path is a UUID in either case, and a slug as it is', () => {
  expect(pathUuid('product', UUID)).toBe(UUID)
  expect(pathUuid('product', UUID.toUpperCase())).toBe(UUID)
  expect(pathSlug('category', 'green-tea')).toBe('green-tea')
})

test.each([undefined, '', 'green-tea', `${UUID}0`, `{${UUID}}`])('%j is the id of no product', (value) => {
  expect(() => pathUuid('product', value)).toThrow(
    expect.objectContaining({
      code: 'product_not_found',
      kind: [404, 'Product not found'],
      options: { detail: 'There is no such product.' },
    }),
  )
})

test.each([undefined, '', 'Green', UUID, 'x'.repeat(64)])('%j is the id of no category', (value) => {
  expect(() => pathSlug('category', value)).toThrow(
    expect.objectContaining({
      code: 'category_not_found',
      options: { detail: 'There is no such category.' },
    }),
  )
})

test('a missing key is refused with the name of its kind', () => {
  expect(() => pathUuid('api_key', 'x')).toThrow(
    expect.objectContaining({ options: { detail: 'There is no such API key.' } }),
  )
})

test('a product can be expanded by its variants, once', () => {
  expect(readParameters('expand=variants', productParameters)).toEqual({ expand: ['variants'] })
  expect(() => readParameters('expand=variants,variants', productParameters)).toThrow('invalid_parameter')
  expect(() => readParameters('expand=price', productParameters)).toThrow('invalid_parameter')
})

test('variants are found by a SKU without the blanks around it', () => {
  expect(readParameters('sku=+A+1+', variantParameters)).toEqual({ sku: 'A 1' })
})
