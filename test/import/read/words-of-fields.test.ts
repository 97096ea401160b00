import { expect, test } from 'vitest'
import { plannedRows } from './planned-rows.ts'

test.each([
  ['1', true],
  ['0', false],
  ['y', true],
  ['N', false],
  ['Yes', true],
  ['no', false],
])('%s is %s for each field of yes and no, as text and as JSON', async (word, is) => {
  const fields = {
    track_inventory: is,
    allow_backorder: is,
    is_available: is,
    status: is ? 'active' : 'draft',
  }
  const names = Object.keys(fields)
  const [csv] = await plannedRows(`sku,${names}\nA,${names.map(() => word)}`)
  expect(csv).toMatchObject({ fields, faults: [] })
  const value = /\d/.test(word) ? Number(word) : word
  const said = Object.fromEntries(names.map((name) => [name, value]))
  const variants = [{ is_enabled: value, track_inventory: value }]
  const [json] = await plannedRows(JSON.stringify([{ sku: 'A', ...said, variants }]))
  expect(json).toMatchObject({ fields: { variants: [{ is_enabled: is, track_inventory: is }] }, faults: [] })
})

test('other words are neither', async () => {
  const [row] = await plannedRows('sku,track_inventory,is_available\nA,2,maybe')
  expect(row?.faults).toEqual([
    { field: 'track_inventory', detail: 'must be true, false, yes, no, y, n, 1 or 0' },
    { field: 'is_available', detail: 'must be true, false, yes, no, y, n or a number' },
  ])
})

test.each([
  ['1,25,000', 125_000],
  ['-1,00,000', -100_000],
  ['12,34,567', 1_234_567],
])('a quantity of %s is %i', async (quantity, expected) => {
  const [row] = await plannedRows(`sku,price,quantity\nA,"9,50","${quantity}"`)
  expect(row).toMatchObject({ fields: { quantity: expected }, faults: [] })
})
