import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { handler as getBusiness } from '../../../functions/business/get.ts'
import { representation } from '../../../lib/api/http/answer/answer.ts'
import { chooseCoding, compressedText } from '../../../lib/api/http/answer/content-coding.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog } from '../../support/log.ts'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { send } from '../../support/send.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'

describe('the coding chosen for Accept-Encoding', () => {
  test.each<[string | undefined, 'br' | 'gzip' | null]>([
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip,deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['Br', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['*;q=0.1', 'br'],
    ['identity', null],
    ['identity;q=1, *;q=0', null],
    ['identity;q=0', null],
    ['deflate', null],
    ['zstd, compress', null],
    ['gzip;q=0', null],
    ['br;q=0', null],
    ['gzip;q=0, br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *', 'br'],
    ['br;q=0, gzip;q=0, *', null],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0.9, gzip;q=0.5', 'br'],
    ['br;q=0.000, gzip;q=0.001', 'gzip'],
    ['br;Q=0, gzip', 'gzip'],
    ['gzip ; q=1 , br ; q=0.2', 'gzip'],
    ['gzip;level=9', 'gzip'],
    [' gzip ', 'gzip'],
    [',,gzip,,', 'gzip'],
    // A coding with an invalid weight is not accepted.
    ['gzip;q=', null],
    ['gzip;q=many', null],
    ['gzip;q=-1', null],
    ['br;q=-1', null],
    ['br;q=-1, gzip;q=-1', null],
    ['br;q=-1, gzip;q=0.1', 'gzip'],
    ['gzip;q=-1, br;q=0.1', 'br'],
    ['gzipx, xbr', null],
    ['gzip br', null],
    ['__proto__, constructor', null],
  ])('%j is %j', (header, coding) => {
    expect(chooseCoding(header, 32_769)).toBe(coding)
  })

  test.each(['gzip, br', 'br, gzip', 'gzip, deflate, br, zstd', '*', 'br;q=0.5, gzip;q=0.5'])(
    'gzip does as well for 32 KB and less, if the caller likes both alike: %s',
    (header) => {
      expect([2_000, 32_768, 32_769].map((bytes) => chooseCoding(header, bytes))).toEqual([
        'gzip',
        'gzip',
        'br',
      ])
    },
  )

  test('however little it is, what the caller likes better counts', () => {
    expect(chooseCoding('gzip;q=0.9, br', 2_000)).toBe('br')
    expect(chooseCoding('br;q=0.9, gzip', 100_000)).toBe('gzip')
  })
})

const decompress = { gzip: gunzipSync, br: brotliDecompressSync }

describe.each(['gzip', 'br'] as const)('what is compressed with %s', (coding) => {
  const compressor = vi.spyOn(zlib, coding === 'gzip' ? 'gzipSync' : 'brotliCompressSync')
  beforeEach(() => {
    compressor.mockClear()
    syncBuiltinESMExports()
  })
  const read = (base64: string) => decompress[coding](Buffer.from(base64, 'base64')).toString()
  const compressed = (text: string) =>
    read(compressedText(text, coding, createHash('sha256').update(`${coding} ${text}`).digest('hex')))

  test.each(['', '{}', 'Tee für zwei ☕ '.repeat(5000)])('is what was put in', (text) => {
    expect([compressed(text), compressed(text)]).toEqual([text, text])
  })

  test('is compressed once', () => {
    for (let n = 0; n < 3; n++) compressed('once')
    expect(compressor).toHaveBeenCalledTimes(1)
  })

  test('is compressed again after requests for 64 others', () => {
    const others = Array.from({ length: 63 }, (_, n) => `other ${n}`)
    for (const text of ['first', 'second', ...others.slice(1), 'first', ...others.slice(0, 1)])
      compressed(text)
    for (const text of ['first', ...others]) compressed(text)
    expect(compressor).toHaveBeenCalledTimes(65)
    compressed('second')
    expect(compressor).toHaveBeenCalledTimes(66)
  })

  test('is not kept when it is large', () => {
    const text = randomBytes(30_000).toString('base64')
    for (let n = 0; n < 3; n++) expect(compressed(text)).toBe(text)
    expect(compressor).toHaveBeenCalledTimes(3)
  })
})

test('HEAD of a compressed response has its headers, and nothing that only a body needs', async () => {
  const { id } = await makeBusiness({ description: 'x'.repeat(1100) })
  const [context, verdict] = [lambdaContext(), { business_id: id, identified_by: 'public' }]
  const headers = { 'accept-encoding': 'gzip' }
  catchLog()
  onTestFinished(() => vi.mocked(process.stdout.write).mockRestore())
  const ask = (method: string) =>
    getBusiness(apiEvent({ method, route: '/business', headers, verdict }), context)
  const { body: _, isBase64Encoded, ...rest } = await ask('GET')
  expect(isBase64Encoded).toBe(true)
  expect(await ask('HEAD')).toEqual(rest)
})

/** A JSON text of so many bytes. */
const jsonOf = (bytes: number, character = 'a') =>
  JSON.stringify(character.repeat((bytes - 2) / Buffer.byteLength(character)))

describe('only what is over 1 KB is compressed', () => {
  test.each([
    ['nearly 1 KB', jsonOf(1023), false],
    ['1 KB', jsonOf(1024), false],
    ['a byte more', jsonOf(1025), true],
    ['under 1 KB of characters that are over 1 KB of bytes', jsonOf(1202, 'ü'), true],
    ['nothing', '{}', false],
  ])('%s', (_, json, isCompressed) => {
    const answer = representation(json, { 'accept-encoding': 'gzip' }, 'public')
    expect(answer.headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined)
    expect(answer.isBase64Encoded ?? false).toBe(isCompressed)
    const body = Buffer.from(answer.body ?? '', isCompressed ? 'base64' : 'utf8')
    expect((isCompressed ? gunzipSync(body) : body).toString()).toBe(json)
    const root = createHash('sha256').update(json).digest('base64url').slice(0, 22)
    expect(answer.headers.etag).toBe(isCompressed ? `"${root}-gzip"` : `"${root}"`)
  })
})

describe('over the wire', async () => {
  const shop = await makeMarkedShop(randomUUID().slice(0, 8))
  const asShop = { 'x-public-business-slug': shop.business.slug }

  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('Accept-Encoding %j gets %s', async (header, coding) => {
    const plain = await send('/business', asShop)
    expect(plain.body.length).toBeGreaterThan(1024)
    const answer = await send('/business', { ...asShop, 'accept-encoding': header })
    expect(answer.headers['content-encoding']).toBe(coding)
    const decode = { gzip: gunzipSync, br: brotliDecompressSync }[coding ?? ''] ?? ((body: Buffer) => body)
    expect(decode(answer.body)).toEqual(plain.body)
    if (coding) expect(answer.body.length).toBeLessThan(plain.body.length)
  })

  test('repeated Accept-Encoding lines count together', async () => {
    const answer = await send('/business', { ...asShop, 'accept-encoding': ['br;q=0', 'gzip'] })
    expect(answer.headers['content-encoding']).toBe('gzip')
  })

  test('a response to a key is compressed as well and stays private', async () => {
    const authorization = `Bearer ${await makeToken(shop.business)}`
    const { headers } = await send('/business', { authorization, 'accept-encoding': 'br' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'private, no-store' })
  })

  test('problems are not compressed', async () => {
    for (const headers of [{ 'accept-encoding': 'gzip' }, { ...asShop, 'accept-encoding': 'br' }])
      expect((await send('/products/none?what=1', headers)).headers).not.toHaveProperty('content-encoding')
  })
})
