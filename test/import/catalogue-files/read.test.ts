import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CELL_TEXT } from '../../../lib/import/catalogue-files/read/csv-rows.ts'
import { MAX_LINE_CHARACTERS, MOST_NAMES } from '../../../lib/import/catalogue-files/read/json-rows.ts'
import { MOST_VALUES_OF_ROW } from '../../../lib/import/catalogue-files/read/json-values.ts'
import { readSource, type Writing } from '../../../lib/import/catalogue-files/read/source.ts'
import { isEncoding } from '../../../lib/import/catalogue-files/read/text.ts'

/** The file in pieces of these sizes, the last one again and again. */
async function* piecesOf(bytes: Uint8Array, sizes: readonly number[]) {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n] ?? sizes.at(-1) ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(
  file: string | Uint8Array,
  { extension = '', ...writing }: Writing & { extension?: string } = {},
  sizes: readonly number[] = [],
) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const { format, rows } = await readSource(piecesOf(bytes, sizes), { extension, ...writing })
  return { format, rows: await Array.fromAsync(rows) }
}

const valuesOf = async (...sent: Parameters<typeof read>) =>
  (await read(...sent)).rows.map(({ values }) => values)

const CUPS = [
  { sku: 'S1', name: 'Cup' },
  { sku: 'S2', name: 'Größe “M”' },
]
const csv = (between: string, end = '\n') =>
  [['sku', 'name'], ...CUPS.map(({ sku, name }) => [sku, name])].map((row) => row.join(between)).join(end)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a CSV file', () => {
  test.each<[string, string | Uint8Array, Writing?]>([
    ['commas', csv(',')],
    ['semicolons', csv(';')],
    ['tabs', csv('\t')],
    ['pipes', csv('|')],
    ['CRLF', csv(';', '\r\n')],
    ['CR', csv(',', '\r')],
    ['a line that says what is between cells', `sep=;\r\n${csv(';', '\r\n')}`],
    ['one that says it in capitals, of tabs', `SEP=\t\n${csv('\t')}`],
    ['a byte order mark', `\ufeff${csv(',')}`],
    ['a byte order mark before what is between cells', `\ufeffsep=;\n${csv(';')}`],
    ['UTF-16, little end first', utf16(csv('\t'))],
    ['UTF-16, big end first', utf16(csv('\t')).swap16()],
    ['UTF-16 without a mark, as somebody says', Buffer.from(csv(','), 'utf16le'), { encoding: 'utf-16le' }],
    ['a mark, whatever somebody says', `\ufeff${csv(',')}`, { encoding: 'windows-1252' }],
    [
      'windows-1252, as somebody says',
      Buffer.from(csv(';').replace('“', '\x93').replace('”', '\x94'), 'latin1'),
      { encoding: 'windows-1252' },
    ],
    ['blank lines', `\n\n${csv(',')}\n\n,\n`],
    [
      'an empty cell too many',
      csv(',')
        .replaceAll(/$(?!.*sku)/gm, ',')
        .replace('name,', 'name'),
    ],
  ])('with %s is read', async (_, file, writing) => {
    expect(await valuesOf(file, writing)).toEqual(CUPS)
  })

  test('names are cells: what is in their quotes separates nothing', async () => {
    expect(await valuesOf('"a;b;c;d","e"\n1,2')).toEqual([{ 'a;b;c;d': '1', e: '2' }])
    expect(await valuesOf('"a ""x"", y,z";e\n1;2')).toEqual([{ 'a "x", y,z': '1', e: '2' }])
  })

  test('what somebody says to be between cells is', async () => {
    expect(await valuesOf('a,b;c\n1,2;3', { delimiter: 'semicolon' })).toEqual([{ 'a,b': '1,2', c: '3' }])
    expect(await valuesOf('sep=;\na,b;c\n1,2;3', { delimiter: 'comma' })).toEqual([{ a: '1', 'b;c': '2;3' }])
  })

  test('white space in a name is one blank, and a line break in it is counted', async () => {
    const { rows } = await read('"Regular \nprice",\u00a0the  name \n1.50,Cup')
    expect(rows).toEqual([{ number: 1, line: 3, values: { 'Regular price': '1.50', 'the name': 'Cup' } }])
  })

  test('the line before the header says it, and is counted', async () => {
    const { rows } = await read('sep=;\na,b,c;d\n1,2;3\n\n4;5')
    expect(rows).toEqual([
      { number: 1, line: 3, values: { 'a,b,c': '1,2', d: '3' } },
      { number: 2, line: 5, values: { 'a,b,c': '4', d: '5' } },
    ])
  })

  test('it is found behind blank lines, and where the first column has no name', async () => {
    expect(await valuesOf('\n \r\n\tname\n7\tCup, blue\n')).toEqual([{ 'column 1': '7', name: 'Cup, blue' }])
  })

  test('one column needs nothing between cells', async () => {
    expect(await valuesOf('name\nCup\n')).toEqual([{ name: 'Cup' }])
    expect(await valuesOf('"name"\nCup; blue\n')).toEqual([{ name: 'Cup; blue' }])
  })

  test('a row of other cells than the header has a fault, and the others are read', async () => {
    const { rows } = await read('a,b,c\n1,2\n1,2,3,4\n"x\ny",2\n1,2,3,\n1,2,3\n')
    expect(rows.map(({ number, line, fault }) => [number, line, fault?.split(':')[0]])).toEqual([
      [1, 2, 'has 2 cells, and the header has 3'],
      [2, 3, 'has 4 cells, and the header has 3'],
      [3, 4, 'has 2 cells, and the header has 3'],
      [4, 6, undefined],
      [5, 7, undefined],
    ])
  })

  test('columns without a name are called by their place while they hold something', async () => {
    const { rows } = await read('a,,column 2x\n1,,3\n1,2,')
    expect(rows.map(({ values }) => values)).toEqual([
      { a: '1', 'column 2x': '3' },
      { a: '1', 'column 2': '2' },
    ])
  })

  test('formulas are text', async () => {
    expect(await valuesOf('name,sku\n"=cmd|\'/c calc\'!A1",+1')).toEqual([
      { name: "=cmd|'/c calc'!A1", sku: '+1' },
    ])
  })
})

test.each<[string, string, string]>([
  ['[{"name":"Cup"}]', '', 'json'],
  ['  {"products":[{"name":"Cup"}]}', '', 'json'],
  ['{\n"products":[{"name":"Cup"}]}', '', 'json'],
  ['{"name":"Cup","tags":["a"]}', '', 'jsonl'],
  ['{"sku":"a"}\n{"sku":"b"}\n', '.txt', 'jsonl'],
  ['sku,name\nS1,Cup', '.txt', 'csv'],
  ['{"name":"Cup"}', '.JSONL', 'jsonl'],
  ['{"name":"Cup"}', '.ndjson', 'jsonl'],
  ['[a,b\n1,2', '.CSV', 'csv'],
  ['a\tb\n1\t2', '.tsv', 'csv'],
])('%j in a file %j is %s', async (file, extension, format) => {
  expect((await read(file, { extension })).format).toBe(format)
})

describe('a line of JSON Lines', () => {
  const cup = '{"name":"Cup"}'
  const values = { name: 'Cup' }
  const tooLong = { number: 2, line: 2, values: null, fault: 'is a line of more than 1 MB' }

  test('of 1 MB is read, and of more is a fault of its row', async () => {
    const long = (length: number) => `{"name":"Cup","x":"${'x'.repeat(length - 21)}"}`
    const { rows } = await read([cup, long(MAX_LINE_CHARACTERS), cup].join('\n'), { format: 'jsonl' })
    expect(rows.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined])
    const file = [cup, long(MAX_LINE_CHARACTERS + 1), cup].join('\n')
    expect((await read(file, { format: 'jsonl' }, [65_536])).rows).toEqual([
      { number: 1, line: 1, values },
      tooLong,
      { number: 3, line: 3, values },
    ])
  })

  test('of 100 MB is never in memory as a whole', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    async function* endless() {
      yield Buffer.from(`${cup}\n`)
      for (let n = 0; n < 100; n++) yield megabyte
      yield Buffer.from(`\n${cup}`)
    }
    const { rows } = await readSource(endless(), { extension: '.jsonl' })
    expect(await Array.fromAsync(rows)).toEqual([
      { number: 1, line: 1, values },
      tooLong,
      { number: 3, line: 3, values },
    ])
  })
})

describe('a row of more than 50,000 values', () => {
  // An object of a list of so many texts, whose commas and brackets are none: each takes 60 bytes, and is read several times.
  const row = (count: number) => ({ x: Array.from({ length: count - 1 }, () => ',[{\\"') })
  const [most, more] = [row(MOST_VALUES_OF_ROW), row(MOST_VALUES_OF_ROW + 1)]
  const fault = 'has more than 50000 values'

  test('has a fault in JSON Lines, and the other rows are read', async () => {
    const file = [most, more, most].map((values) => JSON.stringify(values)).join('\n')
    expect((await read(file, { format: 'jsonl' }, [65_536])).rows).toEqual([
      { number: 1, line: 1, values: most },
      { number: 2, line: 2, values: null, fault },
      { number: 3, line: 3, values: most },
    ])
  })

  test('has a fault in a JSON document, and the other rows are read', async () => {
    expect((await read(JSON.stringify([most, more, most]), { format: 'json' })).rows).toEqual([
      { number: 1, line: null, values: most },
      { number: 2, line: null, values: null, fault },
      { number: 3, line: null, values: most },
    ])
  })
})

test('a cell of CSV of 1 MB is read, and of a longer one the beginning, which its row says', async () => {
  const file = (length: number) => `name,text\nCup,"${'\n'.repeat(length - 1)}x"\nCup,x`
  const most = await read(file(MAX_CELL_TEXT))
  expect(most.rows.map(({ cut }) => cut)).toEqual([undefined, undefined])
  expect((await read(file(MAX_CELL_TEXT + 1))).rows).toEqual([
    { number: 1, line: 2, values: { name: 'Cup', text: '\n'.repeat(MAX_CELL_TEXT) }, cut: ['text'] },
    { number: 2, line: 3 + MAX_CELL_TEXT, values: { name: 'Cup', text: 'x' } },
  ])
})

describe('a JSON document', () => {
  const sized = { mostJsonCharacters: 20_000_000, format: 'json' } as const
  const tooMany =
    'this JSON document has too many different names: send JSON Lines, with one product per line'
  const named = (count: number, begin = '\\"\\\\') =>
    `{${Array.from({ length: count }, (_, n) => `"${begin}${n}" :"x\\":"`).join()}}`

  test('of 100,000 different names is read, with one more it is refused before it is parsed', async () => {
    expect((await read(`[${named(MOST_NAMES)},${named(9)}]`, sized)).rows).toHaveLength(2)
    await expect(read(`[${named(MOST_NAMES)},${named(1, 'y')}]`, sized)).rejects.toThrow(tooMany)
    await expect(read(`[${named(MOST_NAMES + 1)},`, sized)).rejects.toThrow(tooMany)
  })

  test('of a row of more than 1 MB has a fault in it, and the other rows', async () => {
    const row = (length: number) => ({ x: '😀'.repeat(length / 2) })
    const [most, more] = [row(MAX_LINE_CHARACTERS - 8), row(MAX_LINE_CHARACTERS - 6)]
    expect((await read(JSON.stringify([most, more, most]), sized)).rows).toEqual([
      { number: 1, line: null, values: most },
      { number: 2, line: null, values: null, fault: 'has more than 1 MB' },
      { number: 3, line: null, values: most },
    ])
  })

  test('has no names in its texts', async () => {
    const texts = JSON.stringify(Array.from({ length: MOST_NAMES + 1 }, (_, n) => `"x${n}":`))
    expect((await read(`{"x":${texts}}`, sized)).rows).toHaveLength(MOST_NAMES + 1)
  })
})

test('the rows do not depend on the pieces in which a file comes', async () => {
  const long = '“é” '.repeat(20_000)
  const files: [string | Uint8Array, string][] = [
    [`sep=;\nsku;name\nS1;"${long}\n""x"""\nS2;ß\n`, '.csv'],
    [utf16(`sku\tname\r\nS1\t"a\r\nb"\r\n`), '.csv'],
    [`{"name":"${long}"}\n\n{"name":"ß"}`, '.jsonl'],
    [`[{"name":"${long}"},\n{"name":"ß"}]`, '.json'],
  ]
  const whole = await Promise.all(files.map(([file, extension]) => read(file, { extension })))
  await fc.assert(
    fc.asyncProperty(
      fc.nat(files.length - 1),
      fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1000, max: 99_999 })), {
        minLength: 1,
      }),
      async (n, sizes) => {
        const [file = '', extension = ''] = files[n] ?? []
        expect(await read(file, { extension }, [...sizes, 4_096])).toEqual(whole[n])
      },
    ),
    { numRuns: 60 },
  )
})

test('reading stops when nobody wants more rows', async () => {
  let taken = 0
  async function* endless() {
    for (;;) {
      taken++
      yield Buffer.from(taken === 1 ? 'sku,name\n' : 'S1,Cup\n'.repeat(1_000))
    }
  }
  const { rows } = await readSource(endless(), { extension: '.csv' })
  for await (const { number } of rows) if (number === 5) break
  const before = taken
  await new Promise(setImmediate)
  expect(taken).toBe(before)
})

test.each(['windows-1252', 'latin1', 'shift_jis', 'gbk', 'utf-16be', 'UTF-8'])('%s is an encoding', (label) =>
  expect(isEncoding(label)).toBe(true),
)
test.each(['', 'utf-7', 'excel'])('%j is not an encoding', (label) => expect(isEncoding(label)).toBe(false))
