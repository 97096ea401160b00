import { expect, test } from 'vitest'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { readAdjustment } from '../../../lib/domain/stock/inventory.ts'

const MOST = 1_000_000_000
const ID = '01980000-0000-7000-8000-000000000001'
const sale = (sku: string) => ({ sku, delta: -1 })
const sales = (count: number) => Array.from({ length: count }, (_, n) => sale(`S${n}`))
const read = (body: object) => readAdjustment({ reason: 'sale', ...body })
const faults = (body: unknown) =>
  breaksOf(() => readAdjustment(body)).map(
    ({ path, code, detail }) => `/${path.join('/')} ${code}: ${detail}`,
  )
const faultsOfChange = (change: unknown) =>
  faults({ reason: 'sale', changes: [change] }).map((fault) => fault.replace('/changes/0', ''))

test('the defaults are an empty reference, and atomic', () => {
  expect(read({ changes: [sale('A')] })).toEqual({
    reason: 'sale',
    reference: null,
    atomic: true,
    changes: [{ sku: 'A', delta: -1 }],
  })
})

test.each([
  ['a sale', { sku: 'A', delta: -1 }],
  ['goods received', { variant_id: `${ID}-2`, delta: 1 }],
  ['the largest change', { sku: 'A', delta: MOST }],
  ['the largest change the other way', { sku: 'A', delta: -MOST }],
  ['a count of nothing', { sku: 'A', quantity: 0 }],
  ['a count of the most', { sku: 'A', quantity: MOST }],
  ['an expectation of nothing', { sku: 'A', quantity: 1, expected: 0 }],
  ['an expectation below zero', { sku: 'A', delta: 1, expected: -MOST }],
  ['an expectation of the most', { sku: 'A', delta: -1, expected: MOST }],
])('%s is read as it was sent', (_, change) => {
  expect(read({ changes: [change] }).changes).toEqual([change])
})

const BY_ONE_NAME = ' invalid: must have exactly one of variant_id and sku'
const BY_ONE_AMOUNT = ' invalid: must have exactly one of delta and quantity'
test.each([
  ['no object', ['A'], [' invalid: must be an object']],
  ['no name', { delta: 1 }, [BY_ONE_NAME]],
  ['two names', { variant_id: ID, sku: 'A', delta: 1 }, [BY_ONE_NAME]],
  ['no amount', { sku: 'A' }, [BY_ONE_AMOUNT]],
  ['an expectation alone', { sku: 'A', expected: 1 }, [BY_ONE_AMOUNT]],
  ['two amounts', { sku: 'A', delta: 1, quantity: 1 }, [BY_ONE_AMOUNT]],
  ['a change by nothing', { sku: 'A', delta: 0 }, ['/delta invalid: must not be 0']],
  ['a sku of null', { sku: null, delta: 1 }, ['/sku invalid: must be a string']],
  [
    'a member that nobody knows',
    { sku: 'A', delta: 1, by: 'me' },
    ['/by unknown_field: is not a known field'],
  ],
])('%s is refused', (_, change, expected) => {
  expect(faultsOfChange(change)).toEqual(expected)
})

test.each([
  { delta: MOST + 1 },
  { delta: -MOST - 1 },
  { delta: 0.5 },
  { quantity: -1 },
  { quantity: MOST + 1 },
  { delta: 1, expected: MOST + 1 },
  { delta: 1, expected: -MOST - 1 },
])('%j is out of what there can be', (amounts) => {
  const [member = ''] = Object.keys(amounts).toReversed()
  expect(faultsOfChange({ sku: 'A', ...amounts })).toEqual([expect.stringMatching(`^/${member} `)])
})

test.each([
  [
    'no reason',
    { reason: undefined },
    '/reason required: is required and must be one of sale, return, received, correction, damaged, transfer, other',
  ],
  ['another reason', { reason: 'theft' }, '/reason invalid: must be one of sale, return, received, '],
  ['no changes', { changes: undefined }, '/changes required: is required'],
  ['an empty list', { changes: [] }, '/changes invalid: must have at least one change'],
  [
    'too many changes',
    { changes: sales(101), atomic: false },
    '/changes invalid: must have at most 100 changes',
  ],
  [
    'too many changes for one commit',
    { changes: sales(25) },
    '/changes invalid: must have at most 24 changes, unless atomic is false',
  ],
  ['a change that is no list', { changes: sale('A') }, '/changes invalid: must be an array'],
  ['atomic as a word', { atomic: 'no' }, '/atomic invalid: must be true or false'],
  ['an empty reference', { reference: '' }, '/reference invalid: '],
  ['a long reference', { reference: 'x'.repeat(256) }, '/reference invalid: '],
  ['a member that nobody knows', { note: 'x' }, '/note unknown_field: is not a known field'],
  [
    'a member that is misspelt',
    { refrence: 'x' },
    '/refrence unknown_field: is not a known field; did you mean "reference"?',
  ],
])('%s is refused', (_, more, fault) => {
  const body = { reason: 'sale', changes: [sale('A')], ...more }
  expect(faults(body)).toEqual([expect.stringContaining(fault)])
})

test('as many changes as one call has', () => {
  expect(read({ changes: sales(24) }).changes).toHaveLength(24)
  expect(read({ changes: sales(100), atomic: false }).changes).toHaveLength(100)
  expect(read({ changes: [sale('A')], reference: 'x'.repeat(255) }).reference).toHaveLength(255)
})

test('each change but the first of those that name a variant alike is refused', () => {
  const changes = [sale('A'), { variant_id: ID, delta: 1 }, { sku: 'A', quantity: 3 }, sale('B')]
  const again = { variant_id: ID, quantity: 2 }
  expect(faults({ reason: 'sale', changes: [...changes, again, sale('A')] })).toEqual([
    '/changes/2/sku invalid: names the same variant as another change',
    '/changes/4/variant_id invalid: names the same variant as another change',
    '/changes/5/sku invalid: names the same variant as another change',
  ])
})

test('a SKU that reads as an id is another name', () => {
  expect(
    read({
      changes: [
        { variant_id: ID, delta: 1 },
        { sku: ID, delta: 1 },
      ],
    }).changes,
  ).toHaveLength(2)
})
