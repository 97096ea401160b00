import { expect, test } from 'vitest'
import { variantFaults } from '../../../lib/domain/products/variant-rules.ts'

const OPTIONS = [{ name: 'Size', values: ['S', 'M'] }]
const one = (Size: string, more: object = {}) => ({
  option_values: { Size },
  price: 10,
  compare_at_price: null,
  sku: null,
  ...more,
})
const alone = (more: object = {}) => ({ ...one('S', more), option_values: {} })

test.each<[string, Parameters<typeof variantFaults>[0], string[]]>([
  ['two sizes fit together', { options: OPTIONS, variants: [one('S'), one('M')] }, []],
  ['a size twice', { options: OPTIONS, variants: [one('S'), one('S')] }, ['variants/1/option_values']],
  ['a size that is none', { options: OPTIONS, variants: [one('L')] }, ['variants/0/option_values/Size']],
  ['no size', { options: OPTIONS, variants: [alone()] }, ['variants/0/option_values/Size']],
  ['a size without options', { options: [], variants: [one('S')] }, ['variants/0/option_values/Size']],
  ['one variant without options', { options: [], variants: [alone()] }, []],
  ['two variants without options', { options: [], variants: [alone(), alone()] }, ['variants']],
  ['a SKU twice', { variants: [one('S', { sku: 'A' }), one('M', { sku: 'A' })] }, ['variants/1/sku']],
  ['no SKU twice', { variants: [one('S'), one('M')] }, []],
  ['the price as the price before', { variants: [one('S', { compare_at_price: 10 })] }, []],
  [
    'a price before that is lower',
    { variants: [one('S', { compare_at_price: 9 })] },
    ['variants/0/compare_at_price'],
  ],
  [
    'two options that look alike',
    { options: [...OPTIONS, { name: 'SIZE', values: ['1'] }], variants: [] },
    ['options/1/name'],
  ],
  [
    'two values that look alike',
    { options: [{ name: 'Size', values: ['s', 'S'] }], variants: [] },
    ['options/0/values/1'],
  ],
])('%s', (_, set, faults) => {
  expect(variantFaults(set).map(({ path }) => path.join('/'))).toEqual(faults)
})

test('a fault says its kind and the rule', () => {
  const said = (...set: Parameters<typeof variantFaults>) =>
    variantFaults(...set).map(({ code, detail }) => `${code}: ${detail}`)
  const OTHER = { name: 'SIZE', values: ['1'] }
  expect(said({ options: [...OPTIONS, OTHER], variants: [] })).toEqual([
    'invalid: is the name of another option',
  ])
  expect(said({ options: OPTIONS, variants: [alone()] })).toEqual(['required: is required'])
  expect(said({ options: [], variants: [alone(), alone()] })).toEqual([
    'invalid: must have one variant, because there are no options',
  ])
})
