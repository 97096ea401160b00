import { expect, test } from 'vitest'
import { foreseenRows } from '../../clients/typescript/src/command/api/foreseen.ts'

const product = { currency: 'EUR', price: 1000, name: 'Tea', version: 3, updated_at: 'now' }

test('an update has a row for each member that changes, with prices in their currency', () => {
  const previous = { price: 900, name: 'Te', version: 2, updated_at: 'before' }
  expect(foreseenRows({ index: 0, events: [{ type: 'product.updated', data: product, previous }] })).toEqual([
    ['0', 'product.updated', 'price', '9.00 EUR', '10.00 EUR'],
    ['0', 'product.updated', 'name', 'Te', 'Tea'],
  ])
})

test('a creation, a deletion and a change of variants alone have one row', () => {
  const created = { type: 'product.created', data: product, previous: {} }
  const ofVariants = {
    type: 'product.updated',
    data: product,
    previous: { version: 2, updated_at: 'before' },
  }
  expect(foreseenRows({ index: 1, events: [created, ofVariants] })).toEqual([
    ['1', 'product.created', '', '', ''],
    ['1', 'product.updated', '', '', ''],
  ])
})

test('variants have a row for each member, and one if they come or go', () => {
  const events = [{ type: 'product.updated', data: product, previous: { version: 2 } }]
  const of = (Size: string) => ({ id: null, option_values: { Size, Colour: 'red' } })
  const variants = [
    { ...of('S'), from: { price: 100, sku: null }, to: { price: 200, sku: 'A' } },
    { ...of('M'), from: null, to: { price: 1 } },
    { ...of('L'), from: { price: 1 }, to: null },
  ]
  expect(foreseenRows({ index: 2, events, variants }).slice(1)).toEqual([
    ['2', 'variant S / red', 'price', '1.00 EUR', '2.00 EUR'],
    ['2', 'variant S / red', 'sku', '-', 'A'],
    ['2', 'new variant M / red', '', '', ''],
    ['2', 'removed variant L / red', '', '', ''],
  ])
})

test('an adjustment has a row for each quantity, and a refused or unchanged operation none', () => {
  const data = { changes: [{ variant_id: 'cup-1', product_id: 'cup', delta: -2, quantity: 3 }] }
  expect(foreseenRows({ events: [{ type: 'inventory.adjusted', data, previous: {} }] })).toEqual([
    ['', 'inventory.adjusted', 'cup-1', '5', '3'],
  ])
  expect(foreseenRows({ index: 0 })).toEqual([])
})
