import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { handler } from '../../functions/products/search.ts'
import { CatalogueTooLarge } from '../../lib/data/storefront/catalogue.ts'
import { ask } from '../support/in-process.ts'
import { catchLog } from '../support/log.ts'

vi.mock('../../lib/data/search/read-shop.ts', async (original) => ({
  ...(await original<object>()),
  readShop: async () => {
    throw new CatalogueTooLarge('too large')
  },
}))
vi.mock('../../lib/data/search/stored-index.ts', async (original) => ({
  ...(await original<object>()),
  findStoredIndex: async () => undefined,
}))
const wishes = vi.hoisted(() => [] as string[])
vi.mock('../../lib/data/search/index-request.ts', () => ({
  requestIndex: async (businessId: string) => void wishes.push(businessId),
}))

test('a shop that is too large to be read says when to try again, and has its index made', async () => {
  catchLog()
  const id = randomUUID()
  const { status, headers, text } = await ask(handler, id, { route: '/products/search', query: 'q=tea' })
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  expect(JSON.parse(text)).toMatchObject({
    code: 'temporarily_unavailable',
    detail: expect.stringContaining('index'),
  })
  expect(wishes).toEqual([id])
})
