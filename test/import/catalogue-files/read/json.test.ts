import { describe, expect, test } from 'vitest'
import { readJson, readJsonLines } from '../../../../lib/import/catalogue-files/read/json-rows.ts'
import {
  endOfText,
  hasTooManyValues,
  MOST_VALUES_OF_ROW,
} from '../../../../lib/import/catalogue-files/read/json-values.ts'
import { textOf } from './pieces.ts'

const document = (...pieces: string[]) => Array.fromAsync(readJson(textOf(...pieces)))
const lines = (...pieces: string[]) => Array.fromAsync(readJsonLines(textOf(...pieces)))

describe('the values of JSON', () => {
  test('are counted by what is between and before them, and texts are one each', () => {
    const commas = (count: number) => `[${','.repeat(count)}`
    expect(hasTooManyValues(commas(MOST_VALUES_OF_ROW - 1))).toBe(false)
    expect(hasTooManyValues(commas(MOST_VALUES_OF_ROW))).toBe(true)
    expect(hasTooManyValues('['.repeat(MOST_VALUES_OF_ROW + 1))).toBe(true)
    expect(hasTooManyValues('{'.repeat(MOST_VALUES_OF_ROW + 1))).toBe(true)
    expect(hasTooManyValues('{'.repeat(MOST_VALUES_OF_ROW))).toBe(false)
    expect(hasTooManyValues(`"${','.repeat(MOST_VALUES_OF_ROW + 1)}"`)).toBe(false)
    expect(hasTooManyValues(`"\\"${','.repeat(MOST_VALUES_OF_ROW + 1)}"`)).toBe(false)
    expect(hasTooManyValues(`"a"${commas(MOST_VALUES_OF_ROW)}`)).toBe(true)
    expect(hasTooManyValues(`"a${commas(MOST_VALUES_OF_ROW)}`)).toBe(false)
    expect(hasTooManyValues('')).toBe(false)
  })

  test.each([
    ['"a"', 2],
    ['"a\\"b"', 5],
    ['"a\\\\"b"', 4],
    ['"\\\\\\""', 5],
    ['""', 1],
    ['"a', -1],
    ['"a\\"', -1],
  ])('the text at the beginning of %j ends at %i', (json, end) => {
    expect(endOfText(json, 0)).toBe(end)
  })
})

describe('a document', () => {
  test.each<[string, unknown[]]>([
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    [' [ "x", null, 7 ] ', ['x', null, 7]],
    ['{"total":2,"products":[{"a":1}]}', [{ a: 1 }]],
    ['[]', []],
    ['', []],
    [' \n', []],
  ])('%j has the rows %j', async (text, values) => {
    expect(await document(text)).toStrictEqual(
      values.map((one, n) => ({ number: n + 1, line: null, values: one })),
    )
  })

  test('is the same in pieces', async () => {
    expect(await document('[{"a', '":1', '}]')).toStrictEqual([{ number: 1, line: null, values: { a: 1 } }])
  })

  test.each([
    ['7', 'this JSON does not contain a list of rows'],
    ['null', 'this JSON does not contain a list of rows'],
    ['"x"', 'this JSON does not contain a list of rows'],
    ['{}', 'this JSON object does not contain a list of rows'],
    ['{"a":{"b":[]}}', 'this JSON object does not contain a list of rows'],
    ['{"a":[],"b":1,"c":[]}', 'this JSON object contains several lists: "a", "c"'],
    ['[1,]', 'line 1, column 4: this is not JSON: unexpected "]"'],
    ['[\n {"a":1}\n {"b":2}]', 'line 3, column 2: this is not JSON: '],
    ['[{"a":1}', 'line 1, column 9: this is not JSON: '],
    ['[\n"a', 'line 2, column 3: this is not JSON: Unterminated string'],
    ['[NaN]', 'line 1, column 2: this is not JSON: unexpected "N"'],
    ['[1,😀]', 'line 1, column 4: this is not JSON: unexpected "😀"'],
    ['[tru]', 'line 1, column 5: this is not JSON: unexpected "]"'],
    ['[', 'line 1, column 2: this is not JSON: unexpected end'],
  ])('%j is refused', async (text, why) => {
    await expect(document(text)).rejects.toThrow(why)
  })

  const sized = (text: string[], most: number) => Array.fromAsync(readJson(textOf(...text), most))

  test('is as long as it may be', async () => {
    expect(await sized(['[1', ',2]'], 5)).toHaveLength(2)
    await expect(sized(['[1', ',2]'], 4)).rejects.toThrow(
      'this JSON document has more than 4 characters: send JSON Lines, with one product per line',
    )
  })

  test('has no more values than can be parsed at once, where it has a limit', async () => {
    const why = 'this JSON document has too many values: send JSON Lines, with one product per line'
    const most = Number.MAX_SAFE_INTEGER
    for (const [unit, count] of [
      ['[', 500_000],
      ['{', 500_000],
      [',', 2_000_000],
    ] as const) {
      await expect(sized([unit.repeat(count + 1)], most)).rejects.toThrow(why)
      // It is parsed, and is none.
      await expect(sized([unit.repeat(count)], most)).rejects.toThrow('this is not JSON')
      await expect(document(unit.repeat(count + 1))).rejects.toThrow('this is not JSON')
    }
  })
})

describe('numbers', () => {
  test.each<[string, unknown]>([
    ['12.50', 12.5],
    ['1e3', 1_000],
    ['-0', -0],
    ['4006381333931', 4_006_381_333_931],
    ['123456789012345678', '123456789012345678'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['9007199254740993', '9007199254740993'],
    ['1e400', '1e400'],
    ['1000000000000000000000', 1e21],
    ['"123456789012345678"', '123456789012345678'],
    ['true', true],
  ])('%s is %j: one that would lose digits stays a text', async (written, value) => {
    expect(await document(`[{"a":${written}}]`)).toStrictEqual([
      { number: 1, line: null, values: { a: value } },
    ])
    expect(await lines(`{"a":${written}}`)).toStrictEqual([{ number: 1, line: 1, values: { a: value } }])
  })
})

describe('lines', () => {
  test('are rows, without blank ones', async () => {
    expect(await lines('{"a":1}\n\n \r\n{"a":2}\r\n[3]\n7')).toStrictEqual([
      { number: 1, line: 1, values: { a: 1 } },
      { number: 2, line: 4, values: { a: 2 } },
      { number: 3, line: 5, values: [3] },
      { number: 4, line: 6, values: 7 },
    ])
    expect(await lines('')).toStrictEqual([])
    expect(await lines('{"a"', ':1}\n{"a":', '2}\n')).toStrictEqual([
      { number: 1, line: 1, values: { a: 1 } },
      { number: 2, line: 2, values: { a: 2 } },
    ])
  })

  test('that are broken cost no other', async () => {
    expect(await lines('{"a":1}\n{"a":\n{"a":"\ud800"}\n{"a":2}')).toStrictEqual([
      { number: 1, line: 1, values: { a: 1 } },
      { number: 2, line: 2, values: null, fault: 'is not JSON, column 6: unexpected end' },
      {
        number: 3,
        line: 3,
        values: null,
        fault: 'is not UTF-8 text: save it as UTF-8, or say its encoding, for example windows-1252',
      },
      { number: 4, line: 4, values: { a: 2 } },
    ])
  })

  test.each([
    ['{"a":', 'line 1, column 6: this is not JSON: '],
    ['\nsku,name\nA,Cup', 'line 2, column 1: this is not JSON: unexpected "s"'],
    ['7\nx', 'line 2, column 1: this is not JSON: unexpected "x"'],
    ['\ud800', 'line 1: this is not UTF-8 text: '],
  ])('without any object are not rows: %j', async (text, why) => {
    await expect(lines(text)).rejects.toThrow(why)
  })

  test('without any object are rows where each is JSON', async () => {
    expect(await lines('7\n"x"')).toHaveLength(2)
  })

  test('before a row with a fault of its own are broken rows', async () => {
    const many = `[${'1,'.repeat(MOST_VALUES_OF_ROW)}1]`
    const faults = (await lines(`x\n${many}`)).map(({ fault }) => fault)
    expect(faults).toStrictEqual(['is not JSON, column 1: unexpected "x"', 'has more than 50000 values'])
    const long = (await lines('x\n', 'y'.repeat(2_000_000), '\n{"a":1}')).map(({ fault }) => fault)
    expect(long).toStrictEqual([
      'is not JSON, column 1: unexpected "x"',
      'is a line of more than 1 MB',
      undefined,
    ])
    expect(
      (await lines(`x\n${'y'.repeat(2_000_000)}`)).map(({ line, fault }) => [line, fault]),
    ).toStrictEqual([
      [1, 'is not JSON, column 1: unexpected "x"'],
      [2, 'is a line of more than 1 MB'],
    ])
  })
})
