import { expect, test } from 'vitest'
import { create, makeShelves, outcome, TEA } from '../merchant.ts'
import { makeShop, WRITES } from '../write-paths.ts'

const shop = await makeShop()

/** JSON of exactly so many bytes. */
const padded = (body: object, bytes: number) => {
  const json = JSON.stringify(body)
  return `${json.slice(0, -1)}${' '.repeat(bytes - Buffer.byteLength(json))}}`
}

/** A byte more is refused by each path: `order-of-checks`. */
test.each(WRITES)('a body for $method $path may have 256 KB, for a bulk request 1 MB', async (write) => {
  const sent = padded(write.body, (write.path.endsWith('bulk') ? 1024 : 256) * 1024)
  expect((await shop.ask(write.method, shop.pathOf(write), sent)).status).toBeLessThan(300)
})

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

const LARGEST = 32 * 1024

/** Every door of products is in `products/refusals-at-each-door`. */
test('an object may have 32 KB as JSON and no byte more, however it gets there', async () => {
  const merchant = await makeShelves()
  const slim = { ...TEA, slug: 'large', description: 'x'.repeat(1_000) }
  const { id } = await create(merchant, '/admin/products', slim)
  for (const path of [`/admin/products/${id}`, '/admin/categories/tea', '/admin/business']) {
    const { body } = await merchant.ask('GET', path)
    const room = LARGEST - Buffer.byteLength(JSON.stringify(body)) + 2
    const patch = (metadata: object) => merchant.ask('PATCH', path, { metadata })
    expect(outcome(await patch(metadataOf(room + 1))), path).toBe('422 object_too_large')
    const { status, text } = await patch(metadataOf(room))
    expect([status, Buffer.byteLength(text)], path).toEqual([200, LARGEST])
  }
  const body = { name: 'Large', metadata: metadataOf(LARGEST) }
  expect(outcome(await merchant.ask('POST', '/admin/categories', body))).toBe('422 object_too_large')
  const slimmer = { status: 'active', description: '' }
  expect(outcome(await merchant.ask('PATCH', `/admin/products/${id}`, slimmer))).toBe('200')
})
