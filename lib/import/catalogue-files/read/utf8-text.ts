import { isUtf8 } from 'node:buffer'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { newlinesIn } from './newlines.ts'

/** The mark of a line with bytes that are not UTF-8: half of a surrogate pair, of which a text in UTF-8 has none. */
const UNREADABLE_LINE = '\ud800'

export const NOT_UTF8 = 'not UTF-8 text: save it as UTF-8, or say its encoding, for example windows-1252'

const LINE_FEED = 0x0a

/** The text of UTF-8, piece by piece, without its byte order mark. A line that is not UTF-8 ends with a mark. */
export async function* utf8Text(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  let isBegun = false
  function textOf(whole: Buffer): string {
    const text = isUtf8(whole) ? whole.toString() : withMarks(whole)
    const read = !isBegun && text.startsWith('\ufeff') ? text.slice(1) : text
    isBegun ||= text !== ''
    return read
  }
  for await (const piece of bytes) {
    const all = Buffer.concat([rest, piece])
    const end = endOfCharacters(all)
    rest = all.subarray(end)
    const text = textOf(all.subarray(0, end))
    if (text) yield text
  }
  const end = textOf(rest)
  if (end) yield end
}

/** How many bytes there are without the beginning of a character that continues behind them. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0
    const isBehindFirst = (byte & 0b1100_0000) === 0b1000_0000
    if (isBehindFirst) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function withMarks(bytes: Buffer): string {
  const lines: string[] = []
  for (let at = 0; at <= bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, at)
    const end = found === -1 ? bytes.length : found
    const line = bytes.subarray(at, end)
    lines.push(isUtf8(line) ? line.toString() : line.toString() + UNREADABLE_LINE)
    at = end + 1
  }
  return lines.join('\n')
}

/** The same text. Throws `Unreadable` with the first line that has a mark. */
export async function* withoutMarks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let lines = 1
  for await (const piece of text) {
    if (!piece.isWellFormed()) {
      const marked = piece.split('\n').findIndex((line) => !line.isWellFormed())
      throw new Unreadable(`line ${lines + marked}: this is ${NOT_UTF8}`)
    }
    lines += newlinesIn(piece)
    yield piece
  }
}
