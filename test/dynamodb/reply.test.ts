import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, readReply } from '../../lib/aws/reply.ts'
import { bytesOf, CHUNKED, chunk, FORMS, JSON_TEXT, OK, REFUSED, replies, STRICTER } from './replies.ts'

const STARTED = { message: 'waits' }
const TOO_LONG = 'a reply with a malformed length'
const HUNG_UP = { message: 'the connection ended before the reply' }

/** The result of pieces, `undefined` for the end: a reply, an error, or nothing yet. Each is overwritten once read. */
function feed(pieces: Iterable<Buffer | undefined>): { reply?: Reply; message: string; bytes: number } {
  const reading = readReply()
  reading.next()
  let bytes = 0
  for (const piece of pieces) {
    const arrived = piece && Buffer.from(piece)
    bytes += arrived?.length ?? 0
    try {
      const { done, value } = reading.next(arrived)
      if (done) return { reply: value, message: 'replied', bytes }
    } catch (error) {
      return { message: (error as Error).message, bytes }
    } finally {
      arrived?.fill('\r\n0')
    }
  }
  return { ...STARTED, bytes }
}

const byByte = (bytes: Buffer) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

/** Cuts a reply into pieces of these lengths, again and again. */
function cut(bytes: Buffer, lengths: number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = lengths[pieces.length % lengths.length] ?? bytes.length
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

describe.each(FORMS)('$what', ({ text, status = 200, body = JSON_TEXT, keepsOpen = true }) => {
  const bytes = bytesOf(text)
  const reply = { status, body, keepsOpen }

  test('is read, however it arrives', () => {
    expect(feed([bytes]).reply).toEqual(reply)
    expect(feed([...byByte(bytes)]).reply).toEqual(reply)
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 })
    const property = fc.property(lengths, (some) => {
      expect(feed([...cut(bytes, some)]).reply).toEqual(reply)
    })
    fc.assert(property, { numRuns: 30, seed: 1 })
  })

  test('is awaited to its last byte', () => {
    for (let length = 0; length < bytes.length; length++) {
      const start = bytes.subarray(0, length)
      expect(feed([start])).toMatchObject(STARTED)
      expect(feed([start, undefined])).toMatchObject(HUNG_UP)
    }
  })

  test('is the last on its connection if more has come', () => {
    for (const more of ['0', '\r\n', OK]) {
      const all = { status, body, keepsOpen: false }
      expect(feed([bytesOf(text + more)]).reply).toEqual(all)
    }
  })
})

test.each(REFUSED)('$what is refused, however it arrives', ({ text }) => {
  const bytes = bytesOf(text)
  const { message } = feed([bytes])
  expect(message).toMatch(/^a reply with a malformed /)
  expect(feed(byByte(bytes)).message).toBe(message)
})

/** A line may be so long, and all headers together. */
const MOST_HEAD = 16_384
const MOST_BODY = 16_000_000
/** As much as is read at once. */
const PIECE = 65_536

/** The same again and again, in pieces: 26 MB, which is more than anybody should take. */
function* endless(start: string, again: string) {
  const piece = Buffer.alloc(PIECE - (PIECE % again.length), again, 'latin1')
  yield bytesOf(start)
  for (let n = 0; n < 400; n++) yield piece
}

test.each([
  { what: 'a line', start: '', again: 'HTTP/1.1', most: MOST_HEAD },
  { what: 'a reason', start: 'HTTP/1.1 200 ', again: ' ', most: MOST_HEAD },
  { what: 'a header', start: `${OK}a: `, again: ' ', most: MOST_HEAD },
  { what: 'headers', start: OK, again: 'a: b\r\n', most: MOST_HEAD },
  { what: 'headers of nothing', start: OK, again: 'a:\r\n', most: MOST_HEAD },
  { what: "a chunk's line", start: `${CHUNKED}1`, again: 'a', most: MOST_HEAD },
  { what: 'trailers', start: `${CHUNKED}0\r\n`, again: 'a: b\r\n', most: MOST_HEAD },
  { what: 'chunks', start: CHUNKED, again: chunk('a'.repeat(1_000)), most: MOST_BODY },
])('$what without an end: not much more is read than may be', ({ start, again, most }) => {
  const { message, bytes } = feed(endless(start, again))
  expect(message).toBe(TOO_LONG)
  expect(bytes).toBeGreaterThan(most)
  expect(bytes).toBeLessThan(most * 1.1 + 2 * PIECE)
})

test.each([
  {
    what: 'a line',
    most: MOST_HEAD - 1,
    text: (length: number) => `HTTP/1.1 200 ${'a'.repeat(length - 13)}\r\n`,
  },
  {
    what: 'headers',
    most: MOST_HEAD,
    text: (length: number) => `${OK}a: b\r\nc:${'d'.repeat(length - 6)}\r\n`,
  },
])('$what may be $most bytes long, however they arrive', ({ most, text }) => {
  for (const pieces of [byByte, (bytes: Buffer) => [bytes]]) {
    expect(feed(pieces(bytesOf(text(most))))).toMatchObject(STARTED)
    expect(feed(pieces(bytesOf(text(most + 1)))).message).toBe(TOO_LONG)
  }
})

test('a body may be 16 MB, however its end is told', () => {
  const body = `${'é'.repeat(MOST_BODY / 2 - 1)}!!`
  const bytes = Buffer.from(body)
  const pieces = cut(bytes, [PIECE])
  const chunks = pieces.flatMap((piece) => [
    bytesOf(`${piece.length.toString(16)}\r\n`),
    piece,
    bytesOf('\r\n'),
  ])
  const length = bytesOf(`${OK}Content-Length: ${MOST_BODY}\r\n\r\n`)
  for (const all of [
    [length, ...pieces],
    [bytesOf(CHUNKED), ...chunks, bytesOf('0\r\n\r\n')],
  ])
    expect(feed(all).reply?.body === body).toBe(true)
  expect(feed([bytesOf(CHUNKED), ...chunks, bytesOf('1\r\n')]).message).toBe(TOO_LONG)
})

describe("beside Node's own parser", () => {
  let text = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytesOf(text)))
  })
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterAll(() => server.close())

  /** The reply as Node's parser reads it; undefined if it refuses it. */
  function ofNode(reply: string): Promise<Reply | undefined> {
    text = reply
    const { port } = server.address() as AddressInfo
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
    const call = request({ port, host: '127.0.0.1', method: 'POST', agent: new Agent({ keepAlive: true }) })
    call.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part)).on('error', () => {})
      response.on('end', () => {
        const keepsOpen = call.shouldKeepAlive
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString(), keepsOpen })
      })
    })
    call.on('error', () => {}).on('close', () => resolve(undefined))
    call.end()
    return promise
  }

  const ofOurs = (reply: string) => feed([...byByte(bytesOf(reply)), undefined])

  test.each(STRICTER)('it takes $what, and we do not', async ({ example, form }) => {
    expect(await ofNode(example)).toBeDefined()
    expect(ofOurs(example).reply).toBeUndefined()
    expect(example).toMatch(form)
  })

  test('it takes what we take, and reads the same', async () => {
    let taken = 0
    const property = fc.asyncProperty(replies, async (reply) => {
      const { reply: ours, bytes } = ofOurs(reply)
      if (ours) {
        taken++
        const { keepsOpen, ...theirs } = (await ofNode(reply.slice(0, bytes))) ?? {}
        expect(theirs).toEqual({ status: ours.status, body: ours.body })
        if (ours.keepsOpen) expect(keepsOpen).toBe(true)
      } else if (!STRICTER.some(({ form }) => form.test(reply))) expect(await ofNode(reply)).toBeUndefined()
    })
    await fc.assert(property, { numRuns: 800, seed: 1 })
    expect(taken).toBeGreaterThan(200)
  })
})
