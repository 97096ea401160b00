import { describe, expect, test } from 'vitest'
import type { StockUse } from '../../../lib/domain/imports/import-words.ts'
import type { Note } from '../../../lib/import/catalogue-files/note.ts'
import { withQuantities } from '../../../lib/import/read/quantities.ts'

const SIZED = { name: 'Shirt', quantity: 7, variants: [{ option_values: { Size: 'S' }, quantity: 2 }] }
const read = { name: 'Shirt', variants: [{ ...SIZED.variants[0], track_inventory: true }] }

test('a quantity of a product with variants is left out, and the report says so', () => {
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

describe('who gives a quantity counts', () => {
  const of = (fields: object, stock: StockUse = 'new') => {
    const notes: Note[] = []
    return {
      read: withQuantities({ ...fields }, stock, notes),
      notes: notes.map(({ loss, detail }) => `${loss}: ${detail}`),
    }
  }

  test.each<[object, object, string[]]>([
    [{ quantity: 7 }, { quantity: 7, track_inventory: true }, []],
    [{ quantity: 0 }, { quantity: 0, track_inventory: true }, []],
    [{ quantity: 7, track_inventory: true }, { quantity: 7, track_inventory: true }, []],
    [{ quantity: null, track_inventory: true }, { track_inventory: true }, []],
    [{ track_inventory: true }, { track_inventory: true }, []],
    [{ is_available: false }, { is_available: false }, []],
    [{ quantity: 0, is_available: false }, { quantity: 0, is_available: false, track_inventory: true }, []],
    [{ quantity: -1, is_available: false }, { quantity: -1, is_available: false, track_inventory: true }, []],
    [{ quantity: 1, is_available: true }, { quantity: 1, is_available: true, track_inventory: true }, []],
    [
      { quantity: 1, is_available: false },
      { quantity: 1, is_available: false, track_inventory: true },
      ['availability: the product is not available, and has 1: the stock decides'],
    ],
    [
      { quantity: 7, track_inventory: false },
      { track_inventory: false },
      ['quantity: 7 of the product: the file says that it is not tracked'],
    ],
    [
      { quantity: 7, track_inventory: false, is_available: false },
      { track_inventory: false, is_available: false },
      ['quantity: 7 of the product: the file says that it is not tracked'],
    ],
    [
      { variants: [{}, 'S', { quantity: 7, track_inventory: false }, { quantity: 2, is_available: false }] },
      {
        variants: [
          {},
          'S',
          { track_inventory: false },
          { quantity: 2, is_available: false, track_inventory: true },
        ],
      },
      [
        'quantity: 7 of variant 3: the file says that it is not tracked',
        'availability: variant 4 is not available, and has 2: the stock decides',
      ],
    ],
    [{ variants: 'S', quantity: 7 }, { variants: 'S', quantity: 7, track_inventory: true }, []],
  ])('%j is %j', (fields, expected, notes) => {
    for (const stock of ['new', 'set'] as const) expect(of(fields, stock)).toEqual({ read: expected, notes })
  })

  test('and nobody does where stock is ignored', () => {
    const said = { quantity: 7, track_inventory: false, is_available: false }
    expect(of({ sku: 'A', ...said }, 'ignore')).toEqual({
      read: { sku: 'A', is_available: false },
      notes: [],
    })
  })
})
