import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import {
  mergeWhole,
  newWholeFromPatch,
  newWholeProduct,
  replaceWhole,
} from '../../../lib/domain/products/product-body.ts'
import { storedProduct } from './stored-product.ts'

const NAMED = { name: 'Shirt', category_id: 'tea' }
const options = [{ name: 'Size', values: ['S'] }]
const variants = [{ option_values: { Size: 'S' }, price: 1, track_inventory: true, quantity: 2 }]
const sized = storedProduct({ ...NAMED, options, variants })
const plain = storedProduct({ ...NAMED, price: 1 })

/** Every way in which a body with a quantity is read. */
const DOORS: [string, (body: JsonObject) => unknown][] = [
  ['a new product', (body) => newWholeProduct({ ...NAMED, ...body })],
  ['a new product of a patch', (body) => newWholeFromPatch({ ...NAMED, ...body })],
  ['a replacement', (body) => replaceWhole(sized, { ...NAMED, ...body })],
  ['a replacement of a product without options', (body) => replaceWhole(plain, { ...NAMED, ...body })],
  ['a patch', (body) => mergeWhole(sized, body)],
  ['a patch of a product without options', (body) => mergeWhole(plain, body)],
]

describe.each(DOORS)('%s', (_, read) => {
  const faults = (body: JsonObject) => breaksOf(() => read(body)).map(({ path }) => path.join('/'))

  test('has no quantity next to its variants', () => {
    expect(faults({ options, variants })).toEqual([])
    expect(faults({ options, variants, quantity: 7 })).toEqual(['quantity'])
    expect(faults({ options: [], variants: [{ price: 1 }], quantity: 0 })).toEqual(['quantity'])
    expect(faults({ options, quantity: 7 })).toContain('quantity')
  })
})

test('a quantity alone is left alone where the stored product has options, so that a body can come again', () => {
  expect(mergeWhole(sized, { quantity: 7 })).toEqual(sized)
  expect(replaceWhole(sized, { ...NAMED, quantity: 7 })).toEqual(sized)
})
