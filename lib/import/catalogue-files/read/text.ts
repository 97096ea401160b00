import { Unreadable } from '../../../domain/text/unreadable.ts'
import { beginningOf } from './beginning.ts'
import { newlinesIn } from './newlines.ts'
import { utf8Text } from './utf8-text.ts'

/** The bytes that show the kind of a file. */
const HEAD = 4_096

/** A byte order mark, and its encoding. It has priority over any option. */
const MARKS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The first bytes of files that are not text, or in an encoding that nothing reads, with the advice for each kind. */
const NO_TEXT: readonly [bytes: readonly number[], why: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'this is a zip archive, or a spreadsheet such as .xlsx: save it as CSV in UTF-8',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'this is an Excel workbook (.xls): save it as CSV in UTF-8'],
  [[0x25, 0x50, 0x44, 0x46], 'this is a PDF: export the products as CSV'],
  [[0x89, 0x50, 0x4e, 0x47], 'this is a picture'],
  [[0xff, 0xd8, 0xff], 'this is a picture'],
  // Its first bytes are the mark of UTF-16, and no text in that begins with U+0000.
  [[0xff, 0xfe, 0x00, 0x00], 'this is UTF-32, which cannot be read: save it in UTF-8'],
  [[0x00, 0x00, 0xfe, 0xff], 'this is UTF-32, which cannot be read: save it in UTF-8'],
  [[0x1f, 0x8b], 'this is compressed with gzip: decompress it first, for example with gunzip'],
]

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, n) => bytes[n] === byte)

/** True if there is an encoding of this name, as the WHATWG Encoding Standard calls it: `windows-1252`, `shift_jis`. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * The text of a file, piece by piece, without its byte order mark. Without a mark and without `encoding` it is UTF-8, and its
 * lines that are not are marked as in `utf8Text`. Throws `Unreadable` with the line of the first byte that is not of another
 * encoding, or for a file that is not text.
 */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding?: string): AsyncGenerator<string> {
  const { taken, all } = await beginningOf(bytes, HEAD)
  const head = Buffer.concat(taken)
  const marked = MARKS.find(([mark]) => beginsWith(head, mark))?.[1]
  const used = marked ?? encoding ?? 'utf-8'
  refuseOthers(head, marked ?? encoding)
  const decoder = new TextDecoder(used, { fatal: true })
  if (decoder.encoding === 'utf-8') return yield* utf8Text(all)
  let lines = 1
  for await (const piece of all) {
    const text = decode(decoder, piece, { used, lines })
    lines += newlinesIn(text)
    if (text) yield text
  }
  // Nothing is left of a whole text.
  decode(decoder, undefined, { used, lines })
}

function refuseOthers(head: Uint8Array, encoding: string | undefined): void {
  const known = NO_TEXT.find(([start]) => beginsWith(head, start))
  if (known) throw new Unreadable(known[1])
  const beginning = Buffer.from(head.subarray(0, HEAD))
  if (encoding !== undefined || !beginning.includes(0)) return
  const wide = wideEncodingOf(beginning)
  if (wide === undefined && isTextWithZeros(beginning.toString('latin1'))) return
  throw new Unreadable(
    wide === undefined
      ? 'this is not text: it contains bytes of 0'
      : `this looks like UTF-16 without a byte order mark: say that its encoding is ${wide}`,
  )
}

/**
 * True for a text of which only some lines have bytes of 0. The first one names the columns of CSV; in JSON Lines it is a row,
 * of which there can be no other so far.
 */
function isTextWithZeros(text: string): boolean {
  if (text.trimStart().startsWith('{')) return true
  const lines = text.split('\n')
  const broken = lines.filter((line) => line.includes('\0'))
  return broken.length <= lines.length / 2 && !lines[0]?.includes('\0')
}

/** In UTF-16 every other byte of most texts is 0. */
function wideEncodingOf(head: Uint8Array): string | undefined {
  const zeros = [0, 1].map((side) => head.filter((byte, n) => byte === 0 && n % 2 === side).length)
  const [even = 0, odd = 0] = zeros
  const most = head.length / 4
  if (odd > most && even < odd / 10) return 'utf-16le'
  return even > most && odd < even / 10 ? 'utf-16be' : undefined
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  piece: Uint8Array | undefined,
  { used, lines }: { used: string; lines: number },
): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const before = new TextDecoder(used).decode(piece).split('\ufffd')[0] ?? ''
    throw new Unreadable(`line ${lines + newlinesIn(before)}: this is not ${used.toUpperCase()} text`, {
      cause: error,
    })
  }
}
