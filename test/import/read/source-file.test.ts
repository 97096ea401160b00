import { describe, expect, onTestFinished, test } from 'vitest'
import { type ImportDatabase, openImportDatabase } from '../../../lib/import/import-database.ts'
import { readSourceFile, type Watch } from '../../../lib/import/read/source-file.ts'

type Said = Parameters<typeof readSourceFile>[1]

async function* inPieces(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** A file after it was read, and the groups of its rows. */
async function read(text: string | string[], said: Said = {}, extension = '', watch: Watch = {}) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const file = await readSourceFile({ bytes: inPieces(...[text].flat()), extension }, said, database, watch)
  return {
    file,
    rows: rowsIn(database),
    groups: [...database.groups()].map(({ rows }) => rows.map(({ number }) => number)),
  }
}

const rowsIn = (database: ImportDatabase) => [...database.groups()].flatMap(({ rows }) => rows)
const valuesOf = async (...sent: Parameters<typeof read>) =>
  (await read(...sent)).rows.map(({ values }) => values)

describe('a file', () => {
  test('of CSV is known by its columns and its rows', async () => {
    const { file, rows } = await read('sku,name,\nA,Cup,\nB,Mug,x')
    expect(file).toEqual({
      format: 'csv',
      rows: 2,
      columns: new Map([
        ['sku', { hasList: false }],
        ['name', { hasList: false }],
        ['column 3', { hasList: false }],
      ]),
      repeated: new Set(),
    })
    expect(rows).toEqual([
      { number: 1, line: 2, values: { sku: 'A', name: 'Cup' } },
      { number: 2, line: 3, values: { sku: 'B', name: 'Mug', 'column 3': 'x' } },
    ])
  })

  test('of CSV has a column though nothing is in it', async () => {
    expect([...(await read('sku,Shelf\nA,')).file.columns.keys()]).toEqual(['sku', 'Shelf'])
  })

  test('of JSON has 20,000 columns at most: a row with others has a fault, and names none', async () => {
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, 1]))
    const { file, rows } = await read(
      [names(19_999), { x: 1, y: 1 }, { x: 1 }, { c0: 2 }].map((row) => JSON.stringify(row)).join('\n'),
    )
    const fault = 'has members whose names the rows before do not have: a file can have 20000 names'
    expect(rows.map((row) => row.fault)).toEqual([undefined, fault, undefined, undefined])
    expect([file.columns.size, file.columns.has('x'), file.columns.has('y')]).toEqual([20_000, true, false])
  })

  test('without a name above its last cells has no column of them while they are empty', async () => {
    expect([...(await read('sku,,name\nA,,Cup')).file.columns.keys()]).toEqual(['sku', 'name'])
  })

  test('of JSON has the columns of all of its rows, and those that hold lists', async () => {
    const { file } = await read('[{"sku":"A","tags":["a"]},{"name":"Cup","tags":"a"},{"sku":["x"]},null]')
    expect(file).toEqual({
      format: 'json',
      rows: 4,
      columns: new Map([
        ['sku', { hasList: true }],
        ['tags', { hasList: true }],
        ['name', { hasList: false }],
      ]),
      repeated: new Set(),
    })
  })

  test('of another system has its dialect, which puts the rows of a product together', async () => {
    const text = 'Handle,Title,Option1 Value,Variant Price\na,Cup,S,1\nb,Mug,S,2\na,,M,3'
    const { file, groups } = await read(text)
    expect(file.format).toBe('shopify_csv')
    expect(file.dialect?.source).toBe('shopify')
    expect(file).not.toHaveProperty('grouping')
    expect(groups).toEqual([[1, 3], [2]])
    expect((await read(text, { format: 'shopify_csv' })).file.format).toBe('shopify_csv')
    const plain = await read(text, { format: 'csv' })
    expect([plain.file.format, plain.file.dialect, plain.groups]).toEqual(['csv', undefined, [[1], [2], [3]]])
  })

  test('whose rows are variants is grouped as somebody says', async () => {
    const said = { groupBy: 'style', map: ['option:Size=size'] }
    const { file, groups } = await read('style,size\nT,S\nU,S\nT,M\n,L', said)
    expect([file.format, file.grouping?.groupBy, file.dialect?.used.has('size')]).toEqual([
      'csv',
      'style',
      true,
    ])
    expect(groups).toEqual([[1, 3], [2], [4]])
    expect((await read('[{"style":"T"}]', {})).groups).toEqual([[1]])
  })

  test('reports how many rows there are while it is read', async () => {
    const counts: number[] = []
    await read('a\n1\n2\n3', {}, '', { onRows: (count) => counts.push(count) })
    expect(counts).toEqual([1, 1, 1])
  })

  test('is read in the format that somebody says, or that of its name', async () => {
    expect(await read('{"a":1}', {}, '.json').catch((error: Error) => error.message)).toBe(
      'this JSON object does not contain a list of rows',
    )
    expect((await read('{"a":1}', { format: 'jsonl' }, '.json')).file.format).toBe('jsonl')
    expect(await valuesOf('a;b,c\n1;2,3', { delimiter: 'comma' })).toEqual([{ 'a;b': '1;2', c: '3' }])
  })
})

describe('cells', () => {
  test('can be JSON, and lose the mark of a spreadsheet', async () => {
    expect(await valuesOf('sku,tags,name\n1,"[""a""]",\'=1\n2,x,\'a')).toEqual([
      { sku: '1', tags: ['a'], name: '=1' },
      { sku: '2', tags: 'x', name: "'a" },
    ])
  })

  test('of another system are texts, of WooCommerce without the mark and of Shopify with it', async () => {
    const woo = 'ID,Type,Name,Published,Regular price,Tags\n1,simple,\'=1,1,2,"[""a""]"'
    expect(await valuesOf(woo)).toMatchObject([{ Name: '=1', Tags: '["a"]' }])
    const shopify = 'Handle,Title,Option1 Value,Variant Price,Tags\na,\'=1,S,2,"[""a""]"'
    expect(await valuesOf(shopify)).toMatchObject([{ Title: "'=1", Tags: '["a"]' }])
  })

  test('of columns that nothing is read from are read in the first row alone', async () => {
    expect(await valuesOf('sku,Shelf,price\nA,1,2\nB,3,4', { map: ['price='] })).toEqual([
      { sku: 'A', Shelf: '1', price: '2' },
      { sku: 'B', price: '4' },
    ])
  })

  test('that are too long are a fault of their row', async () => {
    const { rows } = await read(`sku,name\nA,${'x'.repeat(102_401)}\nB,Cup`)
    expect(rows.map(({ fault }) => fault)).toEqual(['has more than 100 KB in the cell of "name"', undefined])
  })
})

describe('a file that nobody can read is refused in words', () => {
  test.each<[string, string, Said?]>([
    ['', 'the file is empty'],
    [' \r\n\t\n ', 'the file is empty'],
    ['sku,name', 'the file has no rows'],
    ['sku,name\n,\n', 'the file has no rows'],
    ['[]', 'the file has no rows'],
    ['sku,name\n"A,1', 'line 2: a quote is opened and never closed'],
    [
      'sku,name\nA,Cup',
      'this is not an export of products from Shopify: it does not have the columns of one',
      { format: 'shopify_csv' },
    ],
    [
      'Handle,Title,Option1 Value,Variant Price\na,Cup,S,1',
      'this is not an export of products from WooCommerce: it does not have the columns of one',
      { format: 'woocommerce_csv' },
    ],
  ])('%j', async (text, message, said) => {
    await expect(read(text, said)).rejects.toMatchObject({
      name: 'ImportRefused',
      reason: 'unreadable',
      message,
    })
  })

  test('though it comes in many pieces', async () => {
    await expect(read([' ', '\n', ' '])).rejects.toThrow('the file is empty')
    await expect(read(['s', 'ku\n', ' '])).rejects.toThrow('the file has no rows')
  })

  test('and what cannot be meant of it, too', async () => {
    await expect(read('sku,sku\nA,B')).rejects.toMatchObject({
      reason: 'unusable_parameters',
      message: 'there are two columns "sku": give one of them another name',
    })
    await expect(read('style,size\nT,S', { groupBy: 'style' })).rejects.toMatchObject({
      reason: 'unusable_parameters',
    })
    const { file } = await read('sku,Shelf,Shelf\nA,B,C')
    expect(file.repeated).toEqual(new Set(['Shelf']))
    await expect(
      read('style,size,style\nT,S,T', { groupBy: 'style', map: ['option:Size=size'] }),
    ).rejects.toThrow('there are two columns "style"')
  })

  test('and so is a text that is longer than a program can hold', async () => {
    const tooLong = Object.assign(new Error('x'), { code: 'ERR_STRING_TOO_LONG' })
    async function* bytes() {
      yield Buffer.from('sku\n')
      throw tooLong
    }
    const database = await openImportDatabase()
    onTestFinished(() => database.close())
    await expect(readSourceFile({ bytes: bytes(), extension: '' }, {}, database)).rejects.toMatchObject({
      reason: 'unreadable',
      message: 'this file is too large; split it',
      cause: tooLong,
    })
  })
})

test('an error of the source of the bytes is thrown as it is', async () => {
  for (const broken of [new Error('the disk is gone'), Object.assign(new Error('x'), { code: 'ENOENT' })]) {
    async function* bytes() {
      yield Buffer.from('sku\n')
      throw broken
    }
    const database = await openImportDatabase()
    onTestFinished(() => database.close())
    await expect(readSourceFile({ bytes: bytes(), extension: '' }, {}, database)).rejects.toBe(broken)
  }
})

test('reading ends with the reason of somebody who gives up', async () => {
  const reason = new Error('enough')
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  async function* endless() {
    yield Buffer.from('sku\n')
    for (;;) yield Buffer.from('A\n')
  }
  const signal = AbortSignal.abort(reason)
  await expect(readSourceFile({ bytes: endless(), extension: '' }, {}, database, { signal })).rejects.toBe(
    reason,
  )
})
