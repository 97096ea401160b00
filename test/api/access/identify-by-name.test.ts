import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { nameItem } from '../../../lib/data/business-names.ts'
import { renameBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { others } from '../../data/table/others.ts'
import { verify } from '../../operator/business/busy-shop.ts'
import { suspend } from '../../support/identity-items.ts'
import { corruptItem, itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { proxyTable } from '../../support/table-proxy.ts'

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

const table = await proxyTable()
afterAll(() => table.close())

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }

/** The verdict on an identification, and the partitions that were read for it. */
async function ask(sent: object, route = 'GET /api/v1/business') {
  table.forget()
  const verdict = await identify(route, { ...NOTHING, ...sent })
  const read = table.bodies.map((body) => JSON.parse(body).Key.pk.S as string)
  return { said: 'denial' in verdict ? verdict.denial : verdict.business_id, read }
}

const newSlug = () => `new-${randomUUID().slice(0, 13)}`

/** A business under its second slug. */
async function makeRenamed() {
  const { id, slug: former } = await makeBusiness()
  const renamed = await renameBusiness(id, newSlug())
  if (!renamed) throw new Error('no business')
  return { business: renamed.business, id, slug: renamed.business.slug, former }
}

const shop = (name: string) => keys.shopKey(name)
const profile = (id: string) => keys.businessKey(id)

describe('who calls by a name costs one read', () => {
  test.each(['slug', 'former', 'id'] as const)('of its row: %s', async (name) => {
    const names = await makeRenamed()
    const sent = name === 'id' ? { uuid: names.id.toUpperCase() } : { slug: names[name] }
    expect(await ask(sent)).toEqual({ said: names.id, read: [shop(names[name]).pk] })
    expect(await ask(sent)).toEqual({ said: names.id, read: [] })
  })

  test('by the alias too, whichever it is', async () => {
    const { id, slug } = await makeRenamed()
    expect(await ask({ aliases: [slug] })).toEqual({ said: id, read: [shop(slug).pk] })
    expect(await ask({ aliases: [id] })).toEqual({ said: id, read: [shop(id).pk] })
  })
})

test('a key costs two reads, of its token and of the UUID of its business', async () => {
  const { business, id, slug } = await makeRenamed()
  const authorization = `Bearer ${await makeToken(business)}`
  const { said, read } = await ask({ authorization }, 'GET /api/v1/admin/products')
  expect({ said, read }).toEqual({ said: id, read: [expect.stringMatching(/^TOKEN#/), shop(id).pk] })
  expect(await ask({ authorization, slug })).toEqual({ said: id, read: [shop(slug).pk] })
})

/** A business whose row of the UUID is lost, and whose other rows have lost the status. */
async function makeDamaged() {
  const names = await makeRenamed()
  await removeItem(shop(names.id))
  for (const slug of [names.slug, names.former]) await corruptItem(shop(slug), { status: undefined })
  return names
}

describe('a row of a name that is lost, or has lost its status', () => {
  test.each(['slug', 'former', 'id'] as const)('leads nowhere, at the cost of one read: %s', async (name) => {
    const names = await makeDamaged()
    const sent = name === 'id' ? { uuid: names.id } : { slug: names[name] }
    expect(await ask(sent)).toEqual({ said: 'business_not_found', read: [shop(names[name]).pk] })
  })

  test('makes a key of the business one that is not known', async () => {
    const { business, id } = await makeDamaged()
    const { said, read } = await ask({ authorization: `Bearer ${await makeToken(business)}` })
    expect({ said, read: read.slice(1) }).toEqual({ said: 'invalid_api_key', read: [shop(id).pk] })
  })

  test('is named by verify, and written by reindex', async () => {
    const { business, id, slug, former } = await makeDamaged()
    const { findings } = await verify(business)
    expect(findings.map(({ code, pk }) => `${code} ${pk}`).sort()).toEqual(
      [
        `shop_missing ${shop(id).pk}`,
        ...[slug, former].map((name) => `shop_status_differs ${shop(name).pk}`),
      ].sort(),
    )
    expect(await reindexBusiness(id)).toMatchObject({ written: 3, is_complete: true })
    expect(await ask({ slug })).toEqual({ said: id, read: [shop(slug).pk] })
    expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
    expect(await reindexBusiness(id)).toMatchObject({ written: 0, is_complete: true })
  })

  test('is written by a suspension', async () => {
    const { business } = await makeDamaged()
    await suspend(business)
    expect(await statusesOf(business.id)).toEqual(Array(3).fill('suspended'))
    expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
  })
})

/** The statuses in the SHOP items of a business, its UUID first. */
async function statusesOf(id: string): Promise<unknown[]> {
  const { slug, former_slugs = [] } = await storedItem(profile(id))
  const former = (former_slugs as { slug: string }[]).map((one) => one.slug)
  const rows = await Promise.all([id, String(slug), ...former].map((name) => storedItem(shop(name))))
  expect(rows.map(({ business_id }) => business_id)).toEqual(rows.map(() => id))
  return rows.map(({ status }) => status)
}

describe('a change of status', () => {
  const set = (id: string, status: Business['status']) => updateBusiness(id, (one) => ({ ...one, status }))

  test('is in the row of every name, and former slugs keep their end', async () => {
    const { business, id, former } = await makeRenamed()
    const { until, ttl } = await storedItem(shop(former))
    for (const status of ['suspended', 'active', 'suspended'] as const) {
      await set(id, status)
      expect(await statusesOf(id)).toEqual(Array(3).fill(status))
    }
    expect(await storedItem(shop(former))).toMatchObject({ until, ttl })
    for (const sent of [{ slug: business.slug }, { slug: former }, { uuid: id }])
      expect((await ask(sent)).said).toBe('business_not_found')
  })

  test('comes with a slug that is taken later, and with the one that is let go', async () => {
    const { id } = await makeRenamed()
    await set(id, 'suspended')
    await renameBusiness(id, newSlug())
    expect(await statusesOf(id)).toEqual(Array(4).fill('suspended'))
  })

  test('at the same time as renamings leaves every name with the status of the profile', async () => {
    const { business, id } = await makeRenamed()
    await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 ? renameBusiness(id, newSlug()) : set(id, n % 4 ? 'active' : 'suspended'),
      ),
    )
    const { status } = await storedItem(profile(id))
    expect(new Set(await statusesOf(id))).toEqual(new Set([status]))
    expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
  })

  test('leaves a name alone that somebody else has', async () => {
    const { business, id, former } = await makeRenamed()
    const theirs = nameItem({ id: randomUUID(), status: 'active' }, { name: former })
    await plantItem(theirs)
    await suspend(business)
    expect(await storedItem(theirs)).toEqual(theirs)
    expect(await reindexBusiness(id)).toMatchObject({ written: 0, is_complete: true })
    expect(await storedItem(theirs)).toEqual(theirs)
  })
})

describe('what changes between what reindex has read and what it writes', () => {
  test('is not undone: a suspension', async () => {
    const { business, id } = await makeDamaged()
    others.act = () => suspend(business)
    await reindexBusiness(id)
    expect(others.act).toBeUndefined()
    expect(await statusesOf(id)).toEqual(Array(3).fill('suspended'))
  })

  test('is not taken away: a name that somebody else has now', async () => {
    const { id, former } = await makeRenamed()
    await removeItem(shop(former))
    const theirs = nameItem({ id: randomUUID(), status: 'active' }, { name: former })
    others.act = () => plantItem(theirs)
    await reindexBusiness(id)
    expect(await storedItem(theirs)).toEqual(theirs)
  })
})

test('reindex gives no name back to a business that is being deleted', async () => {
  const { id, slug } = await makeRenamed()
  await corruptItem(profile(id), { status: 'deleting' })
  await removeItem(shop(slug))
  await reindexBusiness(id)
  expect(await itemsIn(shop(slug).pk)).toEqual([])
})

test('a row of a UUID that leads elsewhere is not believed', async () => {
  const [victim, thief] = [await makeBusiness(), await makeBusiness()]
  await corruptItem(shop(victim.id), { business_id: thief.id })
  expect((await ask({ uuid: victim.id })).said).toBe('business_not_found')
  const authorization = `Bearer ${await makeToken(victim)}`
  expect((await ask({ authorization, slug: victim.slug })).said).toBe('invalid_api_key')
  const closed = await makeBusiness()
  await suspend(closed)
  await corruptItem(shop(closed.id), { business_id: thief.id, status: 'active' })
  expect((await ask({ uuid: closed.id })).said).toBe('business_not_found')
})

test('of two names of one business that are remembered from two times, one is enough to be refused', async () => {
  const { business, id, slug } = await makeRenamed()
  const authorization = `Bearer ${await makeToken(business)}`
  expect((await ask({ slug })).said).toBe(id)
  await suspend(business)
  expect((await ask({ slug, uuid: id })).said).toBe('business_not_found')
  expect((await ask({ slug, authorization })).said).toBe('business_suspended')
})
