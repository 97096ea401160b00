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

test.each(['InStock', 'out of stock', 'https://schema.org/InStock'])(
  'a quantity %j is refused with the field that it is for',
  async (word) => {
    const [row] = await plannedRows(`sku,quantity\nA,${word}`)
    expect(row?.faults).toEqual([
      { field: 'quantity', detail: `"${word}" is not a quantity: map the column to is_available instead` },
    ])
  },
)

const notesOf = async (text: string) =>
  (await plannedRows(text)).flatMap(({ notes }) => notes).filter(({ loss }) => loss === 'digits')

test('a number that a spreadsheet has shortened is named as a SKU or an id, and kept', async () => {
  expect(await notesOf('sku,external_id\n1.23457E+12,"4,00638E+12"\n5E-10,1E+5x\nE+1,1e+5')).toEqual([
    { loss: 'digits', detail: 'sku "1.23457E+12"' },
    { loss: 'digits', detail: 'external_id "4,00638E+12"' },
  ])
  expect(await notesOf('[{"sku":"1.23457E+12"}]')).toEqual([])
  const [row] = await plannedRows('sku\n1.23457E+12')
  expect(row?.fields).toMatchObject({ sku: '1.23457E+12' })
  const ofVariant = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  expect(await notesOf(`${ofVariant}\na,Cup,Size,S,1E+12,2.50`)).toEqual([
    { loss: 'digits', detail: 'line 2: sku "1E+12"' },
  ])
})

const WIX = 'https://static.wixstatic.com/media'

test.each([
  [
    'a_1b~mv2.jpg;nsplsh_2~mv2_d_30_20_s_2.png',
    [`${WIX}/a_1b~mv2.jpg`, `${WIX}/nsplsh_2~mv2_d_30_20_s_2.png`],
  ],
  ['a_1b~mv2.jpg', [`${WIX}/a_1b~mv2.jpg`]],
  [`${WIX}/a~mv2.jpg/v1/fit/w_5,h_5,al_c/a~mv2.jpg`, [`${WIX}/a~mv2.jpg/v1/fit/w_5,h_5,al_c/a~mv2.jpg`]],
])('pictures of Wix have their address: %s', async (cell, urls) => {
  const [row] = await plannedRows(`sku,images\nA,"${cell}"`)
  expect(row?.fields.images).toEqual(urls.map((url) => ({ url })))
})
