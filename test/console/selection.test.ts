import { expect, test } from 'vitest'
import { addProduct, paste } from '../../clients/console/src/state/editing.ts'
import { forgetWork } from '../../clients/console/src/state/keeping.ts'
import {
  beginTyping,
  bounds,
  choose,
  place,
  selectedRows,
} from '../../clients/console/src/state/selection.ts'
import { order, putRows, unfolded } from '../../clients/console/src/state/store.ts'
import { put } from '../../clients/console/src/state/typing.ts'
import { showRows } from './session.ts'
import { leftEdits, type } from './tab.ts'
import { row } from './table.ts'

const PRICE = 2
const variants = ['a-1', 'a-2'].map((id) => row(id, {}, { kind: 'variant', productId: 'a' }))

/** The variants of the first product arrive. */
function unfoldFirst() {
  putRows(variants)
  unfolded.value = new Map([['a', variants.map(({ id }) => id)]])
}

test('rows that arrive above the cell in which somebody types do not take its text', () => {
  showRows(['a', 'b', 'c'].map((id) => row(id)))
  choose(1, PRICE)
  beginTyping('9')
  unfoldFirst()
  expect(place.value).toMatchObject({ row: 3, endRow: 3, typed: '9' })
  put('9.99')
  expect(leftEdits()).toEqual({ 'b price': '9.99' })
})

test('rows stay selected where others arrive above them', () => {
  showRows(['a', 'b', 'c'].map((id) => row(id)))
  choose(1, PRICE)
  choose(2, PRICE, true)
  addProduct()
  expect(selectedRows.value.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(bounds.value).toMatchObject({ top: 2, bottom: 3 })
})

test('where the row is gone in which somebody types, no other row takes the text', () => {
  showRows(['a', 'b', 'c'].map((id) => row(id)))
  choose(1, PRICE)
  beginTyping('9')
  order.value = ['a', 'c']
  put('9.99')
  expect(place.value).toMatchObject({ row: 1, typed: undefined })
  expect(leftEdits()).toEqual({})
})

test('a cell that cannot be changed is not typed in', () => {
  showRows([row('a', { price: null }, { hasOptions: true })])
  choose(0, PRICE)
  beginTyping('9')
  expect(place.value.typed).toBe(undefined)
})

test('what was begun to be typed is not in the rows of another business', () => {
  showRows([row('a')])
  choose(0, PRICE)
  beginTyping('9')
  forgetWork()
  showRows([row('b')])
  expect(place.value).toMatchObject({ row: 0, column: 0, typed: undefined })
})

test('a pasted list finds its rows by the SKUs that are shown, also where they are not saved yet', async () => {
  showRows(['a', 'b', 'c'].map((id) => row(id)))
  type(['a', 'sku', 'S-b'], ['b', 'sku', 'S-a'])
  await paste('sku\tprice\nS-a\t9\nS-c\t8', {
    rows: [],
    columns: [],
    selected: { rows: 1, columns: 1 },
    nameOf: ({ id }) => id,
  })
  expect(leftEdits()).toEqual({ 'a sku': 'S-b', 'b sku': 'S-a', 'b price': '9.00', 'c price': '8.00' })
})
