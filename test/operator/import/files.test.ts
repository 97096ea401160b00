import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { getCategory } from '../../../lib/data/categories.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate, productsOf } from '../operate.ts'

const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0).buffer)
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const ADVICE = ': save it as UTF-8, or say its encoding, for example windows-1252'

let business: Business
beforeAll(async () => {
  business = await makeBusiness()
})

describe('a file that cannot be read is one line, and nothing of it is written', () => {
  const good = '{"sku":"S1","name":"Cup","price":1,"category":"Cups"}'
  const files: [name: string, content: string | Uint8Array, reason: string][] = [
    ['a.json', `[${good},\n {"sku": oops}]`, 'line 2, column 10: this is not JSON: unexpected "o"'],
    [
      'a.json',
      `[${good},\n {"sku": "x"`,
      "line 2, column 13: this is not JSON: Expected ',' or '}' after property value",
    ],
    ['a.json', `[${good},`, 'line 1, column 56: this is not JSON: unexpected end'],
    [
      'a.json',
      '[1,\n2]x',
      'line 2, column 3: this is not JSON: Unexpected non-whitespace character after JSON',
    ],
    ['a.json', '"Cup"', 'this JSON does not contain a list of rows'],
    ['a.json', '{"total":1}', 'this JSON object does not contain a list of rows'],
    ['a.json', `{"a":[${good}],"b":[]}`, 'this JSON object contains several lists: "a", "b"'],
    ['a.jsonl', `{"sku":}\n`, 'line 1, column 8: this is not JSON: unexpected "}"'],
    ['a.csv', 'sku,name\nS1,"Cup\nS2,Mug\n', 'line 2: a quote is opened and never closed'],
    [
      'a.csv',
      'sku,name\nS1,Cup\nS2,Mu"g\n',
      'line 3: a quote is in the middle of a cell that does not begin with a quote',
    ],
    [
      'a.csv',
      'sku,name\nS1,"Cup"x\n',
      'line 2: there is text between a closing quote and the next delimiter',
    ],
    ['a.csv', 'sep=;\nsku;name\nS1;"Cup\n', 'line 3: a quote is opened and never closed'],
    ['a.csv', latin1('sku,name\nS1,Caf\xe9\n'), `line 2: this is not UTF-8 text${ADVICE}`],
    [
      'a.csv',
      latin1(`sku,name\n${'S1,Cup\n'.repeat(40_000)}S2,Caf\xe9`),
      `line 40002: this is not UTF-8 text${ADVICE}`,
    ],
    ['a.csv', latin1('sku,name\nS1,Caf\xc3'), `line 2: this is not UTF-8 text${ADVICE}`],
    [
      'a.csv',
      Buffer.from('sku,name\nS1,Cup\n', 'utf16le'),
      'this looks like UTF-16 without a byte order mark: say that its encoding is utf-16le',
    ],
    [
      'a.csv',
      Buffer.from('sku,name\nS1,Cup\n', 'utf16le').swap16(),
      'this looks like UTF-16 without a byte order mark: say that its encoding is utf-16be',
    ],
    ['a.csv', utf32('\ufeffsku,name\nS1,Cup\n'), 'this is UTF-32, which cannot be read: save it in UTF-8'],
    [
      'a.csv',
      utf32('\ufeffsku,name\nS1,Cup\n').swap32(),
      'this is UTF-32, which cannot be read: save it in UTF-8',
    ],
    ['a.csv', 'sku,na\0me\nS1,Cup\n', 'this is not text: it contains bytes of 0'],
    [
      'a.csv',
      'PK\x03\x04…',
      'this is a zip archive, or a spreadsheet such as .xlsx: save it as CSV in UTF-8',
    ],
    ['a.xls', latin1('\xd0\xcf\x11\xe0'), 'this is an Excel workbook (.xls): save it as CSV in UTF-8'],
    ['a.csv', '%PDF-1.7\n', 'this is a PDF: export the products as CSV'],
    ['a.csv', latin1('\x89PNG\r\n\x1a\n'), 'this is a picture'],
    ['a.csv', latin1('\xff\xd8\xff\xe0'), 'this is a picture'],
    [
      'a.csv.gz',
      gzipSync('sku,name'),
      'this is compressed with gzip: decompress it first, for example with gunzip',
    ],
  ]
  test.each(files.map(([name, content, reason]) => ({ name, content, reason })))(
    '$name: $reason',
    async (file) => {
      const { name, content, reason } = file
      const path = await makeFile(name, content)
      const { code, stdout, notes } = await operate('import', path, '--business', business.id)
      expect({ code, stdout, notes }).toEqual({ code: 1, stdout: '', notes: [`error: ${path}: ${reason}`] })
    },
  )

  test.each<[string, string, string]>([
    ['a.json', ' \n', 'the file is empty'],
    ['a.json', '[]', 'the file has no rows'],
    ['a.csv', 'sku,name\n', 'the file has no rows'],
  ])('%s %j', async (name, content, reason) => {
    const path = await makeFile(name, content)
    const { code, notes } = await operate('import', path, '--business', business.id)
    expect({ code, notes }).toEqual({ code: 1, notes: [`error: ${path}: ${reason}`] })
  })

  test('a missing file and a folder', async () => {
    expect((await operate('import', 'missing.json', '--business', 'x')).notes).toEqual([
      'error: missing.json: there is no such file',
    ])
    expect((await operate('import', '.', '--format', 'csv', '--business', 'x')).notes).toEqual([
      'error: .: this is a folder',
    ])
  })

  test('nothing was written', async () => {
    expect(await productsOf(business)).toEqual([])
    expect(await getCategory(business.id, 'cups')).toBeUndefined()
  })
})

test.each([
  ['name', '--map name: write it as field=column, for example name=title'],
  ['name=nome', '--map name=nome: no row has "nome"'],
  ['=name', '--map =name: there is no field ""; there are name, '],
  ['id=name', '--map id=name: there is no field "id"; there are name, '],
])('--map %s is one line', async (map, reason) => {
  const path = await makeFile('a.json', [{ name: 'Cup' }])
  const { code, notes } = await operate('import', path, '--business', business.id, '--map', map)
  expect(code).toBe(1)
  expect(notes).toHaveLength(1)
  expect(notes[0]).toContain(`error: ${reason}`)
})
