import { expect, test } from 'vitest'
import { mapFields } from '../../../lib/import/read/field-mapping.ts'
import { mappingHint } from '../../../lib/operator/import/mapping-hint.ts'
import { columnsOf } from '../../import/read/products-of-file.ts'

type Said = Partial<Parameters<typeof mappingHint>[2]> & { path?: string }

/** The lines for a file of which every row was refused. */
function hintFor(
  values: Readonly<Record<string, unknown>>,
  { path = 'waren.csv', map = [], set = [], ...options }: Said = {},
) {
  const columns = columnsOf(...Object.keys(values))
  const mapping = mapFields({ columns }, { map, set })
  const file = { format: 'csv', rows: 1, columns } as const
  const first = { number: 1, line: 2, values }
  return mappingHint(first, { path, file, mapping }, { business: 'acme', map, set, ...options })
}

const GOODS = { Artikelnummer: '1', Bezeichnung: 'Tasse', Preis: '9,00', Lager: '3' }

test('the first row is shown, and the command that maps what is missing', () => {
  expect(hintFor(GOODS, { category: 'Alles', table: 'shop' })).toEqual([
    'every row was refused. The first row has "Artikelnummer" = "1", "Bezeichnung" = "Tasse", "Preis" = "9,00", "Lager" = "3"',
    'to name the columns: npm run operator -- import waren.csv --business acme --table shop --category Alles --map name=Bezeichnung --map price=Preis --map sku=Artikelnummer',
  ])
  expect(hintFor({ Ding: 'Tasse' }, { set: ['price=1'] })[1]).toMatch(
    / --set price=1 --map name=<column> --category <name> --map external_id=<column>$/,
  )
})

test('a shell takes the command literally, whatever the names of file and columns', () => {
  const values = { 'Unit $(id) price': '9.00', Titel: 'Cup' }
  const [, command] = hintFor(values, { path: "x $(touch y) 'z'.csv", map: ['price=Unit $(id) price'] })
  expect(command).toContain(
    " import 'x $(touch y) '\\''z'\\''.csv' --business acme --map 'price=Unit $(id) price' ",
  )
})

test('the first row alone is shown where its columns are known', () => {
  const known = { sku: 'S1', name: '', price: '9.00', category: 'Cups' }
  expect(hintFor(known)).toEqual([
    'every row was refused. The first row has "sku" = "S1", "name" = "", "price" = "9.00", "category" = "Cups"',
  ])
})

test('of many columns and long cells the beginning is shown', () => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`c${n}`, 'x'.repeat(31)]))
  const [shape = ''] = hintFor(many)
  expect(shape).toContain(`"c11" = "${'x'.repeat(30)}…", and 2 more`)
})
