import { expect, test } from 'vitest'
import type { Note } from '../../../lib/catalogue-files/note.ts'
import { withQuantities } from '../../../lib/import/read/quantities.ts'

const SIZED = { name: 'Shirt', quantity: 7, variants: [{ option_values: { Size: 'S' }, quantity: 2 }] }
const read = { name: 'Shirt', variants: [{ ...SIZED.variants[0], track_inventory: true }] }

test('a quantity beside variants is left out, and the report says so', () => {
  const notes: Note[] = []
  expect(withQuantities(SIZED, 'set', notes)).toEqual(read)
  expect(notes).toEqual([{ loss: 'quantity', detail: '7 of the product: each variant has its own' }])
  expect(withQuantities({ ...SIZED, quantity: null }, 'set', notes)).toEqual(read)
  expect(notes).toHaveLength(1)
})

test('of stock that is ignored no quantity is left out with a note', () => {
  const notes: Note[] = []
  expect(withQuantities(SIZED, 'ignore', notes)).toEqual({
    name: 'Shirt',
    variants: [{ option_values: { Size: 'S' } }],
  })
  expect(notes).toEqual([])
})

test.each([true, false])(
  'of stock that is ignored tracking stays as it is, though the file says %s',
  (track_inventory) => {
    const said = { quantity: 2, track_inventory }
    expect(withQuantities({ name: 'Cup', ...said }, 'ignore', [])).toEqual({ name: 'Cup' })
    const variants = [{ option_values: { Size: 'S' }, ...said }]
    expect(withQuantities({ name: 'Cup', variants }, 'ignore', [])).toEqual({
      name: 'Cup',
      variants: [{ option_values: { Size: 'S' } }],
    })
  },
)
