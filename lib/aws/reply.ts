/** A reply to one request. */
export interface Reply {
  status: number
  body: string
  /** True if the connection can carry another request. */
  keepsOpen: boolean
}

/** Work that asks for what arrives, piece by piece; `undefined` is the end of the connection. */
export type Reading<T> = Generator<void, T, Buffer | undefined>

/** As much as Node's own parser takes. */
const MOST_HEAD_BYTES = 16_384
/** DynamoDB answers with 1 MB of items at most; as JSON, with every character escaped, that is not six times as much. */
const MOST_BODY_BYTES = 16_000_000

/** Lines, read as Latin-1: none that Node's own parser would not take, and no way to match that takes long to fail. */
const STATUS_LINE = /^HTTP\/1\.1 (?!101|204|304)([1-5]\d\d)(?: [^\r\n]*)?$/
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t -~\x80-\xff]*)$/

/**
 * Reads the reply to a POST (HTTP/1.1, RFC 9112): the head of the final answer, and its body by length or in chunks.
 * Throws if the connection ends before the reply does, and if what arrives is none that DynamoDB sends (HTTP/1.0, a body
 * without a length, a status that has none, extensions of chunks): whoever calls then never uses the connection again.
 * A piece may be overwritten once the next one is asked for.
 */
export function* readReply(): Reading<Reply> {
  const input: Input = { bytes: Buffer.alloc(0) }
  for (;;) {
    const [, code = ''] = STATUS_LINE.exec(yield* readLine(input)) ?? malformed('status')
    const headers = yield* readHeaders(input)
    const length = headers.get('content-length')
    const coding = headers.get('transfer-encoding')
    // A reply with two lengths is refused: an attacker could choose where the next reply begins (RFC 9112 §6.3).
    const isFramed =
      coding === undefined
        ? length === undefined || /^[ \t]*\d{1,8}[ \t]*$/.test(length)
        : length === undefined && /^[ \t]*chunked *$/i.test(coding)
    const closes = /\bclose\b/i.test(`${headers.get('connection')}`)
    // Behind an interim answer the final one follows.
    const isInterim = code < '2'
    if (!isFramed || (isInterim && closes)) malformed('header')
    if (isInterim) continue
    const body = yield* coding ? readChunks(input) : readBytes(input, Number(length ?? malformed('header')))
    return { status: Number(code), body: body.toString(), keepsOpen: !closes && input.bytes.length === 0 }
  }
}

/** The bytes that have arrived and were not read yet. */
interface Input {
  bytes: Buffer
}

/** The text before the end of a line, which is never longer than a head, however it arrives. */
function* readLine(input: Input): Reading<string> {
  for (;;) {
    const end = input.bytes.indexOf('\n')
    if ((end < 0 ? input.bytes.length : end) > MOST_HEAD_BYTES) malformed('length')
    if (end >= 0) {
      const line = take(input, end + 1).toString('latin1')
      return line.endsWith('\r\n') ? line.slice(0, -2) : malformed('line')
    }
    const before = Buffer.from(input.bytes)
    input.bytes = Buffer.concat([before, (yield) ?? hungUp()])
  }
}

/** Up to an empty line: values by names in lower case, with any white space round them; what comes twice is one list. */
function* readHeaders(input: Input): Reading<Map<string, string>> {
  const headers = new Map<string, string>()
  for (let bytes = 0; ; ) {
    const line = yield* readLine(input)
    if (line === '') return headers
    bytes += line.length
    const [, name = '', value = ''] = HEADER.exec(line) ?? malformed('header')
    if (bytes > MOST_HEAD_BYTES) malformed('length')
    const key = name.toLowerCase()
    const known = headers.get(key)
    headers.set(key, known === undefined ? value : `${known},${value}`)
  }
}

function* readChunks(input: Input): Reading<Buffer> {
  const parts: Buffer[] = []
  for (let bytes = 0; ; ) {
    const line = yield* readLine(input)
    const size = /^[\da-f]{1,6}$/i.test(line) ? Number.parseInt(line, 16) : malformed('chunk')
    if (size === 0) break
    bytes += size
    if (bytes > MOST_BODY_BYTES) malformed('length')
    parts.push(Buffer.from(yield* readBytes(input, size)))
    if ((yield* readBytes(input, 2)).toString() !== '\r\n') malformed('chunk')
  }
  // A trailer after the body must not state its length.
  return (yield* readHeaders(input)).has('content-length') ? malformed('chunk') : Buffer.concat(parts)
}

/** So many bytes; good until more is asked for. */
function* readBytes(input: Input, length: number): Reading<Buffer> {
  if (length > MOST_BODY_BYTES) malformed('length')
  if (input.bytes.length >= length) return take(input, length)
  const whole = Buffer.allocUnsafe(length)
  let filled = take(input, length).copy(whole)
  while (filled < length) {
    input.bytes = (yield) ?? hungUp()
    filled += take(input, length - filled).copy(whole, filled)
  }
  return whole
}

/** So many bytes, or all there are. */
function take(input: Input, length: number): Buffer {
  const taken = input.bytes.subarray(0, length)
  input.bytes = input.bytes.subarray(length)
  return taken
}

/** Throws the error code that Node also uses for a connection that ends within a reply. */
function hungUp(): never {
  throw Object.assign(new Error('the connection ended before the reply'), { code: 'ECONNRESET' })
}

function malformed(what: string): never {
  throw new Error(`a reply with a malformed ${what}`)
}
