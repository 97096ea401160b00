import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler as remove } from '../../functions/admin/categories/delete.ts'
import { handler as update } from '../../functions/admin/categories/update.ts'
import { versionTag } from '../../lib/api/http/conditional/etag.ts'
import { createCategory, deleteCategory } from '../../lib/data/categories.ts'
import { getCategory } from '../../lib/data/category-reads.ts'
import { readFeed } from '../../lib/data/events.ts'
import * as keys from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { CATEGORY } from '../../lib/domain/category.ts'
import { reindexBusiness } from '../../lib/operator/upkeep/reindex/reindex.ts'
import { invoke } from '../admin/in-process.ts'
import { corruptItem } from '../support/items.ts'
import { makeBusiness, makeCategory } from '../support/shop.ts'
import { others } from './table/others.ts'

afterEach(() => {
  others.act = undefined
})

vi.mock('../../lib/data/table/commit.ts', async (original) =>
  (await import('./table/others.ts')).afterOthers(
    await original<typeof import('../../lib/data/table/commit.ts')>(),
  ),
)

let business: Business
let tag: string

beforeEach(async () => {
  business = await makeBusiness()
  tag = versionTag(await makeCategory(business, { id: 'tea', name: 'Old' }))
  others.act = makeAnew
})

/** Another category under the same id, of the same version. */
async function makeAnew() {
  const old = await getCategory(business.id, 'tea')
  await deleteCategory(business.id, 'tea')
  // Two categories of one id are never made in the same millisecond.
  const now = new Date(Date.parse(old?.created_at ?? '') + 1_000)
  const input = CATEGORY.validate({ id: 'tea', name: 'New', position: 5 })
  await createCategory(business.id, input, { now })
}

const ask = (method: 'PATCH' | 'DELETE', headers: Record<string, string> = {}) =>
  invoke(method === 'PATCH' ? update : remove, business.id, {
    method,
    route: '/admin/categories/{id}',
    path: { id: 'tea' },
    headers,
    ...(method === 'PATCH' && { body: { description: 'patched' } }),
  })

test.each(['PATCH', 'DELETE'] as const)(
  'a %s of an object that was deleted and created again since it was read is refused under the old tag',
  async (method) => {
    const { status, body } = await ask(method, { 'if-match': tag })
    expect([status, body.code]).toEqual([412, 'precondition_failed'])
    expect(await getCategory(business.id, 'tea')).toMatchObject({ name: 'New', description: '', version: 1 })
  },
)

test('a category that was created again during its deletion is newer than the deletion', async () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1_000)
  others.act = () => deleteCategory(business.id, 'tea', { now: later })
  const input = CATEGORY.validate({ id: 'tea', name: 'New', position: 5 })
  const made = await createCategory(business.id, input, { now })
  const after = { limit: 200 }
  const { items } = await readFeed(business.id, { object: 'tea' }, after, new Date(now.getTime() + 60_000))
  const events = items.map((json) => JSON.parse(json))
  expect(events.map(({ type, data }) => [type, data.version])).toEqual([
    ['category.created', 1],
    ['category.deleted', 2],
    ['category.created', 1],
  ])
  expect(events.map(({ data }) => data.updated_at).slice(1)).toEqual([later.toISOString(), made.created_at])
  expect(Date.parse(made.created_at)).toBe(later.getTime() + 1)
})

test('without a tag a patch is checked again, with the new object', async () => {
  const { status } = await ask('PATCH')
  expect(status).toBe(200)
  expect(await getCategory(business.id, 'tea')).toMatchObject({
    name: 'New',
    position: 5,
    description: 'patched',
    version: 2,
  })
})

test('a rendering of the old object is never written into the new one', async () => {
  const key = keys.categoryKey(business.id, 'tea')
  await corruptItem(key, { card: 'broken' })
  const before = await reindexBusiness(business.id)
  expect(before).toMatchObject({ is_complete: true, written: 0 })
  const { written, right } = await reindexBusiness(business.id)
  expect([written, right]).toEqual([0, 2])
})
