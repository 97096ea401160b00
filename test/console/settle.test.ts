import { expect, test } from 'vitest'
import { COLUMNS, columnOf } from '../../clients/console/src/rules/columns.ts'
import { type Edits, withChanges, withFaults } from '../../clients/console/src/rules/edits.ts'
import {
  faultsOf,
  merged,
  restOfCount,
  savedRow,
  withoutSaved,
} from '../../clients/console/src/rules/settle.ts'
import { euros, row } from './table.ts'

const before = row('a')
const price = columnOf('price')
const edited = (text: string, column = price): Edits =>
  withChanges(new Map(), [{ row: before, column, text }], euros)
const merge = (edits: Edits, theirs: Parameters<typeof row>[1]) =>
  merged(edits, row('a', theirs), COLUMNS, euros)

test('mine stays where others changed something else, or nothing', () => {
  const edits = edited('9')
  expect(merge(edits, { name: 'Other' })).toEqual({ edits, conflicts: 0 })
  expect(merge(edits, {})).toEqual({ edits, conflicts: 0 })
})

test('mine is saved where theirs is the same: the response was lost', () => {
  expect(merge(edited('9'), { price: 900 })).toEqual({ edits: new Map(), conflicts: 0 })
})

test('a cell that others changed to something else is said, and mine wins when it is saved again', () => {
  const { edits, conflicts } = merge(edited('9'), { price: 1999 })
  expect(conflicts).toBe(1)
  expect(edits.get('a price')).toEqual({
    text: '9.00',
    base: '19.99',
    fault: 'Now 19.99. Save again to keep yours.',
  })
  expect(merged(edits, row('a', { price: 1999 }), COLUMNS, euros).conflicts).toBe(0)
})

test('a change of a quantity by a difference has no conflict, a new quantity has', () => {
  const stock = columnOf('stock')
  expect(merge(edited('-1', stock), { stock: 2 }).edits.get('a stock')).toEqual({ text: '-1', base: '2' })
  expect(merge(edited('9', stock), { stock: 2 }).conflicts).toBe(1)
})

test('a saved cell has no edit any more, unless it was edited since', () => {
  const sent = new Map([['a price', '9.00']])
  expect(withoutSaved(edited('9'), sent, before).size).toBe(0)
  expect(withoutSaved(edited('8'), sent, before).size).toBe(1)
  const told = withFaults(
    edited('9'),
    [{ row: before, column: columnOf('compare_at_price'), fault: 'x' }],
    euros,
  )
  expect(withoutSaved(told, sent, before).size).toBe(0)
  expect(savedRow(before, sent, COLUMNS, euros).values).toEqual({ ...before.values, price: 900 })
})

test('an error goes to its cell, also where nobody edited it', () => {
  const problem = {
    detail: 'Some fields are wrong.',
    errors: [{ pointer: '/operations/0/data/compare_at_price', detail: 'It is below the price.' }],
  }
  const sent = new Map([['a price', '9.00']])
  expect(faultsOf({ row: before, sent }, problem, COLUMNS)).toEqual([
    { row: before, column: columnOf('compare_at_price'), fault: 'It is below the price.' },
  ])
})

test('an error inside a list goes to the cell of the list, with its place', () => {
  const problem = {
    detail: 'Some fields are wrong.',
    errors: [
      { pointer: '/images/2/url', detail: 'must be an https URL' },
      { pointer: '/operations/7/data/tags/0', detail: 'must be one line' },
      { pointer: '/metadata/name', detail: 'is no cell' },
    ],
  }
  const faults = faultsOf({ row: before, sent: new Map() }, problem, COLUMNS)
  expect(faults.map(({ column, fault }) => [column.name, fault])).toEqual([
    ['images', 'Number 3: must be an https URL'],
    ['tags', 'Number 1: must be one line'],
  ])
})

test('a long text or a list that others changed is not repeated in the sentence', () => {
  const text = columnOf('description')
  const { edits, conflicts } = merge(edited('Mine', text), { description: 'x'.repeat(5000) })
  expect(conflicts).toBe(1)
  expect(edits.get('a description')?.fault).toBe('Somebody else changed it. Save again to keep yours.')
  expect(merge(edited('["tea"]', columnOf('tags')), { tags: ['cup'] }).edits.get('a tags')).toMatchObject({
    base: '["cup"]',
    fault: 'Somebody else changed it. Save again to keep yours.',
  })
})

test('a cell that was edited while it was saved is compared with what was saved', () => {
  const sent = new Map([['a price', '9.00']])
  const left = withoutSaved(edited('8'), sent, before)
  expect(left.get('a price')).toEqual({ text: '8.00', base: '9.00' })
  const saved = savedRow(before, sent, COLUMNS, euros)
  expect(merged(left, saved, COLUMNS, euros).conflicts).toBe(0)
})

test('what was saved is found by its words', () => {
  const sent = new Map([
    ['a tags', '["Green","Loose"]'],
    ['a brand', 'Ippodo'],
  ])
  const { words, values } = savedRow(before, sent, COLUMNS, euros)
  expect(words).toContain('ippodo green loose')
  expect(values).toMatchObject({ tags: ['Green', 'Loose'], brand: 'Ippodo' })
})

test('an error of no cell of the table is at every cell that was sent', () => {
  const sent = new Map([
    ['a price', '9.00'],
    ['a name', 'A'],
  ])
  const faults = faultsOf({ row: before, sent }, { detail: 'No.', errors: [{ detail: 'Why.' }] }, COLUMNS)
  expect(faults.map(({ column, fault }) => [column.name, fault])).toEqual([
    ['name', 'No. Why.'],
    ['price', 'No. Why.'],
  ])
})

test('of a change of a quantity that was raised while it was sent, the rest is left', () => {
  const left = (sent: string, text: string) => restOfCount({ text, base: '3' }, sent)
  expect(left('+1', '+3')).toEqual({ text: '+2', base: '3' })
  expect(left('+1', '-1')).toEqual({ text: '-2', base: '3' })
  expect(left('+1', '+1')).toBe(undefined)
  expect(left('8', '7')).toEqual({ text: '7', base: '8' })
  expect(left('+1', '7')).toEqual({ text: '7', base: '3' })
})

test('an edit of a price that is now in variants is said, and can be taken away', () => {
  const now = row('a', { price: null }, { hasOptions: true })
  const { edits, conflicts } = merged(edited('9'), now, COLUMNS, euros)
  expect(conflicts).toBe(1)
  expect(edits.get('a price')?.fault).toMatch(/variants/)
  expect(withChanges(edits, [{ row: now, column: price, text: '' }], euros).size).toBe(0)
})
