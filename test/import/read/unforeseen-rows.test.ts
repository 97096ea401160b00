/** An error nobody foresaw costs the row that met it, wherever rows are looked at before they are planned. */
import { afterEach, expect, test, vi } from 'vitest'
import type * as amounts from '../../../lib/import/catalogue-files/amount.ts'
import type { FileProduct } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import { requireNoPrices } from '../../../lib/import/read/constants.ts'
import type * as cells from '../../../lib/import/read/csv-cells.ts'
import { openLooks } from '../../../lib/import/read/looks.ts'
import { productExamples } from '../../../lib/import/read/price-examples.ts'
import { plannedRows } from './planned-rows.ts'

const broken = vi.hoisted(() => ({ place: '' }))
const failAt = (place: string, text: string) => {
  if (broken.place === place && text.includes('66')) throw new TypeError('a bug')
}
vi.mock('../../../lib/import/catalogue-files/amount.ts', async (original) => {
  const module = await original<typeof amounts>()
  const parseAmount: typeof amounts.parseAmount = (text, ...rest) => {
    failAt('parseAmount', text)
    return module.parseAmount(text, ...rest)
  }
  const amountParts: typeof amounts.amountParts = (text) => {
    failAt('amountParts', text)
    return module.amountParts(text)
  }
  return { ...module, parseAmount, amountParts }
})
vi.mock('../../../lib/import/read/csv-cells.ts', async (original) => {
  const module = await original<typeof cells>()
  const withShortCells: typeof cells.withShortCells = (row, ...rest) => {
    failAt('withShortCells', JSON.stringify(row.values))
    return module.withShortCells(row, ...rest)
  }
  return { ...module, withShortCells }
})
afterEach(() => {
  broken.place = ''
})

const FAULT = 'cannot be imported because of an error of this program: "TypeError"'

test.each(['parseAmount', 'amountParts', 'withShortCells'])('the row at which %s throws', async (place) => {
  broken.place = place
  const rows = ['Mug,e2,66.50', 'Cup,e1,12.50', 'Pot,e3,13.00'].join('\n')
  const planned = await plannedRows(`name,external_id,price\n${rows}\n`)
  expect(planned.map(({ fields, faults }) => [fields.price, faults])).toEqual([
    [undefined, [{ field: 'row', detail: FAULT, kind: 'unforeseen' }]],
    [1250, []],
    [1300, []],
  ])
})

test('the row of a variant, of whose product then nothing is made', async () => {
  broken.place = 'withShortCells'
  const rows = ['a,S,12.50', 'b,S,66.50', 'b,M,13.00'].join('\n')
  const said = { groupBy: 'name', map: ['option:Size=size'] }
  const planned = await plannedRows(`name,size,price\n${rows}\n`, said)
  expect(planned.map(({ isReadable, faults }) => [isReadable, faults])).toEqual([
    [true, []],
    [false, [{ field: 'row', detail: `line 3 ${FAULT}`, kind: 'unforeseen' }]],
  ])
})

test('the row that is to be an example', () => {
  const odd = {
    price: 1,
    get options(): unknown {
      throw new TypeError('a bug')
    },
  }
  const rows = [odd, { name: 'Cup', price: 100 }].map((fields, n) => ({ number: n + 1, fields }))
  expect(productExamples(rows, 'EUR')).toEqual(['for example: "Cup" costs 1.00 EUR'])
})

test('the row whose prices cannot be looked for', async () => {
  const row = (number: number, values: object): FileProduct => ({ number, line: number, values, notes: [] })
  const odd = {
    get variants(): unknown[] {
      throw new TypeError('a bug')
    },
  }
  async function* products() {
    yield* [row(1, {}), row(2, odd), row(3, { price: '1' })]
  }
  const looks = openLooks(products)
  const mapping = { sources: new Map(), constants: new Map(), leftOut: new Set<string>() }
  const whole = { ...mapping, explicit: new Map(), matched: new Map(), pictures: [], ignored: [] }
  await expect(requireNoPrices(looks.each, whole, String)).rejects.toThrow('would replace the prices')
  expect([1, 2, 3].map(looks.faultOf)).toEqual([undefined, FAULT, undefined])
})
