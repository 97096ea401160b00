import { expect, test } from 'vitest'
import { addProduct, dropNew, undo } from '../../clients/console/src/state/editing.ts'
import { offered, takeOffered } from '../../clients/console/src/state/keeping.ts'
import { edits, isSaving, order, putMerged, unsettled } from '../../clients/console/src/state/store.ts'
import { showRows } from './session.ts'
import { leftEdits, rowOf, type } from './tab.ts'
import { row } from './table.ts'

const kept = () => ({
  edits: new Map([['b price', { text: '8.00', base: '12.50' }]]),
  unsettled: undefined,
})

test('a step back after others wrote into an edited cell still says so', () => {
  showRows(['a', 'b'].map((id) => row(id)))
  type(['a', 'price', '9'])
  type(['b', 'price', '8'])
  putMerged([row('a', { price: 1999 })])
  undo()
  expect(leftEdits()).toEqual({ 'a price': ['9.00', 'Now 19.99. Save again to keep yours.'] })
})

test('a step back leaves no edit of a row that was dropped', () => {
  showRows([row('a')])
  addProduct()
  const [fresh = ''] = order.value
  type([fresh, 'name', 'Oolong'])
  type(['a', 'price', '9'])
  dropNew(rowOf(fresh))
  undo()
  expect(leftEdits()).toEqual({})
})

test('no step is taken back while a save is under way', () => {
  showRows([row('a')])
  type(['a', 'price', '9'])
  isSaving.value = true
  undo()
  isSaving.value = false
  expect(leftEdits()).toEqual({ 'a price': '9.00' })
})

test('a step back after edits of before a reload were taken keeps them', async () => {
  showRows(['a', 'b'].map((id) => row(id)))
  type(['a', 'price', '9'])
  offered.value = kept()
  await takeOffered()
  undo()
  expect(leftEdits()).toEqual({ 'a price': '9.00', 'b price': '8.00' })
})

test('a change of stock whose response is lost keeps its key when edits of before a reload are taken', async () => {
  showRows(['a', 'b'].map((id) => row(id)))
  const batch = { key: 'k', keyId: 'key', works: [] }
  unsettled.value = batch
  offered.value = kept()
  await takeOffered()
  expect(unsettled.value).toBe(batch)
  expect(edits.value.size).toBe(1)
})
