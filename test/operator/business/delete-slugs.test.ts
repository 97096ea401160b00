import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { nameItem } from '../../../lib/data/business-names.ts'
import { renameBusiness } from '../../../lib/data/businesses.ts'
import { Refusal } from '../../../lib/data/table/commit.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { closeBusiness, removeTombstones } from '../../../lib/operator/upkeep/removal/names.ts'
import { others } from '../../data/table/others.ts'
import { itemsIn, plantItem, storedItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf, makeFullShop } from './business-table.ts'
import { skipLongWaits, waits } from './business-waits.ts'
import { verify } from './busy-shop.ts'

skipLongWaits()

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

const START = Date.now()
/** 60 s in which an authorizer may remember whose the slug was, and 90 s in which a cache may keep what is answered then. */
const HELD_MS = 150_000
const END = new Date(START + HELD_MS).toISOString()
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => {
  others.act = undefined
  vi.useRealTimers()
})

const newSlug = () => `new-${randomUUID().slice(0, 13)}`
const remove = (id: string, slug: string) => operate('business', 'delete', id, '--confirm', slug)
const create = (slug: string) =>
  operate('business', 'create', '--slug', slug, '--name', 'Heir', '--currency', 'EUR')
const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
const found = (slug: string) => identify('GET /api/v1/business', { ...NOTHING, slug })
const rowsOf = async (slug: string) => await itemsIn(keys.shopKey(slug).pk)

/** The wait of the command passes, as so many milliseconds of this clock. */
const lasts = (ms: number) => {
  waits.meanwhile = async () => vi.setSystemTime(Date.now() + ms)
}

test('what is left of its slugs is a row each, which says until when and nothing of the business', async () => {
  const { business, former } = await makeFullShop()
  const { id, slug } = business
  lasts(98_000)
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  for (const name of [slug, former])
    expect(await rowsOf(name)).toEqual([
      {
        ...keys.shopKey(name),
        type: 'shop',
        status: 'deleted',
        until: END,
        ttl: Math.floor(Date.parse(END) / 1000) + 86_400,
      },
    ])
  expect(await dumpOf(id)).toEqual([])
  for (const name of [slug, former]) expect(await found(name)).toEqual({ denial: 'business_not_found' })
})

test('where its time has come when the rest is gone, that row goes too', async () => {
  const { business, former } = await makeFullShop()
  lasts(HELD_MS)
  expect(await remove(business.id, business.slug)).toMatchObject({ code: 0 })
  for (const name of [business.slug, former]) expect(await rowsOf(name)).toEqual([])
})

test('nobody can take them for 150 s, to the millisecond, and the error says until when; then anybody can', async () => {
  const { business, former } = await makeFullShop()
  const other = await makeBusiness()
  await remove(business.id, business.slug)
  for (const passed of [0, HELD_MS - 1]) {
    vi.setSystemTime(START + passed)
    for (const slug of [business.slug, former]) {
      const notes = [
        `error: the slug ${slug} is reserved until ${END}: its business was deleted, and caches can still have its data; try again after that`,
      ]
      expect(await create(slug)).toEqual({ code: 1, stdout: '', notes })
      expect(await operate('business', 'rename', other.id, '--slug', slug)).toMatchObject({ code: 1, notes })
    }
  }
  vi.setSystemTime(START + HELD_MS)
  expect(await create(business.slug)).toMatchObject({ code: 0 })
  expect(await operate('business', 'rename', other.id, '--slug', former)).toMatchObject({ code: 0 })
  expect(await found(former)).toMatchObject({ business_id: other.id })
  expect(await verify(other, '--deep')).toMatchObject({ code: 0, findings: [] })
})

test('of 8 that want one whose time has come, one gets it', async () => {
  const { business } = await makeFullShop()
  await remove(business.id, business.slug)
  vi.setSystemTime(START + HELD_MS)
  const claims = await Promise.allSettled(
    Array.from({ length: 8 }, () => makeBusiness({ slug: business.slug })),
  )
  const refused = claims.filter((claim) => claim.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toEqual(Array(7).fill(new Refusal('slug_taken')))
})

test('a deletion that continues later leaves them to the businesses that have taken them in the meantime', async () => {
  const { business, former } = await makeFullShop()
  const { id, slug } = business
  waits.meanwhile = () => Promise.reject(new Error('killed'))
  expect(await remove(id, slug)).toMatchObject({ code: 1 })
  vi.setSystemTime(START + HELD_MS)
  const heir = await makeBusiness({ slug })
  waits.meanwhile = undefined
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(await storedItem(keys.shopKey(slug))).toMatchObject({ business_id: heir.id, status: 'active' })
  expect(await rowsOf(former)).toEqual([])
  expect(await dumpOf(id)).toEqual([])
})

test('a business that takes one at the moment in which its row is removed keeps it', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  await closeBusiness(id)
  vi.setSystemTime(START + HELD_MS)
  others.act = () => makeBusiness({ slug })
  await removeTombstones({ businessId: id, signal: undefined, onDeleted: () => {} })
  expect(others.act).toBeUndefined()
  expect(await rowsOf(slug)).toMatchObject([{ status: 'active', business_id: expect.any(String) }])
})

test('a slug that becomes somebody else’s in the moment in which the deletion begins stays theirs', async () => {
  const { business, former } = await makeFullShop()
  const theirs = nameItem({ id: randomUUID(), status: 'active' }, { name: former })
  others.act = () => plantItem(theirs)
  expect(await remove(business.id, business.slug)).toMatchObject({ code: 0 })
  expect(await rowsOf(former)).toEqual([theirs])
})

test('a deletion that continues soon holds them no longer than it did', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  waits.meanwhile = () => Promise.reject(new Error('killed'))
  await remove(id, slug)
  lasts(60_000)
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(await rowsOf(slug)).toMatchObject([{ until: END }])
})

test('rows of former slugs past their time, which its profile no longer lists, are gone before', async () => {
  const { id, slug: first } = await makeBusiness()
  const days = (n: number) => new Date(START + n * 24 * 60 * 60 * 1000)
  await renameBusiness(id, newSlug(), { now: days(-100) })
  const second = newSlug()
  await renameBusiness(id, second, { now: days(0) })
  expect(await rowsOf(first)).toEqual([])
  const heir = await makeBusiness({ slug: first })
  await remove(id, second)
  expect(await storedItem(keys.shopKey(first))).toMatchObject({ business_id: heir.id })
  expect(await dumpOf(id)).toEqual([])
})
