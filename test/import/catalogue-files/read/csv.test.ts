import { describe, expect, test } from 'vitest'
import { MAX_CELL_TEXT, MOST_COLUMNS, readCsv } from '../../../../lib/import/catalogue-files/read/csv-rows.ts'
import { textOf } from './pieces.ts'

type Rules = Parameters<typeof readCsv>[1]

async function read(text: string | string[], rules: Rules = {}) {
  const { rows, ...header } = await readCsv(textOf(...[text].flat()), rules)
  return { ...header, rows: await Array.fromAsync(rows) }
}
const valuesOf = async (...sent: Parameters<typeof read>) =>
  (await read(...sent)).rows.map(({ values }) => values)

describe('the header', () => {
  test('names the columns, those without a name by their place', async () => {
    expect(await read('a, b  c ,,"d\ne"\n1,2,3,4')).toMatchObject({
      header: ['a', 'b c', 'column 3', 'd e'],
      nameless: new Set(['column 3']),
      repeated: new Set(),
    })
  })

  test('has names without blanks around them, in quotes too', async () => {
    expect(await read('" a "," ",b\n1,2,3')).toMatchObject({
      header: ['a', 'column 2', 'b'],
      nameless: new Set(['column 2']),
    })
  })

  test('has a name twice', async () => {
    expect(await read('a,b,a,A,a\n1,2,3,4,5')).toStrictEqual({
      header: ['a', 'b', 'a in column 3', 'A', 'a in column 5'],
      nameless: new Set(),
      repeated: new Set(['a']),
      rows: [
        {
          number: 1,
          line: 2,
          values: { a: '1', b: '2', 'a in column 3': '3', A: '4', 'a in column 5': '5' },
        },
      ],
    })
  })

  test('has 20,000 columns at most', async () => {
    const header = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join()
    expect((await read(header(MOST_COLUMNS))).header).toHaveLength(20_000)
    await expect(read(header(MOST_COLUMNS + 1))).rejects.toThrow(
      'the header has 20001 columns, and a file can have 20000',
    )
  })

  test('of an empty file has none', async () => {
    expect(await read('')).toStrictEqual({ header: [], nameless: new Set(), repeated: new Set(), rows: [] })
  })
})

describe('what is between cells', () => {
  test.each([
    ['a,b;c,d', ',', ['a', 'b;c', 'd']],
    ['a;b,c;d', ';', ['a', 'b,c', 'd']],
    ['a\tb\tc;d', '\t', ['a', 'b', 'c;d']],
    ['a|b|c;d', '|', ['a', 'b', 'c;d']],
    ['a,b;c', ',', ['a', 'b;c']],
    ['"a;b;c",d', ',', ['a;b;c', 'd']],
    ['name', ',', ['name']],
    ['\n \na;b', ';', ['a', 'b']],
  ])('of %j is %j: that which the first line with a text has most often', async (text, _, header) => {
    expect((await read(text)).header).toStrictEqual(header)
  })

  test.each(['\n', '\r\n', '\r'])(
    'can be said in a line before the header that ends with %j',
    async (end) => {
      expect(await read(`sep=;${end}a,b;c${end}1;2`)).toMatchObject({
        header: ['a,b', 'c'],
        rows: [{ number: 1, line: 3, values: { 'a,b': '1', c: '2' } }],
      })
    },
  )

  test('can be said by somebody, which counts more', async () => {
    expect((await read('sep=;\na,b;c', { delimiter: 'comma' })).header).toStrictEqual(['a', 'b;c'])
    expect((await read('a,b\tc', { delimiter: 'tab' })).header).toStrictEqual(['a,b', 'c'])
    expect((await read('SEP=|\na,b|c')).header).toStrictEqual(['a,b', 'c'])
  })

  test.each(['sep=x\na,b', 'sep=;a,b', 'a,b\nsep=;\n'])('is not said by %j', async (text) => {
    expect((await read(text)).header.join()).toBe(
      text.split('\n')[0]?.includes('a,b') ? text.split('\n')[0] : 'sep=x',
    )
  })
})

describe('a row', () => {
  test('has its cells that are not blank, and the line on which it begins', async () => {
    expect((await read('a,b,c\n\n1,"x\ny", \n,,\n"2\n\n",,3\n 4 ,5,6')).rows).toStrictEqual([
      { number: 1, line: 3, values: { a: '1', b: 'x\ny' } },
      { number: 2, line: 6, values: { a: '2\n\n', c: '3' } },
      { number: 3, line: 9, values: { a: '4', b: '5', c: '6' } },
    ])
  })

  test('has what is in its quotes, and blanks around them are nothing', async () => {
    expect(await valuesOf('a,b\n "x, ""y""" ," z "')).toStrictEqual([{ a: 'x, "y"', b: ' z ' }])
  })

  test('has no cells of blanks, in quotes neither', async () => {
    expect((await read('a,b\n1," "\n1,2," "')).rows).toStrictEqual([
      { number: 1, line: 2, values: { a: '1' } },
      { number: 2, line: 3, values: { a: '1', b: '2' } },
    ])
  })

  test('between tabs has quotes as they are', async () => {
    expect(await valuesOf('a\tb\n5" pot\tx')).toStrictEqual([{ a: '5" pot', b: 'x' }])
  })

  test('has cells of the columns that are read', async () => {
    const isRead = (column: string) => column !== 'b'
    expect((await read('a,b,c\n1,2,3', { isRead })).rows).toStrictEqual([
      { number: 1, line: 2, values: { a: '1', c: '3' } },
    ])
  })

  test('with other cells than the header has a fault, and empty ones too many are nothing', async () => {
    const fault = (cells: number) =>
      `has ${cells} cells, and the header has 2: look for a quote too many or too few`
    expect((await read('a,b\n1\n1,2,3\n1,2,\n1,2')).rows).toStrictEqual([
      { number: 1, line: 2, values: { a: '1' }, fault: fault(1), cells: 1 },
      { number: 2, line: 3, values: { a: '1', b: '2' }, fault: fault(3) },
      { number: 3, line: 4, values: { a: '1', b: '2' } },
      { number: 4, line: 5, values: { a: '1', b: '2' } },
    ])
  })

  test('with a cell of more than 1 MB has the beginning of it, and says so', async () => {
    const most = 'x'.repeat(MAX_CELL_TEXT)
    expect((await read(`a,b\n${most},1\n${most}y,1`)).rows).toStrictEqual([
      { number: 1, line: 2, values: { a: most, b: '1' } },
      { number: 2, line: 3, values: { a: most, b: '1' }, cut: ['a'] },
    ])
    expect((await read(`a,b\n${most}y,1`, { isRead: (name) => name === 'b' })).rows[0]).not.toHaveProperty(
      'cut',
    )
  })

  test('has at most 100,000 cells', async () => {
    expect((await read(`a,b\n1,2${','.repeat(99_998)}`)).rows).toHaveLength(1)
    await expect(read(`a,b\n1,2${','.repeat(99_999)}`)).rejects.toThrow(
      'line 2: a row has more than 100000 cells',
    )
    await expect(read(`sep=,\na,b\n1,2${','.repeat(99_999)}`)).rejects.toThrow('line 3: a row has')
  })
})

test('a file has as many cells as it may have', async () => {
  expect((await read('a,b\n1,2\n3,4', { mostCells: 4 })).rows).toHaveLength(2)
  await expect(read('a,b\n1,2\n3,4', { mostCells: 3 })).rejects.toThrow(
    'this file has more than 3 cells: leave out columns, or send it in parts',
  )
})

test.each([
  ['a,b\n1,"2\n3,4', 'line 2: a quote is opened and never closed'],
  ['a,b\n1,2\n\n3,"4', 'line 3: a quote is opened and never closed'],
  ['a,b\n1,x"y"', 'line 2: a quote is in the middle of a cell that does not begin with a quote'],
  ['a,b\n1,"x"y', 'line 2: there is text between a closing quote and the next delimiter'],
  ['a,b\n\n1,"x"y', 'line 3: there is text between a closing quote and the next delimiter'],
  ['sep=,\na,b\n1,"x"y', 'line 3: there is text between a closing quote and the next delimiter'],
  ['sep=,\na,b\n1,"x', 'line 3: a quote is opened and never closed'],
])('%j is refused with its line', async (text, why) => {
  await expect(read(text)).rejects.toThrow(why)
})

test('a file is the same in whatever pieces it comes', async () => {
  const text = 'sep=;\r\na;"b\r\nc"\r\n1;"x;y"\r\n'
  const whole = await read(text)
  for (const size of [1, 2, 3, 7])
    expect(
      await read(
        Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size)),
      ),
    ).toStrictEqual(whole)
})
