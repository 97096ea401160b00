import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { mediaCountKey } from '../../../lib/data/table/keys.ts'
import { MAX_PICTURES, type Medium } from '../../../lib/domain/media.ts'
import { plantItem } from '../../support/items.ts'
import { makeToken } from '../../support/shop.ts'
import {
  askAs,
  type Body,
  type Merchant,
  makeMerchant,
  makeShelves,
  outcome,
  TEA,
  type Told,
} from '../merchant.ts'
import { asPicture, jpegOf } from './pictures.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
})

/** A response with a picture; of a problem the members are undefined. */
interface Uploaded extends Told {
  body: Body & Medium
}

const upload = (
  { ask }: Pick<Merchant, 'ask'>,
  bytes: Uint8Array,
  headers: Record<string, string> = asPicture(),
): Promise<Uploaded> => ask('POST', '/admin/media', new Uint8Array(bytes), headers) as Promise<Uploaded>

test('a picture is drawn in four widths, which anyone can read at the edge', async () => {
  const own = await makeMerchant()
  const bytes = await jpegOf(1500, 1000)
  const { status, body, headers } = await upload(own, bytes)
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/v1/admin/media/${body.id}`)
  expect(body).toMatchObject({ width: 1500, height: 1000, bytes: bytes.length })
  expect(Object.keys(body.widths)).toEqual(['320', '640', '1280', '2000'])
  expect(body.url).toBe(body.widths['2000'])
  for (const [name, width] of [
    ['320', 320],
    ['640', 640],
    ['1280', 1280],
    ['2000', 1500],
  ] as const) {
    const served = await fetch(body.widths[name] ?? '')
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'access-control-allow-origin': '*',
    })
    expect(await sharp(await served.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width })
  }
  const jpeg = await fetch(body.url.replace('2000.webp', '1280.jpg'))
  expect(await sharp(await jpeg.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 1280 })
})

test('a product of a local stack takes the address, and no other without TLS', async () => {
  const own = await makeShelves()
  const { url } = (await upload(own, await jpegOf(9, 9))).body
  expect(url).toMatch(/^http:\/\/localhost:\d+\/media\//)
  const product = (image: string) =>
    own.ask('POST', '/admin/products', { ...TEA, images: [{ url: image, alt: '' }] })
  expect((await product(url)).status).toBe(201)
  expect((await product('http://images.example/media/1.webp')).status).toBe(422)
  expect((await product('http://localhost/1.webp')).status).toBe(422)
})

test('the same picture again has the same response, with the status 200', async () => {
  const bytes = await jpegOf(60, 40, '#123')
  const first = await upload(merchant, bytes)
  const again = await upload(merchant, bytes)
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.text).toBe(first.text)
})

test('four calls with one picture at once make one', async () => {
  const own = await makeMerchant()
  const bytes = await jpegOf(50, 50)
  const all = await Promise.all([1, 2, 3, 4].map(() => upload(own, bytes)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  expect((await own.ask('GET', '/admin/media')).body.count).toBe(1)
})

test('pictures are listed page by page', async () => {
  const own = await makeMerchant()
  const made = await Promise.all(
    ['#111', '#222', '#333'].map(async (colour) => (await upload(own, await jpegOf(8, 8, colour))).body),
  )
  const first = await own.ask('GET', '/admin/media?limit=2')
  const second = await own.ask('GET', `/admin/media?limit=2&cursor=${first.body.next_cursor}`)
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect([...first.body.data, ...second.body.data]).toEqual(made.sort(byId))
  expect(second.body.next_cursor).toBeNull()
})

test('a deleted picture is gone, and can be uploaded again', async () => {
  const own = await makeMerchant()
  const bytes = await jpegOf(20, 20)
  const { body } = await upload(own, bytes)
  expect((await own.ask('DELETE', `/admin/media/${body.id}`)).status).toBe(204)
  expect((await fetch(body.url)).status).toBe(403)
  expect((await own.ask('GET', '/admin/media')).body.count).toBe(0)
  expect((await own.ask('DELETE', `/admin/media/${body.id}`)).body.code).toBe('medium_not_found')
  expect((await upload(own, bytes)).status).toBe(201)
  expect((await fetch(body.url)).status).toBe(200)
})

test('a picture of another business does not exist, and its bytes have another id', async () => {
  const other = await makeMerchant()
  const bytes = await jpegOf(30, 30)
  const { body } = await upload(other, bytes)
  expect((await merchant.ask('DELETE', `/admin/media/${body.id}`)).body.code).toBe('medium_not_found')
  expect((await upload(merchant, bytes)).body.id).not.toBe(body.id)
  expect((await fetch(body.url)).status).toBe(200)
})

test('an idempotency key with another picture is a mistake, with the same one a replay', async () => {
  const headers = { ...asPicture(), 'idempotency-key': randomUUID() }
  const first = await upload(merchant, await jpegOf(9, 9), headers)
  const again = await upload(merchant, await jpegOf(9, 9), headers)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(again.text).toBe(first.text)
  expect((await upload(merchant, await jpegOf(9, 8), headers)).body.code).toBe('idempotency_key_reused')
})

test('a picture that is stored already uses up an idempotency key too', async () => {
  const headers = { ...asPicture(), 'idempotency-key': randomUUID() }
  const [known, other] = await Promise.all([jpegOf(7, 9), jpegOf(7, 8)])
  const { text } = await upload(merchant, known)
  const first = await upload(merchant, known, headers)
  const again = await upload(merchant, known, headers)
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  expect([first.text, again.text]).toEqual([text, text])
  expect((await upload(merchant, other, headers)).body.code).toBe('idempotency_key_reused')
})

test('a form is refused with what to send instead', async () => {
  const { status, body } = await upload(merchant, await jpegOf(9, 9), {
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  expect(body.detail).toMatch(/^Not a form: the body is the file itself\. Send the picture as image\/jpeg, /)
})

test('an address is JSON, and somebody must respond there', async () => {
  const ask = (body: string) => merchant.ask('POST', '/admin/media', body)
  expect(outcome(await ask('{"source_url":'))).toBe('400 invalid_json')
  expect(outcome(await ask('{"source_url":"https://nobody.invalid/a.jpg"}'))).toBe('422 unreachable')
})

test('a business has 10,000 pictures at most', async () => {
  const full = await makeMerchant()
  await plantItem({
    ...mediaCountKey(full.business.id),
    type: 'media_count',
    pictures: MAX_PICTURES,
    bytes: 1,
  })
  expect(outcome(await upload(full, await jpegOf(9, 9)))).toBe('422 limit_reached')
})

test('a picture of 4,400 KB is read, and one byte more is not', async () => {
  const largest = Buffer.alloc(4_400 * 1024)
  largest.set(await jpegOf(9, 9))
  expect((await upload(merchant, largest)).status).toBe(201)
  const { status, body } = await upload(merchant, Buffer.concat([largest, Buffer.from('a')]))
  expect([status, body.code]).toEqual([413, 'body_too_large'])
  expect(body.detail).toMatch(/Make it smaller, or send \{"source_url"/)
})

test.each([
  [['media:read'], 'POST', 'media:write'],
  [['products:write'], 'GET', 'media:read'],
])('a key with %j cannot %s', async (scopes, method, missing) => {
  const token = await makeToken(merchant.business, { scopes })
  const { status, body } = await askAs(token, method, '/admin/media')
  expect([status, body.required_scope]).toEqual([403, missing])
})
