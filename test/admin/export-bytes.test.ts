import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { handler } from '../../functions/admin/export/get.ts'
import { PAGE_BYTES } from '../../lib/data/table/pages.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { useTable } from '../../lib/environment.ts'
import { dynamoProxy } from '../support/dynamo-proxy.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { seedShop } from '../support/seeded-shop.ts'
import { linesIn } from './export-pages.ts'
import { create, makeShelves } from './merchant.ts'

const MB = 1024 * 1024

/** The units that the engine has named since the last page began, and whether this process gets to see them. */
let units = 0
let isSilent = false
const { name, endpoint } = inject('table')
const proxy = await dynamoProxy({
  endpoint,
  async onCall({ operation, send }) {
    const { status, body } = await send()
    const { ConsumedCapacity, ...rest } = JSON.parse(body)
    if (operation !== 'UpdateItem')
      for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat()) units += CapacityUnits
    return { status, body: isSilent ? JSON.stringify(rest) : body }
  },
})
useTable({ name, endpoint: proxy.endpoint })
afterAll(() => proxy.close())
beforeEach(() => {
  isSilent = false
})

interface Page {
  text: string
  bytesRead: number
}

/** Every page of the export of a business, and how much each of them read. */
async function pagesOf(businessId: string, query = ''): Promise<Page[]> {
  const pages: Page[] = []
  const scopes = SCOPES.join(' ')
  const verdict = {
    business_id: businessId,
    identified_by: 'api_key',
    key_id: 'k',
    scopes,
    rate_limit: '9/99',
  }
  for (let next: string | undefined = query; next !== undefined; ) {
    units = 0
    const answer = await handler(apiEvent({ route: '/admin/export', verdict, query: next }), lambdaContext())
    if (answer.statusCode !== 200 || pages.length === 200) throw new Error(`${next}: ${answer.body}`)
    pages.push({ text: answer.body ?? '', bytesRead: units * 4096 })
    next = /^<\?([^>]*)>/.exec(answer.headers.link ?? '')?.[1]
  }
  return pages
}

const countsOf = (pages: readonly Page[]) => pages.map(({ text }) => linesIn(text).length)
const slugsOf = (pages: readonly Page[]) => pages.flatMap(({ text }) => linesIn(text).map(({ slug }) => slug))
const most = (numbers: readonly number[]) => Math.max(...numbers)

test('products with large variants end a page before it has read more than 4 MB', async () => {
  const shop = await makeShelves()
  const values = Array.from({ length: 50 }, (_, n) => `v${n}`)
  for (let n = 0; n < 30; n++)
    await create(shop, '/admin/products', {
      name: `Shirt ${n}`,
      category_id: 'tea',
      status: 'active',
      options: [
        { name: 'A', values },
        { name: 'B', values: ['1', '2'] },
      ],
      variants: values.flatMap((A) =>
        ['1', '2'].map((B) => ({
          option_values: { A, B },
          price: 1,
          image: { url: `https://images.example/${'x'.repeat(500)}.jpg`, alt: 'y'.repeat(400) },
          track_inventory: true,
          quantity: 1,
        })),
      ),
    })
  for (const silent of [false, true]) {
    isSilent = silent
    const pages = await pagesOf(shop.business.id)
    expect(new Set(slugsOf(pages)).size).toBe(30)
    expect(slugsOf(pages)).toHaveLength(30)
    expect(pages.length).toBeGreaterThan(1)
    expect(most(pages.map(({ bytesRead }) => bytesRead))).toBeLessThan(4 * MB)
    // All of it is used but what the next product could be, unless nobody says how much it was.
    if (!silent) expect(pages[0]?.bytesRead).toBeGreaterThan(3.5 * MB)
  }
})

test('a page ends at 4 MB as Lambda counts them, in which a quotation mark has more bytes than in the table', async () => {
  const quotes = '"'.repeat(500)
  const { id } = await seedShop(120, (n) => ({
    name: `Tea ${n}`,
    status: 'draft',
    description: '"'.repeat(5_000),
    metadata: Object.fromEntries(Array.from({ length: 18 }, (_, key) => [`key-${key}`, quotes])),
  }))
  const pages = await pagesOf(id)
  const sent = pages.map(({ text }) => Buffer.byteLength(JSON.stringify(text)))
  expect(slugsOf(pages)).toHaveLength(120)
  expect(pages.length).toBeGreaterThan(1)
  expect(most(sent)).toBeLessThanOrEqual(4 * MB)
  expect(sent[0]).toBeGreaterThan(4 * MB - 0.1 * MB)
  // Other lists end at less.
  expect(sent[0]).toBeGreaterThan(PAGE_BYTES)
})

test('a filter that finds little reads 4 MB at most, and the pages have everything', async () => {
  const { id } = await seedShop(3_000, (n) => ({
    name: `Tea ${n}`,
    description: 'z'.repeat(1_500),
    status: n % 500 === 0 ? 'archived' : 'active',
  }))
  for (const query of ['status=archived', 'status=archived&limit=1']) {
    const pages = await pagesOf(id, query)
    expect(slugsOf(pages)).toHaveLength(6)
    expect(most(pages.map(({ bytesRead }) => bytesRead))).toBeLessThan(4.1 * MB)
  }
})

test('small products are read in few requests', async () => {
  const { id } = await seedShop(200, () => ({}))
  const pages = await pagesOf(id)
  expect(countsOf(pages)).toEqual([200])
})
