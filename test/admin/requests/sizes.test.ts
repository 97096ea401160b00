import { expect, test } from 'vitest'
import { create, makeShelves, outcome, TEA } from '../merchant.ts'
import { makeShop, WRITES } from '../write-paths.ts'

const shop = await makeShop()

/** JSON of exactly so many bytes. */
const padded = (body: object, bytes: number) => {
  const json = JSON.stringify(body)
  return `${json.slice(0, -1)}${' '.repeat(bytes - Buffer.byteLength(json))}}`
}

test.each(WRITES)(
  'a body for $method $path may have 256 KB, for a bulk call 1 MB, and no byte more',
  async (write) => {
    const most = (write.path.endsWith('bulk') ? 1024 : 256) * 1024
    const send = (body: string) => shop.ask(write.method, shop.pathOf(write), body)
    expect((await send(padded({ ...write.body, name: 'é' }, most))).status).not.toBe(413)
    expect((await send(padded(write.body, most))).status).toBeLessThan(300)
    for (const body of [padded(write.body, most + 1), ' '.repeat(most + 1), `"${'é'.repeat(most / 2)}"`])
      expect(outcome(await send(body))).toBe('413 body_too_large')
  },
)

/** Metadata of exactly so many bytes as JSON, much of it in characters of several bytes. */
function metadataOf(bytes: number): Record<string, string> {
  const metadata: Record<string, string> = {}
  let left = bytes - 2
  for (let n = 10; left > 0; n++) {
    // `"k10":"…",` takes 9 bytes beside the value; the last one has no comma.
    const room = Math.min(left - (left <= 1_000 ? 8 : 9), 900)
    metadata[`k${n}`] = 'é'.repeat(Math.floor(Math.min(room, 900) / 2)) + (room % 2 ? 'x' : '')
    left -= room + 9
  }
  return metadata
}

test('metadata is made to measure', () => {
  for (const bytes of [5_000, 5_001, 31_999])
    expect(Buffer.byteLength(JSON.stringify(metadataOf(bytes)))).toBe(bytes)
})

const LARGEST = 32 * 1024

test('an object may have 32 KB as JSON and no byte more, however it gets there', async () => {
  const merchant = await makeShelves()
  const slim = { ...TEA, slug: 'large', external_id: 'large', description: 'x'.repeat(1_000) }
  const probe = await create(merchant, '/admin/products', slim)
  const room = LARGEST - Buffer.byteLength(JSON.stringify(probe)) + 2
  await merchant.ask('DELETE', `/admin/products/${probe.id}`)
  const large = (bytes: number) => ({ ...slim, metadata: metadataOf(bytes) })
  const refused = '422 object_too_large'

  expect(outcome(await merchant.ask('POST', '/admin/products', large(room + 1)))).toBe(refused)
  expect(outcome(await merchant.ask('PUT', '/admin/products/by-external-id/large', large(room + 1)))).toBe(
    refused,
  )
  const product = await create(merchant, '/admin/products', large(room))
  expect(Buffer.byteLength(JSON.stringify(product))).toBe(LARGEST)

  const path = `/admin/products/${product.id}`
  const longer = { description: `${'x'.repeat(1_000)}y` }
  expect(outcome(await merchant.ask('PATCH', path, longer))).toBe(refused)
  const operations = [
    { op: 'update', id: product.id, data: longer },
    { op: 'upsert', external_id: 'large', data: large(room + 1) },
    { op: 'create', data: { ...large(room + 1), slug: 'other', external_id: 'other' } },
  ]
  const { body } = await merchant.ask('POST', '/admin/products/bulk', { operations })
  expect(body.data.map(({ problem }) => (problem as { code: string }).code)).toEqual(
    operations.map(() => 'object_too_large'),
  )
  expect((await merchant.ask('GET', path)).body).toEqual(product)
  expect(outcome(await merchant.ask('PATCH', path, { status: 'active', description: '' }))).toBe('200')
})

test('categories and the business have the same limit', async () => {
  const merchant = await makeShelves()
  for (const path of ['/admin/categories/tea', '/admin/business']) {
    const { body: slim } = await merchant.ask('GET', path)
    const room = LARGEST - Buffer.byteLength(JSON.stringify(slim)) + 2
    expect(outcome(await merchant.ask('PATCH', path, { metadata: metadataOf(room + 1) }))).toBe(
      '422 object_too_large',
    )
    const { status, text } = await merchant.ask('PATCH', path, { metadata: metadataOf(room) })
    expect([status, Buffer.byteLength(text)]).toEqual([200, LARGEST])
  }
  const body = { name: 'Large', metadata: metadataOf(LARGEST) }
  expect(outcome(await merchant.ask('POST', '/admin/categories', body))).toBe('422 object_too_large')
})
