import { describe, expect, onTestFinished, test } from 'vitest'
import type { ImportParameters } from '../../../lib/domain/imports/import-job.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planFile, readFile } from '../../../lib/import/plan-file.ts'
import type { Watch } from '../../../lib/import/read/source-file.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { rulesOf } from '../../../lib/import/run/run-rules.ts'

interface Limits extends Watch, Pick<ImportParameters, 'group_by' | 'map'> {
  mostScratchBytes?: number
}

const SHOP = { currency: 'EUR', timezone: 'UTC', now: new Date() }

/** The products that an import over the API plans from a file. */
async function planned(file: Iterable<string>, limits: Limits = {}): Promise<PlannedRow[]> {
  const { mostScratchBytes, map = [], group_by } = limits
  const database = await openImportDatabase(mostScratchBytes)
  onTestFinished(() => database.close())
  const rules = { ...rulesOf({ prices: 'minor', map, ...(group_by && { group_by }) }), ...SHOP }
  const read = await readFile({ bytes: bytesOf(file), extension: '' }, rules, database, limits)
  await planFile(read, rules, database, limits)
  return [...database.planned()]
}

async function* bytesOf(file: Iterable<string>) {
  for (const piece of file) yield Buffer.from(piece)
}

const faultsIn = (rows: readonly PlannedRow[]) => rows.map(({ faults }) => faults.map(({ detail }) => detail))

const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`)
const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`

test.each([
  [
    'JSON Lines',
    `{"name":"Cup","external_id":"a"}\n{"name":"B","x":${deep}}\n{"name":"C","external_id":"c"}`,
  ],
  ['JSON Lines with numbers', `{"name":"Cup","external_id":"a"}\n{"x":[1e5,${deep}]}\n{"external_id":"c"}`],
  ['a JSON document', `[{"name":"Cup","external_id":"a"},${deep},{"name":"C","external_id":"c"}]`],
  ['CSV', `name,external_id,metadata\nCup,a,\nB,b,"${deep}"\nC,c,`],
])('%s whose second row is nested deeply lose this row alone', async (_, file) => {
  expect(faultsIn(await planned([file]))).toEqual([[], ['is nested too deeply'], []])
})

test('short rows of a wide file take no more room than they have cells', async () => {
  function* file() {
    yield `external_id,name,${columns(10_000).join()}\n`
    for (let n = 0; n < 1_900; n++) yield `e${n},Cup\n`
  }
  const rows = await planned(file(), { mostScratchBytes: 2 * 1024 * 1024 })
  expect(rows).toHaveLength(1_900)
  expect(new Set(faultsIn(rows).flat())).toEqual(
    new Set(['has 2 cells, and the header has 10002: look for a quote too many or too few']),
  )
})

test('an empty cell of a mapped column clears its field, in any row and in the last column', async () => {
  const file = 'external_id,name,text\ne1,Cup,\ne2,Mug,"A mug"\ne3,Jug,\n'
  const rows = await planned([file], { map: ['description=text'] })
  expect(rows.map(({ emptied }) => emptied)).toEqual([['description'], [], ['description']])
})

test('a file of more than 20 million cells is refused, with advice', async () => {
  function* file() {
    yield `${columns(10_000).join()}\n`
    for (let n = 0; n < 2_001; n++) yield 'x\n'
  }
  await expect(planned(file())).rejects.toThrow(
    'this file has more than 20000000 cells: leave out columns, or send it in parts',
  )
})

test('a row of more than 100,000 cells is refused before it ends', async () => {
  function* file() {
    yield 'name,external_id\nCup,e1\nMug,e2'
    for (let n = 0; n < 100; n++) yield ','.repeat(10_000)
    throw new Error('it is read to its end')
  }
  await expect(planned(file())).rejects.toThrow('line 3: a row has more than 100000 cells')
})

test('a row of JSON Lines with more names than a file can have is refused, and the others are read', async () => {
  const wide = JSON.stringify(Object.fromEntries(columns(20_000).map((name) => [name, 1])))
  const cup = '{"external_id":"a","name":"Cup"}'
  const faults = faultsIn(await planned([`${cup}\n${wide}\n${cup.replace('"a"', '"c"')}`]))
  const fault = 'has members whose names the rows before do not have: a file can have 20000 names'
  expect(faults).toEqual([[], [fault], []])
})

const many = (count: number, delimiter: string, unit: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => unit(n)).join(delimiter)
const url = (n: number) => `https://x.example/${n}.jpg`
const few = (column: string, cell: string) => `name,external_id,price,${column}\nCup,e1,100,"${cell}"\n`
const woo = (column: string, cell: string) =>
  `ID,Type,SKU,Name,Published,Regular price,${column}\n1,simple,s1,Cup,1,2.00,"${cell}"\n`
const shopify = (column: string, cell: string) =>
  `Handle,Title,Variant Price,Option1 Name,Option1 Value,${column}\na,Cup,1.00,Title,Default Title,"${cell}"\n`

test.each<[string, (count: number) => string]>([
  ['tags', (count) => few('tags', many(count, ',', String))],
  ['categories', (count) => few('category', many(count, ' | ', String))],
  [
    'paths of categories',
    (count) =>
      few(
        'category',
        many(count, ',', (n) => `a > ${n}`),
      ),
  ],
  ['levels of a category', (count) => few('category', many(count, '>', String))],
  ['pictures', (count) => few('images', many(count, ',', url))],
  [
    'pictures in two columns',
    (count) =>
      `name,external_id,price,image 1,image 2\nCup,e1,100,${url(0)},"${many(count - 1, ',', url)}"\n`,
  ],
  [
    'pictures in JSON',
    (count) => `{"name":"Cup","external_id":"e1","images":[${many(count, ',', (n) => `"${url(n)}"`)}]}`,
  ],
  ['tags in JSON', (count) => `{"name":"Cup","external_id":"e1","tags":[${many(count, ',', () => '{}')}]}`],
  [
    'categories in JSON',
    (count) =>
      `{"name":"Cup","external_id":"e1","additional_categories":[${many(count, ',', (n) => `"${n}"`)}]}`,
  ],
  ['tags of WooCommerce', (count) => woo('Tags', many(count, ',', String))],
  ['pictures of WooCommerce', (count) => woo('Images', many(count, ',', url))],
  ['categories of WooCommerce', (count) => woo('Categories', many(count, ',', String))],
  ['tags of Shopify', (count) => shopify('Tags', many(count, ',', String))],
  [
    'categories of Shopify',
    (count) =>
      shopify(
        'Type',
        many(count, ',', (n) => `a > ${n}`),
      ),
  ],
])('a row of 2,500 %s is read, and of more it is refused', async (_, file) => {
  expect(faultsIn(await planned([file(2_500)]))).toEqual([[]])
  expect(faultsIn(await planned([file(2_501)]))).toEqual([['has more than 2500 entries of one list']])
})

test('a short row of WooCommerce with a cell of more than 1 MB is refused, as a whole one', async () => {
  const head = 'ID,Type,SKU,Name,Published,Regular price,Images,Attribute 1 name,Attribute 1 value(s)'
  const row = (length: number) => `1,simple,s1,Cup,1,2.00,"${'x'.repeat(length)}"`
  expect(faultsIn(await planned([`${head}\n${row(9)}\n`]))).toEqual([[]])
  expect(faultsIn(await planned([`${head}\n${row(1024 * 1024 + 1)}\n`]))).toEqual([
    ['has more than 1 MB in the cell of "Images"'],
  ])
})

const grouped = (column: string, cell: string) =>
  `style,name,price,size,${column}\na,Cup,100,S,x\na,,100,M,"${cell}"\n`
const GROUPED = { group_by: 'style', map: ['option:Size=size'] }

describe('the cell of a field', () => {
  test.each<[string, (column: string, cell: string) => string, string, object]>([
    ['a file', few, 'category', {}],
    ['a file that maps it', few, 'Product', { map: ['metadata.note=Product'] }],
    ['an export of Shopify', shopify, 'Tags', {}],
    ['an export of Shopify that maps it', shopify, 'Note', { map: ['metadata.note=Note'] }],
    ['an export of WooCommerce', woo, 'Categories', {}],
    ['rows that are variants', grouped, 'category', GROUPED],
  ])('in %s has 100 KB at most: its row is refused, and no other one', async (_, file, column, said) => {
    const faults = async (length: number) =>
      faultsIn(await planned([file(column, 'x'.repeat(length))], said)).flat()
    const tooLong = `has more than 100 KB in the cell of "${column}"`
    expect(await faults(100 * 1024)).not.toContainEqual(expect.stringContaining('100 KB'))
    expect(await faults(100 * 1024 + 1)).toEqual([expect.stringContaining(tooLong)])
  })

  test.each<[string, (column: string, cell: string) => string, string, object]>([
    ['images', few, 'images', {}],
    ['images in a column of one', few, 'image 1', {}],
    ['images of another name', few, 'Fotos', { map: ['images=Fotos'] }],
    ['variants', few, 'variants', {}],
    ['options', few, 'options', {}],
    ['images of WooCommerce', woo, 'Images', {}],
    ['images of rows that are variants', grouped, 'images', GROUPED],
  ])('of %s has 1 MB at most', async (_, file, column, said) => {
    const faults = async (length: number) =>
      faultsIn(await planned([file(column, `[${' '.repeat(length - 2)}]`)], said)).flat()
    const tooLong = `has more than 1 MB in the cell of "${column}"`
    expect(await faults(101 * 1024)).not.toContainEqual(expect.stringContaining('in the cell of'))
    expect(await faults(1024 * 1024 + 1)).toEqual([expect.stringContaining(tooLong)])
  })

  test.each<[string, (column: string, cell: string) => string, string, object]>([
    ['a file', few, 'description', {}],
    ['a file that maps it', few, 'Text', { map: ['description=Text'] }],
    ['an export of Shopify', shopify, 'Body (HTML)', {}],
    ['an export of WooCommerce', woo, 'Description', {}],
    ['an export of WooCommerce without a long one', woo, 'Short description', {}],
    ['rows that are variants', grouped, 'description', GROUPED],
  ])('of a description in %s can be longer: it is cut and named', async (_, file, column, said) => {
    const picture = (length: number) => `<p>A cup.</p><img src='data:,${'x'.repeat(length)}'>`
    const [whole] = await planned([file(column, picture(900_000))], said)
    expect(whole?.notes).toEqual([])
    const [cut] = await planned([file(column, picture(1_100_000))], said)
    expect(cut?.faults).toEqual([])
    expect(cut?.notes).toContainEqual({
      loss: 'description',
      detail: `"${column}" has more than 1 MB, of which the beginning is read`,
    })
  })

  test('says nothing in a column that nothing is read from, however long it is', async () => {
    const file = few('note', 'x'.repeat(1_100_000))
    expect(faultsIn(await planned([file + file.split('\n')[1]?.replace('e1', 'e2')]))).toEqual([[], []])
  })
})

test.each([
  ['with names', columns(1_000)],
  ['without names', columns(1_000).map(() => '')],
])('1,000 full columns %s that nothing is read from take no room', async (_, names) => {
  function* file() {
    yield `external_id,name,${names.join()}\n`
    for (let n = 0; n < 1_000; n++) yield `e${n},Cup,${names.map(() => 'xxxxxxxxxx').join()}\n`
  }
  expect(await planned(file(), { mostScratchBytes: 1024 * 1024 })).toHaveLength(1_000)
})

test('a column is read whose lists begin in a later row, and one without a name if it is mapped', async () => {
  const file = 'name,external_id,price,options,variants,\nCup,e1,100,,none,\nMug,e2,100,"[{}]","[{}]",A mug\n'
  const rows = await planned([file], { map: ['description=column 6'] })
  expect(rows[1]?.fields).toMatchObject({ description: 'A mug', options: [{}], variants: [{}] })
})

test.each([
  ['a name', 'name', `A${' '.repeat(500_000)}b`],
  ['commas of pictures', 'images', `https://x.example/a.jpg${','.repeat(500_000)}-`],
  ['blanks of a page', 'description', `<b>x</b>${'\u00a0'.repeat(500_000)}x`],
])('long runs in %s are read in linear time', async (_, column, cell) => {
  expect(await planned([`external_id,${column}\ne1,"${cell}"\n`])).toHaveLength(1)
})

test('rows of one product with more than 2,500 pictures are refused', async () => {
  const row = (n: number) => `p,Cup,${n},"${many(1_300, ',', (m) => url(n * 2_000 + m))}"\n`
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const rules = { ...rulesOf({ prices: 'minor', group_by: 'product', map: ['option:Size=size'] }), ...SHOP }
  const file = bytesOf(['product,name,size,images\n', row(1), row(2)])
  await planFile(await readFile({ bytes: file, extension: '' }, rules, database), rules, database)
  expect(faultsIn([...database.planned()])).toEqual([['has more than 2500 entries of one list']])
})

test('a file that needs more disk than it may have is refused', async () => {
  function* file() {
    yield 'name,external_id,description\n'
    for (let n = 0; n < 3_000; n++) yield `Cup,e${n},${'x'.repeat(1_000)}\n`
  }
  await expect(planned(file(), { mostScratchBytes: 1024 * 1024 })).rejects.toMatchObject({
    name: 'ImportRefused',
    reason: 'unreadable',
    message: 'reading this file takes more than 1 MB of disk: send it in parts',
  })
})

test.each([
  ['CSV', 'name,external_id,price\n', 'Cup,e,100\n'],
  ['JSON Lines', '{"name":"Cup"}\n', '{"name":"Cup"}\n'],
  ['one endless line', '{"name":"Cup"}\n', 'x'.repeat(1_000)],
  ['one endless cell', 'name\n"', 'x'.repeat(1_000)],
])('reading %s ends when somebody cancels', async (_, head, piece) => {
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(new Error('cancelled')), 0)
  function* endless() {
    yield head
    for (;;) yield piece
  }
  await expect(planned(endless(), { signal: stopping.signal })).rejects.toThrow('cancelled')
})

test('planning ends when somebody cancels', async () => {
  const stopping = new AbortController()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const rules = { ...rulesOf({ prices: 'minor' }), ...SHOP }
  const file = ['name,external_id\n', ...Array.from({ length: 10_000 }, (_, n) => `Cup,e${n}\n`)]
  const read = await readFile({ bytes: bytesOf(file), extension: '' }, rules, database)
  setTimeout(() => stopping.abort(new Error('cancelled')), 0)
  await expect(planFile(read, rules, database, stopping)).rejects.toThrow('cancelled')
})
