import { expect, test } from 'vitest'
import { withoutControlsIn } from '../../../lib/import/read/without-controls.ts'
import { plannedRows } from './planned-rows.ts'

const productOf = (values: unknown) => ({ number: 1, line: 2, values, notes: [] })

test('a control character is dropped from every text of a product, and each text is noted', () => {
  const { values, notes } = withoutControlsIn(
    productOf({
      name: 'Cu\u0003p',
      tags: ['a\u0000', 'b'],
      metadata: { 'k\u0007': 'v\u001f\u001f', n: 3, nothing: null },
      'Co\u0003lumn': 'x',
    }),
  )
  expect(values).toEqual({
    name: 'Cup',
    tags: ['a', 'b'],
    metadata: { k: 'v', n: 3, nothing: null },
    'Co\u0003lumn': 'x',
  })
  expect(notes).toEqual([
    { loss: 'control', detail: 'name had U+0003' },
    { loss: 'control', detail: 'tags.0 had U+0000' },
    { loss: 'control', detail: 'metadata.k\u0007 had U+001F' },
  ])
})

test('characters that end a line do so, and tabs, DEL and C1 stay', () => {
  const { values, notes } = withoutControlsIn(productOf({ text: 'a\r\nb\rc\vd\fe\tf\u007f\u0085' }))
  expect(values).toEqual({ text: 'a\nb\nc\nd\ne\tf\u007f\u0085' })
  expect(notes).toEqual([])
})

test('a value in more others than any field is left as it is', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}"\\u0003"${']'.repeat(5_000)}`)
  expect(withoutControlsIn(productOf({ tags: deep })).notes).toEqual([])
})

test.each([
  ['CSV', 'sku,name,brand,category,price\nA\u0001,Cup,Ha\u0002lm,Te\u0003a,1\u0004.50'],
  [
    'JSON',
    JSON.stringify([{ sku: 'A\u0001', name: 'Cup', brand: 'Ha\u0002lm', category: 'Te\u0003a', price: 150 }]),
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,Published,Regular price,Brands,Categories\n1,simple,A\u0001,Cup,1,1\u0004.50,Ha\u0002lm,Te\u0003a > Gr\u0003een',
    'tea-green',
  ],
])('in %s no rule refuses it', async (_, text, category_id = 'tea') => {
  const [row] = await plannedRows(text)
  expect(row).toMatchObject({
    faults: [],
    fields: { sku: 'A', brand: 'Halm', price: 150, category_id },
  })
  expect(row?.notes.filter(({ loss }) => loss === 'control').length).toBeGreaterThan(2)
})

const TURN = '\u202e'
const ISOLATED = '\u2067שלום\u2069\u200f'

test.each([
  [
    'CSV',
    `sku,name,category,additional_categories\nA,C${TURN}up,T${TURN}ea > G${TURN}reen,${ISOLATED} | S${TURN}ale`,
  ],
  [
    'WooCommerce',
    `ID,Type,SKU,Name,Published,Regular price,Categories\n1,simple,A,C${TURN}up,1,1.50,"T${TURN}ea > G${TURN}reen,${ISOLATED},S${TURN}ale"`,
  ],
])(
  'marks that turn the direction of text are dropped from names of %s, and isolates stay',
  async (_, text) => {
    const [row] = await plannedRows(text)
    expect(row).toMatchObject({ faults: [], fields: { name: 'Cup', category_id: 'tea-green' } })
    expect(row?.notes.filter(({ loss }) => loss === 'direction')).toHaveLength(4)
    expect(row?.notes).toContainEqual({ loss: 'direction', detail: '"C�up" became "Cup"' })
  },
)

test('also from the name of a category that has an id', async () => {
  const [row] = await plannedRows(`sku,category,category_id\nA,T${TURN}ea,t`)
  expect(row).toMatchObject({ faults: [], fields: { category_id: 't' } })
  expect(row?.notes).toHaveLength(1)
})

test('the names of categories lose them without a note, and a product without any stays as it is', () => {
  const notes = [{ loss: 'tag' as const, detail: 'x' }]
  const { categoryPath, ...rest } = withoutControlsIn({
    ...productOf({ name: 'Cup' }),
    notes,
    categoryPath: ['T\u0001ea'],
  })
  expect([categoryPath, rest]).toEqual([['Tea'], { ...productOf({ name: 'Cup' }), notes }])
  expect(withoutControlsIn(productOf('Cu\u0003p'))).toMatchObject({
    values: 'Cup',
    notes: [{ detail: ' had U+0003' }],
  })
  expect(withoutControlsIn({ ...productOf({ name: 'C\u0003' }), notes }).notes).toEqual([
    ...notes,
    { loss: 'control', detail: 'name had U+0003' },
  ])
  expect(withoutControlsIn(productOf(null)).values).toBeNull()
})

test('the deepest text of a product is looked at, and a deeper one is for the rules of the API', () => {
  const at = (depth: number): unknown => (depth === 0 ? '\u0003' : { a: at(depth - 1) })
  expect(withoutControlsIn(productOf(at(6))).notes).toEqual([
    { loss: 'control', detail: 'a.a.a.a.a.a had U+0003' },
  ])
  expect(withoutControlsIn(productOf(at(7)))).toMatchObject({ values: at(7), notes: [] })
})
