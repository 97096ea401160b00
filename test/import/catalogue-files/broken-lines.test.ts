import { describe, expect, test } from 'vitest'
import { readSource, type Writing } from '../../../lib/import/catalogue-files/read/source.ts'

/** The file in pieces of so many bytes. */
async function* piecesOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: string | Uint8Array, writing: Writing = {}, size = 65_536) {
  const { format, rows } = await readSource(piecesOf(Buffer.from(file), size), { extension: '', ...writing })
  return { format, rows: await Array.fromAsync(rows) }
}

const faultsOf = async (...sent: Parameters<typeof read>) =>
  (await read(...sent)).rows.map(({ line, fault }) => [line, fault])

/** Bytes of which each character is one. */
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const NO_UTF8 = 'is not UTF-8 text: save it as UTF-8, or say its encoding, for example windows-1252'

describe('a line that cannot be read costs no other line of JSON Lines', () => {
  const broken: [string, string | Uint8Array, string][] = [
    ['a bare NaN', '{"n":NaN}', 'is not JSON, column 6: unexpected "N"'],
    ['a text that does not end', '{"n":"x', 'is not JSON, column 8: Unterminated string'],
    ['nothing behind a name', '{"n":}', 'is not JSON, column 6: unexpected "}"'],
    ['a byte of 0', '{"n":"a\0b"}', 'is not JSON, column 8: Bad control character in string literal'],
    ['bytes of 0 alone', '\0\0', 'is not JSON, column 1: unexpected "\\u0000"'],
    ['a byte that is no UTF-8', latin1('{"n":"Caf\xe9"}'), NO_UTF8],
    ['half a character at its end', latin1('{"n":"Caf"}\xc3'), NO_UTF8],
  ]
  const good = (n: number) => Buffer.from(`{"n":${n},"name":"Größe \ufffd 😀"}\n`)
  const lf = Buffer.from('\n')

  test.each(broken)('with %s in its middle', async (_, line, fault) => {
    const file = Buffer.concat([good(1), good(2), Buffer.from(line), lf, good(4)])
    const faults = [
      [1, undefined],
      [2, undefined],
      [3, fault],
      [4, undefined],
    ]
    expect(await faultsOf(file)).toEqual(faults)
    for (const size of [1, 2, 3, 7]) expect(await faultsOf(file, {}, size)).toEqual(faults)
  })

  test.each(broken.slice(0, 1).concat(broken.slice(2, 4), broken.slice(5)))(
    'with %s in its first line, though nobody says the format',
    async (_, line, fault) => {
      const file = Buffer.concat([Buffer.from(line), lf, good(2)])
      expect(await faultsOf(file)).toEqual([
        [1, fault],
        [2, undefined],
      ])
    },
  )

  test.each(broken)('with %s at its end', async (_, line, fault) => {
    expect(await faultsOf(Buffer.concat([good(1), Buffer.from(line)]))).toEqual([
      [1, undefined],
      [2, fault],
    ])
  })

  test('and the others are what they were', async () => {
    const { rows } = await read(Buffer.concat([good(1), latin1('\xff\n'), good(3)]))
    expect(rows.map(({ values }) => values)).toEqual([
      { n: 1, name: 'Größe \ufffd 😀' },
      null,
      { n: 3, name: 'Größe \ufffd 😀' },
    ])
  })
})

describe('where no line can be told apart, the file is refused', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a document on several lines', '{\n"products": [\n1,\n"b"\n]\n}', 'line 1, column 2: this is not JSON'],
    ['no line of JSON', 'sku,name\nS1,Cup\n', 'line 1, column 1: this is not JSON: unexpected "s"'],
    ['no UTF-8 at all', latin1('{"n":"\xe9"}\n{"n":"\xe8"}'), `line 1: ${NO_UTF8.replace('is', 'this is')}`],
  ])('%s read as JSON Lines', async (_, file, message) => {
    await expect(read(file, { format: 'jsonl' })).rejects.toThrow(message)
  })

  test.each<[string, string | Uint8Array, Writing]>([
    ['a JSON document', latin1('[{"n":1},\n{"n":"\xe9"}]'), {}],
    ['CSV', latin1('sku,name\nS1,Caf\xe9\n'), {}],
  ])('%s that is not UTF-8', async (_, file, writing) => {
    for (const size of [1, 65_536])
      await expect(read(file, writing, size)).rejects.toThrow(`line 2: ${NO_UTF8.replace('is', 'this is')}`)
  })
})

describe('bytes of 0', () => {
  test('in a row of CSV are one row of it', async () => {
    expect((await read('sku,name\nS1,C\0up\nS2,Mug\n')).rows.map(({ values }) => values)).toEqual([
      { sku: 'S1', name: 'C\0up' },
      { sku: 'S2', name: 'Mug' },
    ])
  })

  test.each(['s\0ku,name\nS1,Cup\nS2,Mug\n', 'xy\n\0z\n\0z\n\0z\n', '\0\0\0', '\0{"n":1}\n{"n":2}\n'])(
    'in the first line, or in most of them, are not text: %j',
    async (file) => {
      await expect(read(file)).rejects.toThrow('this is not text: it contains bytes of 0')
    },
  )
})
