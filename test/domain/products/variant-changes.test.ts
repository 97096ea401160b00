import { expect, test } from 'vitest'
import { optionsChange, variantChanges } from '../../../lib/domain/products/variant-changes.ts'
import { shirt } from './stored-product.ts'

const { set } = shirt()
const [S, M, L] = set.variants
if (!S || !M || !L) throw new Error('a shirt has three sizes')
const after = (...variants: (typeof S)[]) => ({ ...set, variants })

test('of a changed variant there are the members that differ, before and after', () => {
  const tracked = { ...L, track_inventory: true, allow_backorder: true }
  const before = after(S, M, tracked)
  const changed = after(
    S,
    { ...M, price: 7, sku: null },
    { ...tracked, is_available: false, is_on_backorder: true },
  )
  expect(variantChanges({ before, after: changed })).toEqual([
    {
      id: M.id,
      option_values: { Size: 'M' },
      from: { price: 5, sku: 'SHIRT-M' },
      to: { price: 7, sku: null },
    },
    {
      id: L.id,
      option_values: { Size: 'L' },
      from: { is_available: true, is_on_backorder: null },
      to: { is_available: false, is_on_backorder: true },
    },
  ])
  expect(variantChanges({ before: changed, after: before })[1]).toMatchObject({
    from: { is_available: false, is_on_backorder: true },
    to: { is_available: true, is_on_backorder: null },
  })
})

test('a renamed value is a change of the variant', () => {
  expect(
    variantChanges({ before: set, after: after(S, M, { ...L, option_values: { Size: 'XL' } }) }),
  ).toEqual([
    {
      id: L.id,
      option_values: { Size: 'XL' },
      from: { option_values: { Size: 'L' } },
      to: { option_values: { Size: 'XL' } },
    },
  ])
})

test('a new variant has nothing before, a removed one nothing after, with all other members', () => {
  const { id, option_values, ...members } = M
  expect(variantChanges({ before: after(L, S), after: after(M, S) })).toEqual([
    { id, option_values, from: null, to: expect.objectContaining(members) },
    { id: L.id, option_values: { Size: 'L' }, from: expect.objectContaining({ sku: 'SHIRT-L' }), to: null },
  ])
})

test('a product that gets options or loses them has new variants or none', () => {
  expect(variantChanges({ after: set }).map(({ from }) => from)).toEqual([null, null, null])
  expect(variantChanges({ before: set }).map(({ to }) => to)).toEqual([null, null, null])
  expect(variantChanges({})).toEqual([])
  expect(variantChanges({ before: set, after: set })).toEqual([])
})

test('options change with their names, values and order; without a change there are none', () => {
  const [Size] = set.options
  const both = { ...set, options: [...set.options, { name: 'Colour', values: ['Red'] }] }
  const swapped = { ...both, options: both.options.toReversed() }
  expect(optionsChange({ before: both, after: swapped })).toEqual({ from: both.options, to: swapped.options })
  expect(optionsChange({ after: set })).toEqual({ from: [], to: [Size] })
  expect(optionsChange({ before: set })).toEqual({ from: [Size], to: [] })
  expect(optionsChange({ before: set, after: after(S, M, { ...L, price: 7 }) })).toBeUndefined()
  expect(optionsChange({})).toBeUndefined()
})
