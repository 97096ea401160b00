import { expect, test } from 'vitest'
import { getCategory } from '../../../lib/data/category-reads.ts'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate, operateWrongly, productsOf } from '../operate.ts'

const GOOD = '{"sku":"S1","name":"Cup","price":1,"category":"Cups"}'

test('a file that cannot be read is one line with its name, and nothing of it is written', async () => {
  const business = await makeBusiness()
  const files: [name: string, content: string | Uint8Array, reason: string][] = [
    ['a.json', `[${GOOD},\n {"sku": oops}]`, 'line 2, column 10: this is not JSON: unexpected "o"'],
    ['a.csv', 'sku,name\nS1,"Cup\nS2,Mug\n', 'line 2: a quote is opened and never closed'],
    [
      'a.csv',
      Buffer.from(`sku,name\n${'S1,Cup\n'.repeat(40_000)}S2,Caf\xe9`, 'latin1'),
      'line 40002: this is not UTF-8 text: save it as UTF-8, or say its encoding, for example windows-1252',
    ],
    ['a.csv', 'sku,name\n', 'the file has no rows'],
    [
      'feed.csv',
      '<?xml version="1.0"?><rss/>',
      'this is XML: export the products as CSV, or as a feed of tab-separated text',
    ],
  ]
  for (const [name, content, reason] of files) {
    const path = await makeFile(name, content)
    expect(await operate('import', path, '--business', business.id)).toEqual({
      code: 1,
      stdout: '',
      notes: [`error: ${path}: ${reason}`],
    })
  }
  expect(await productsOf(business)).toEqual([])
  expect(await getCategory(business.id, 'cups')).toBeUndefined()
})

test('a missing file and a folder', async () => {
  expect((await operate('import', 'missing.json', '--business', 'x')).notes).toEqual([
    'error: missing.json: there is no such file',
  ])
  expect((await operate('import', '.', '--format', 'csv', '--business', 'x')).notes).toEqual([
    'error: .: this is a folder',
  ])
})

test.each([
  [['--map', 'name=titolo'], '--map name=titolo: no row has "titolo"'],
  [['--set', 'cost=dear'], '--set cost=dear: "dear" is not an amount of money'],
  [
    ['--group-by', 'style', '--map', 'option:Size=sizes'],
    '--map option:Size=sizes: no row has "sizes"; did you mean --map option:Size="size"?',
  ],
  [
    ['--format', 'shopify_csv'],
    'this is not an export of products from Shopify: it does not have the columns of one',
  ],
  [
    ['--set', 'price=5.00'],
    '--set price=5.00 would replace the prices of the file; for products without a price: --without-price draft; to replace all prices, add --map price=',
  ],
])('what %j cannot mean is one line, and nothing is written', async (options, reason) => {
  const business = await makeBusiness()
  const path = await makeFile('a.csv', 'style,size,name,price,category\nT,S,Cup,9.00,Cups\n')
  const { code, stdout, notes } = await operate('import', path, '--business', business.id, ...options)
  expect([code, stdout]).toEqual([1, ''])
  expect(notes.map((note) => note.replace(`${path}: `, ''))).toEqual([`error: ${reason}`])
  expect(await productsOf(business)).toEqual([])
})

test.each<[string[], string]>([
  [['--encoding', 'excel'], 'There is no such encoding; common ones are'],
  [['--delimiter', ';'], 'Allowed choices are comma, semicolon, tab, pipe.'],
  [['--busines', 'acme'], "error: unknown option '--busines'\n(Did you mean --business?)"],
  [['--source', 'a:b'], 'It must be 1 to 32 ASCII letters, digits or ._~- characters.'],
])('%j is refused, whatever else is missing', async (options, reason) => {
  const { code, notes } = await operateWrongly('import', 'a.csv', '--business', 'acme', ...options)
  expect(code).toBe(1)
  expect(notes.join('\n')).toContain(reason)
})
