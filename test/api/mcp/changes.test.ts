import { expect, test } from 'vitest'
import { changeOf } from '../../../lib/api/mcp/changes.ts'
import { ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'

const { id, name } = ADMIN_PRODUCT

const tried = (more: object, type = 'product.updated') => ({
  index: 0,
  id,
  events: [{ type, data: ADMIN_PRODUCT, previous: {} }],
  variants: [],
  quantities: [],
  ...more,
})

const sized = (Size: string, from: JsonObject | null, to: JsonObject | null) => ({
  option_values: { Size },
  from,
  to,
})
const [dear, cheap] = [{ price: 100 }, { price: 90 }]

test('variants that change in the same way are shown together', () => {
  const variants = [sized('S', dear, cheap), sized('M', dear, { price: 80 }), sized('L', dear, cheap)]
  expect(changeOf(tried({ variants }), {})).toEqual({
    id,
    name,
    changes: {},
    variants: [
      { of: [{ Size: 'S' }, { Size: 'L' }], changes: { price: { from: 100, to: 90 } } },
      { of: [{ Size: 'M' }], changes: { price: { from: 100, to: 80 } } },
    ],
  })
})

test('a variant is named by its options, whatever the order of its values', () => {
  const variants = [
    { option_values: { Height: '50', Width: '40' }, from: dear, to: cheap },
    { option_values: { Width: '50', Height: '40' }, from: dear, to: { price: 80 } },
  ]
  expect(changeOf(tried({ variants }), {})).toMatchObject({
    variants: [{ of: [{ Width: '40', Height: '50' }] }, { of: [{ Width: '50', Height: '40' }] }],
  })
})

test('of a variant that is added every member that is set is shown', () => {
  const added = { price: 80, sku: 'S-1', image: 'https://images.example/s.jpg', cost: null }
  expect(changeOf(tried({ variants: [sized('S', null, added), sized('M', dear, null)] }), {})).toMatchObject({
    variants: [
      {
        of: [{ Size: 'S' }],
        added: { price: 80, sku: 'S-1', image: 'https://images.example/s.jpg' },
      },
      { of: [{ Size: 'M' }], removed: true },
    ],
  })
})

test('quantities are shown that begin or end, those of a product that is deleted too', () => {
  const quantities = [
    { option_values: {}, from: null, to: 77 },
    { option_values: { Size: 'S' }, from: 5, to: null },
  ]
  const shown = {
    quantities: [
      { from: null, to: 77 },
      { of: { Size: 'S' }, from: 5, to: null },
    ],
  }
  for (const type of ['product.created', 'product.updated', 'product.deleted'])
    expect(changeOf(tried({ quantities }, type), {})).toMatchObject(shown)
})

test('the slug of a new product is shown if it was sent: one that is made can be another one', () => {
  const slugOf = (sent: JsonObject) => Object(changeOf(tried({}, 'product.created'), sent)).product.slug
  expect(slugOf({ slug: 'sencha' })).toBe('sencha')
  expect(slugOf({})).toBeUndefined()
})
