import { expect, test } from 'vitest'
import { findDialect } from '../../../lib/import/catalogue-files/dialects/find-dialect.ts'
import { withoutEntities } from '../../../lib/import/catalogue-files/html-text.ts'
import type { SourceRow } from '../../../lib/import/catalogue-files/read/source-row.ts'

type Cells = Readonly<Record<string, string>>

const CELLS: Cells = {
  ID: '1',
  Type: 'simple',
  SKU: 'A',
  Name: 'Cup',
  Published: '1',
  'Regular price': '2.50',
}

/** The product that the dialect makes of these rows. */
function productOf(...rows: Cells[]) {
  const header = [...new Set(rows.flatMap((row) => Object.keys({ ...CELLS, ...row })))]
  const written = rows.map((row, n): SourceRow => {
    const values = Object.fromEntries(Object.entries({ ...CELLS, ...row }).filter(([, cell]) => cell !== ''))
    return { number: n + 1, line: n + 2, values }
  })
  const { dialect } = findDialect(header, { number: 1, line: 2, values: CELLS }) ?? {}
  if (!dialect) throw new Error('this is a file of WooCommerce')
  return dialect.productOf(written, { source: 'woo', now: '2026-11-27 12:00:00' })
}

const valuesOf = (...rows: Cells[]) => productOf(...rows).values

test.each([
  ['&amp;', '&'],
  ['R&amp;D', 'R&D'],
  ['1 &#8211; 2', '1 – 2'],
  ['&#038;', '&'],
  ['&#x2019;', '’'],
  ['&eacute;', 'é'],
  ['&amp;amp;', '&amp;'],
  ['&unknown;', '&unknown;'],
  ['AT&T', 'AT&T'],
  ['a&copy', 'a&copy'],
  ['&lt;b&gt;', '<b>'],
])('%s is read as %s', (written, text) => {
  expect(withoutEntities(written)).toBe(text)
})

test('entities are characters of names, and one that is a comma parts nothing', () => {
  const { values, categoryPath } = productOf({
    Name: 'Salt &amp; pepper',
    Categories: 'Food &#8211; all > Pots&#44; pans, Sale &amp; more',
    Tags: 'a&#44;b, c&amp;d',
    Brands: 'Halm &amp; Co',
    Images: 'https://a.example/?a=1&amp;b=2',
  })
  expect(values).toMatchObject({
    name: 'Salt & pepper',
    tags: ['a,b', 'c&d'],
    brand: 'Halm & Co',
    additional_categories: ['Sale & more'],
    images: [{ url: 'https://a.example/?a=1&amp;b=2' }],
  })
  expect(categoryPath).toEqual(['Food – all', 'Pots, pans'])
})

const PARENT = { Type: 'variable', 'Regular price': '', 'Attribute 1 name': 'Taste &amp; size' }
const VARIATION = { ...PARENT, Type: 'variation', SKU: '', Parent: 'id:1', 'Regular price': '2.50' }

test('a value of a variation is the one that its parent has, however both are written', () => {
  const values = valuesOf(
    { ...PARENT, 'Attribute 1 value(s)': 'Dry\\, fruity, Salt &#038; vinegar, A&#44; B' },
    { ...VARIATION, 'Attribute 1 value(s)': 'Dry\\, fruity' },
    { ...VARIATION, 'Attribute 1 value(s)': 'Salt &amp; vinegar' },
    { ...VARIATION, 'Attribute 1 value(s)': 'A, B' },
  )
  expect(values).toMatchObject({
    options: [{ name: 'Taste & size', values: ['Dry, fruity', 'Salt & vinegar', 'A, B'] }],
    variants: ['Dry, fruity', 'Salt & vinegar', 'A, B'].map((taste) => ({
      option_values: { 'Taste & size': taste },
    })),
  })
})

test('pictures of a variation beyond the first are named', () => {
  const Images = 'https://a.example/1.jpg, https://a.example/2.jpg, https://a.example/3.jpg'
  const { notes, values } = productOf(
    { ...PARENT, 'Attribute 1 value(s)': 'Dry, Sweet' },
    { ...VARIATION, 'Attribute 1 value(s)': '', Images },
  )
  expect(values).toMatchObject({
    variants: [{ image: { url: 'https://a.example/1.jpg' } }, { image: { url: 'https://a.example/1.jpg' } }],
  })
  expect(notes.filter(({ loss }) => loss === 'image')).toEqual([
    { loss: 'image', detail: 'line 3: https://a.example/2.jpg: a variant has one image' },
    { loss: 'image', detail: 'line 3: https://a.example/3.jpg: a variant has one image' },
  ])
})

test.each([
  ['One.\\nTwo.', 'One.\nTwo.'],
  ['A path C:\\\\new', 'A path C:\\new'],
  ['Salt &amp; pepper', 'Salt & pepper'],
])('the description %j is %j', (Description, description) => {
  expect(valuesOf({ Description })).toMatchObject({ description })
})

test.each([
  ['[gallery ids="1,2"]Warm.', 'Warm.', 1],
  ['[gallery]', undefined, 1],
  ['[caption id="x" width="3"]A photo[/caption] Soft.', 'A photo Soft.', 1],
  ['[vc_row][vc_column width="1/2"]Warm.[/vc_column][/vc_row]', 'Warm.', 2],
  ['[et_pb_text admin_label="T"]Warm.[/et_pb_text]', 'Warm.', 1],
  ['[fusion_text]Warm.[/fusion_text][VIDEO src="a.mp4" /][audio/]', 'Warm.', 3],
  [
    '[2 pieces] [video games] for [embedded] [galleryx] [vc]',
    '[2 pieces]  for [embedded] [galleryx] [vc]',
    1,
  ],
  ['[[gallery]]', '[[gallery]]', 0],
])('the shortcodes of %j go', (Description, description, count) => {
  const { values, notes, empty } = productOf({ Description })
  expect(values).toEqual(
    description === undefined
      ? expect.not.objectContaining({ description: '' })
      : expect.objectContaining({ description }),
  )
  expect(empty?.includes('description')).toBe(description === undefined)
  expect(notes.filter(({ loss }) => loss === 'shortcode')).toHaveLength(count)
})

test('a description of shortcodes alone gives way to the short one', () => {
  const Description = '[gallery ids="1"]'
  expect(valuesOf({ Description, 'Short description': 'Warm.' })).toMatchObject({ description: 'Warm.' })
})

test('brackets that never close cost no time', () => {
  const Description = '[vc_row '.repeat(100_000)
  expect(valuesOf({ Description })).toHaveProperty('description')
})

test('a short description next to a longer one is named, and an equal one is not', () => {
  const notesOf = (row: Cells) => productOf(row).notes.filter(({ loss }) => loss === 'short_text')
  expect(notesOf({ 'Short description': 'Warm & soft.', Description: '<p>A hoodie.</p>' })).toEqual([
    { loss: 'short_text', detail: '"Warm & soft."' },
  ])
  expect(notesOf({ 'Short description': 'Warm.', Description: '' })).toEqual([])
  expect(notesOf({ 'Short description': 'Warm.', Description: '[gallery ids="1"]' })).toEqual([])
  expect(notesOf({ 'Short description': 'Warm.', Description: 'Warm.' })).toEqual([])
})
