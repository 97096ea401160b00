import { describe, expect, test } from 'vitest'
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

describe('quantities that begin or end', () => {
  const quantities = [
    { id: null, option_values: {}, from: null, to: 77 },
    { id: `${id}-1`, option_values: { Size: 'S' }, from: 5, to: null },
    { id: `${id}-2`, option_values: { Size: 'M' }, from: 6, to: null },
  ]
  const [begun, ended, other] = [
    { from: null, to: 77 },
    { of: { Size: 'S' }, from: 5, to: null },
    { of: { Size: 'M' }, from: 6, to: null },
  ]

  test('are shown, those of a product that is deleted too', () => {
    for (const type of ['product.created', 'product.updated', 'product.deleted'])
      expect(changeOf(tried({ quantities }, type), {})).toMatchObject({ quantities: [begun, ended, other] })
  })

  test('are shown with the held pieces, if they end', () => {
    expect(changeOf(tried({ quantities }), {}, new Map([[`${id}-1`, 2]]))).toMatchObject({
      quantities: [begun, { ...ended, held: 2 }, { ...other, held: 0 }],
    })
  })
})

describe('names that products have for their stamps', () => {
  const names = ['id', 'version', 'created_at', 'updated_at', 'additional_category_ids', 'last_variant']

  test.each(names)('metadata called %s is shown', (stamp) => {
    const events = [
      {
        type: 'product.updated',
        data: { ...ADMIN_PRODUCT, metadata: { [stamp]: 'b' } },
        previous: { metadata: { [stamp]: 'a' }, updated_at: '2026-11-30T00:00:00Z', version: 1 },
      },
    ]
    expect(changeOf(tried({ events }), {})).toMatchObject({
      changes: { metadata: { [stamp]: { from: 'a', to: 'b' } } },
    })
  })

  test('an option called version is shown', () => {
    const values = (version: string) => ({ option_values: { version } })
    const variants = [
      { ...values('basic'), from: values('deluxe'), to: values('basic') },
      { ...values('deluxe'), from: values('basic'), to: values('deluxe') },
    ]
    expect(changeOf(tried({ variants }), {})).toMatchObject({
      variants: [
        { changes: { option_values: { version: { from: 'deluxe', to: 'basic' } } } },
        { changes: { option_values: { version: { from: 'basic', to: 'deluxe' } } } },
      ],
    })
  })
})

test('the slug of a new product is shown if it was sent: one that is made can be another one', () => {
  const slugOf = (sent: JsonObject) => Object(changeOf(tried({}, 'product.created'), sent)).product.slug
  expect(slugOf({ slug: 'sencha' })).toBe('sencha')
  expect(slugOf({})).toBeUndefined()
})
