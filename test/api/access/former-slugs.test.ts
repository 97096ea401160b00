import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { createBusiness, findBusiness, findIdBySlug, renameBusiness } from '../../../lib/data/businesses.ts'
import { Refusal } from '../../../lib/data/table/commit.ts'
import { shopKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { outcomeOf, send } from '../../support/send.ts'
import { makeBusiness } from '../../support/shop.ts'

const START = Date.now()
const DAYS_90 = 90 * 24 * 60 * 60 * 1000
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => vi.useRealTimers())

const newSlug = () => `new-${randomUUID().slice(0, 13)}`

async function rename({ id }: Business, slug = newSlug()): Promise<Business> {
  const renamed = await renameBusiness(id, slug)
  if (!renamed) throw new Error('no business')
  return renamed.business
}

const NOTHING = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }

/** The business a public caller by this slug is taken to, or why it is refused. */
async function found(slug: string): Promise<string> {
  const verdict = await identify('GET /api/v1/business', { ...NOTHING, slug })
  return 'denial' in verdict ? verdict.denial : verdict.business_id
}

/** Another business that wants a slug. */
const claim = (slug: string) =>
  makeBusiness({ slug }).then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason
      throw error
    },
  )

test('a read through a former slug returns the same as through the new one, and shows the new one', async () => {
  const before = await makeBusiness()
  const after = await rename(before)
  const byOld = await send('/business', { 'x-public-business-slug': before.slug })
  const byNew = await send('/business', { 'x-public-business-slug': after.slug })
  expect(JSON.parse(byOld.body.toString())).toMatchObject({ id: before.id, slug: after.slug })
  expect(byOld.body).toEqual(byNew.body)
  expect(byOld.headers.etag).toBe(byNew.headers.etag)
  expect(outcomeOf(await send(`/business?business=${before.slug}`))).toBe('200')
  expect(
    outcomeOf(await send(`/business?business=${before.slug}`, { 'x-public-business-slug': after.slug })),
  ).toBe('200')
})

test('it leads to the business for 90 days, to the millisecond, and nobody else can take it meanwhile', async () => {
  const business = await makeBusiness()
  await rename(business)
  for (const passed of [0, DAYS_90 / 2, DAYS_90 - 1]) {
    vi.setSystemTime(START + passed)
    expect(await found(business.slug)).toBe(business.id)
    expect(await findBusiness(business.slug)).toMatchObject({ id: business.id })
    expect(await claim(business.slug)).toBe('slug_taken')
  }
})

test('after 90 days it leads nowhere, though its row is still there, and anybody may take it', async () => {
  const business = await makeBusiness()
  await rename(business)
  vi.setSystemTime(START + DAYS_90)
  expect(await storedItem(shopKey(business.slug))).toMatchObject({ business_id: business.id })
  expect(await found(business.slug)).toBe('business_not_found')
  expect(await findIdBySlug(business.slug)).toBeUndefined()
  expect(await findBusiness(business.slug)).toBeUndefined()
  const other = await claim(business.slug)
  expect(await found(business.slug)).toBe(other)
  expect(await storedItem(shopKey(business.slug))).toEqual({
    ...shopKey(business.slug),
    type: 'shop',
    business_id: other,
    status: 'active',
  })
})

test('after 90 days another business may take it by being renamed', async () => {
  const business = await makeBusiness()
  const other = await makeBusiness()
  await rename(business)
  await expect(rename(other, business.slug)).rejects.toThrow(new Refusal('slug_taken'))
  vi.setSystemTime(START + DAYS_90)
  await rename(other, business.slug)
  expect(await found(business.slug)).toBe(other.id)
})

test('the table may delete its row a day after its time, and not before', async () => {
  const business = await makeBusiness()
  await rename(business)
  const { until, ttl } = await storedItem(shopKey(business.slug))
  expect(until).toBe(new Date(START + DAYS_90).toISOString())
  expect(ttl).toBe(Math.floor((START + DAYS_90) / 1000) + 24 * 60 * 60)
})

test('an instance that read either name before a renaming sees it within 60 s', async () => {
  const business = await makeBusiness()
  const wanted = newSlug()
  expect(await found(wanted)).toBe('business_not_found')
  expect(await found(business.slug)).toBe(business.id)
  await rename(business, wanted)
  expect(await found(wanted)).toBe(business.id)
  const other = await makeBusiness()
  expect(await found(other.slug)).toBe(other.id)
  await rename(other)
  vi.setSystemTime(START + DAYS_90)
  const heir = await createBusiness({ ...other, slug: other.slug })
  vi.setSystemTime(START + DAYS_90 + 55_000)
  expect(await found(other.slug)).toBe(heir.id)
})

test('what is remembered of a former slug ends within 60 s of its time', async () => {
  const business = await makeBusiness()
  await rename(business)
  vi.setSystemTime(START + DAYS_90 - 1)
  expect(await found(business.slug)).toBe(business.id)
  vi.setSystemTime(START + DAYS_90 + 55_000)
  expect(await found(business.slug)).toBe('business_not_found')
})

test.each(['soon', '', 4_102_444_800, null])(
  'an end that is not a time, %j, counts as past',
  async (until) => {
    const business = await makeBusiness()
    await rename(business)
    await corruptItem(shopKey(business.slug), { until })
    expect([await found(business.slug), await findBusiness(business.slug)]).toEqual([
      'business_not_found',
      undefined,
    ])
  },
)
