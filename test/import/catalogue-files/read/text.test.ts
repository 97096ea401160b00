import { describe, expect, test } from 'vitest'
import { beginningOf } from '../../../../lib/import/catalogue-files/read/beginning.ts'
import { newlinesIn } from '../../../../lib/import/catalogue-files/read/newlines.ts'
import { textOf as decoded, isEncoding } from '../../../../lib/import/catalogue-files/read/text.ts'
import { NOT_UTF8, utf8Text, withoutMarks } from '../../../../lib/import/catalogue-files/read/utf8-text.ts'
import { bytesOf, textOf } from './pieces.ts'

const joined = async (text: AsyncIterable<string>) => (await Array.fromAsync(text)).join('')
const read = (file: string | Uint8Array, encoding?: string, size?: number) =>
  joined(decoded(bytesOf(file, size), encoding))
const bytes = (...codes: number[]) => Uint8Array.from(codes)
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test('line feeds are counted, and nothing else', () => {
  expect(['', 'a', '\n', 'a\nb', '\n\n', 'a\r\nb\r', '\u2028'].map(newlinesIn)).toEqual([0, 0, 1, 1, 2, 1, 0])
})

describe('the beginning of what comes in pieces', () => {
  test('is as many pieces as are long enough, and all of them come after it', async () => {
    const { taken, all } = await beginningOf(textOf('ab', 'cd', 'e', 'f'), 3)
    expect(taken).toEqual(['ab', 'cd'])
    expect(await Array.fromAsync(all)).toEqual(['ab', 'cd', 'e', 'f'])
  })

  test('is the whole text where nothing follows', async () => {
    const { taken, all } = await beginningOf(textOf('ab', 'c'), 9)
    expect([taken, await Array.fromAsync(all)]).toEqual([
      ['ab', 'c'],
      ['ab', 'c'],
    ])
    expect((await beginningOf(textOf('ab', 'c'), 2)).taken).toEqual(['ab'])
    expect((await beginningOf(textOf(), 2)).taken).toEqual([])
  })

  test('ends the pieces where nobody wants the rest', async () => {
    let isEnded = false
    async function* endless() {
      try {
        for (;;) yield 'a'
      } finally {
        isEnded = true
      }
    }
    const { all } = await beginningOf(endless(), 2)
    for await (const _ of all) break
    expect(isEnded).toBe(true)
  })
})

describe('a text in UTF-8', () => {
  const whole = 'a\u00e9\u20ac\u{1f600}\n\ufeffz'

  test('is the same in whatever pieces it comes', async () => {
    for (const size of [1, 2, 3, 4, 5, 99]) expect(await joined(utf8Text(bytesOf(whole, size)))).toBe(whole)
  })

  test('loses the mark of byte order at its beginning alone', async () => {
    for (const size of [1, 2, 3, 99])
      expect(await joined(utf8Text(bytesOf(`\ufeff${whole}`, size)))).toBe(whole)
    expect(await joined(utf8Text(bytesOf('\ufeff\ufeffa')))).toBe('\ufeffa')
    expect(await Array.fromAsync(utf8Text(bytesOf('')))).toEqual([])
    expect(await Array.fromAsync(utf8Text(bytesOf('\ufeff')))).toEqual([])
  })

  test.each([
    ['one byte', [0x63, 0xe9, 0x0a, 0x64]],
    ['half a character', [0x63, 0xc3, 0x0a, 0x64]],
    ['two thirds of one', [0x63, 0xe2, 0x82, 0x0a, 0x64]],
  ])(
    'has a mark at the end of the line with %s that is not UTF-8, and no other line has',
    async (_, codes) => {
      const lines = (await joined(utf8Text(bytesOf(bytes(0x61, 0x0a, ...codes))))).split('\n')
      expect(lines.map((line) => line.isWellFormed())).toEqual([true, false, true])
      expect([lines[0], lines[2]]).toEqual(['a', 'd'])
      expect(lines[1]?.startsWith('c')).toBe(true)
    },
  )

  test('has one where it ends in a character', async () => {
    expect((await joined(utf8Text(bytesOf(bytes(0x61, 0xf0, 0x9f, 0x98))))).isWellFormed()).toBe(false)
  })

  test('is refused with the line of the first mark', async () => {
    expect(await joined(withoutMarks(textOf('a\n', 'b\nc')))).toBe('a\nb\nc')
    await expect(joined(withoutMarks(textOf('a\nb', '\nc\nd\ud800\n\ud800')))).rejects.toThrow(
      `line 4: this is ${NOT_UTF8}`,
    )
    await expect(joined(withoutMarks(textOf('\ud800')))).rejects.toThrow(`line 1: this is ${NOT_UTF8}`)
  })
})

describe('a file', () => {
  test('is UTF-8 unless its mark or somebody says otherwise', async () => {
    expect(await read('\u00e9')).toBe('\u00e9')
    expect(await read(bytes(0xe9), 'windows-1252')).toBe('\u00e9')
    expect(await read(bytes(0x82, 0xa0), 'shift_jis')).toBe('あ')
    expect(await read(utf16('\ufeffé'))).toBe('é')
    expect(await read(utf16('\ufeffé').swap16())).toBe('é')
    expect(await read(utf16('é'), 'utf-16le')).toBe('é')
    expect(await read('\ufeffé', 'windows-1252')).toBe('é')
    expect(await read(utf16('\ufeffé'), 'windows-1252')).toBe('é')
    expect(await read('')).toBe('')
  })

  test('in another encoding is the same in whatever pieces it comes', async () => {
    for (const size of [1, 3, 99]) {
      expect(await read(utf16('\ufeffaé€\n😀'), undefined, size)).toBe('aé€\n😀')
      expect(await read(bytes(0x82, 0xa0, 0x0a, 0x82, 0xa0), 'shift_jis', size)).toBe('あ\nあ')
    }
  })

  test('in another encoding is refused with the line of the first wrong byte', async () => {
    const why = 'line 2: this is not SHIFT_JIS text'
    await expect(read(bytes(0x61, 0x0a, 0x62, 0xff, 0x0a), 'shift_jis')).rejects.toThrow(why)
    await expect(read(bytes(0x61, 0x0a, 0x62, 0xff, 0x0a), 'shift_jis', 1)).rejects.toThrow(why)
    await expect(read(bytes(0x61, 0x0a, 0x62, 0x82), 'shift_jis')).rejects.toThrow(why)
  })

  test.each([
    ['PK\u0003\u0004', 'this is a zip archive, or a spreadsheet such as .xlsx: save it as CSV in UTF-8'],
    ['%PDF-1.7', 'this is a PDF: export the products as CSV'],
    [bytes(0xd0, 0xcf, 0x11, 0xe0), 'this is an Excel workbook (.xls): save it as CSV in UTF-8'],
    [bytes(0x89, 0x50, 0x4e, 0x47), 'this is a picture'],
    [bytes(0xff, 0xd8, 0xff), 'this is a picture'],
    [bytes(0xff, 0xfe, 0, 0), 'this is UTF-32, which cannot be read: save it in UTF-8'],
    [bytes(0, 0, 0xfe, 0xff), 'this is UTF-32, which cannot be read: save it in UTF-8'],
    [bytes(0x1f, 0x8b), 'this is compressed with gzip: decompress it first, for example with gunzip'],
  ])('that begins with %j is no text, whatever somebody says', async (file, why) => {
    await expect(read(file)).rejects.toThrow(why)
    await expect(read(file, 'windows-1252', 1)).rejects.toThrow(why)
  })

  test('can begin with some of these bytes', async () => {
    expect(await read('PK\u0003')).toBe('PK\u0003')
    expect(await read(' %PDF')).toBe(' %PDF')
  })

  const none = 'this is not text: it contains bytes of 0'
  const wide = (encoding: string) =>
    `this looks like UTF-16 without a byte order mark: say that its encoding is ${encoding}`
  const rows = 'name;price\nCup;5\n'

  test('with bytes of 0 in every other place looks like UTF-16', async () => {
    await expect(read(utf16(rows))).rejects.toThrow(wide('utf-16le'))
    await expect(read(utf16(rows).swap16())).rejects.toThrow(wide('utf-16be'))
    await expect(read(utf16(`${rows}茶茶茶茶`))).rejects.toThrow(wide('utf-16le'))
    await expect(read(utf16('{"name":"Cup"}\n'))).rejects.toThrow(wide('utf-16le'))
  })

  test.each([
    ['in its first line', 'na\0me\nCup\nMug\n'],
    ['in most lines', 'name\nC\0up\nM\0ug'],
    ['alone', '\0\0\0'],
  ])('with bytes of 0 %s is not a text', async (_, file) => {
    await expect(read(file)).rejects.toThrow(none)
    expect(await read(file, 'windows-1252')).toBe(file)
  })

  test.each([
    ['in one of two lines behind the first', 'name\nC\0up'],
    ['in one row of many', 'name\nCup\nM\0ug\nPot'],
    ['in the first line of JSON Lines', ' {"a":"\0"}'],
    ['far behind', `${'name\n'.repeat(1_000)}\0`],
  ])('with bytes of 0 %s is one', async (_, file) => {
    expect(await read(file)).toBe(file)
  })
})

test('an encoding has a name of the WHATWG', () => {
  expect(['windows-1252', 'latin1', 'UTF-8', 'gbk'].map(isEncoding)).toEqual([true, true, true, true])
  expect(['', 'utf-7', 'excel'].map(isEncoding)).toEqual([false, false, false])
})
