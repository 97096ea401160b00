import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, operateWrongly, productsOf, startProgram } from '../operate.ts'

const CSV = 'sku;name;price;category\nS1;Größe;900;Cups\n'

test('a file of semicolons in windows-1252 is read as somebody says', async () => {
  const business = await makeBusiness()
  const file = await makeFile('a.csv', Buffer.from(CSV, 'latin1'))
  const argv = ['import', file, '--business', business.id, '--price-scale', '1']
  expect((await operate(...argv)).notes[0]).toMatch(/: line 2: this is not UTF-8 text: .*windows-1252$/)
  expect((await operate(...argv, '--encoding', 'windows-1252')).code).toBe(0)
  expect(await productsOf(business)).toMatchObject([{ name: 'Größe', price: 900 }])
})

test('a ragged row is refused by its line, and the others are imported', async () => {
  const text = 'sku,name,price,category\nS1,Cup,900,Cups\nS2,Mug,900\nS3,Pot,900,Cups\n'
  const report = await importInto(await makeBusiness(), { name: 'a.csv', text }, '--price-scale', '1')
  expect(report).toMatchObject({
    created: 2,
    refused: [
      {
        row: 2,
        line: 3,
        reasons: ['has 3 cells, and the header has 4: look for a quote too many or too few'],
      },
    ],
  })
})

test('the rows can come from another program', async () => {
  const business = await makeBusiness()
  const argv = ['import', '-', '--business', business.id, '--price-scale', '1', '--json']
  const { child, outcome } = await startProgram(argv)
  child.stdin?.end(CSV)
  const { code, stdout } = await outcome()
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { created: 1 }])
  expect(await productsOf(business)).toMatchObject([{ name: 'Größe' }])
})

test('what another program writes is named as that where it cannot be read, in one line', async () => {
  const { child, outcome } = await startProgram(['import', '-', '--business', 'acme'])
  child.stdin?.end('[{]')
  const { code, notes } = await outcome()
  expect([code, notes.length]).toEqual([1, 1])
  expect(notes[0]).toContain('error: stdin: line 1, column 3: this is not JSON')
})

test.each([
  ['--encoding', 'excel', 'There is no such encoding; common ones are'],
  ['--delimiter', ';', 'Allowed choices are comma, semicolon, tab, pipe.'],
])('%s %s is refused', async (option, value, reason) => {
  const { code, notes } = await operateWrongly('import', 'a.csv', '--business', 'acme', option, value)
  expect(code).toBe(1)
  expect(notes.join('\n')).toContain(reason)
})
