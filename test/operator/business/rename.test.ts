import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FormerSlug } from '../../../lib/data/business-item.ts'
import { getBusiness, renameBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import { restore } from '../../../lib/data/storefront/card-text.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { Refusal } from '../../../lib/data/table/commit.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { corruptItem, itemsIn, storedItem } from '../../support/items.ts'
import { callAs, makeBusiness } from '../../support/shop.ts'
import { helpOf, operate } from '../operate.ts'
import { verify } from './busy-shop.ts'

const newSlug = () => `new-${randomUUID().slice(0, 13)}`
const DAYS_90 = 90 * 24 * 60 * 60 * 1000

/** The SHOP row of a slug: whose it is, and until when. */
async function rowOf(slug: string) {
  const { business_id, until } = await storedItem(keys.shopKey(slug))
  return { business_id, until }
}

/** The ids of the businesses with these slugs; null for a free slug. */
const ownersOf = (slugs: string[]) =>
  Promise.all(slugs.map(async (slug) => (await itemsIn(keys.shopKey(slug).pk))[0]?.business_id ?? null))

test('gives a business another slug and keeps the one it had', async () => {
  const business = await makeBusiness()
  const slug = newSlug()
  const { code, stdout, notes } = await operate('business', 'rename', business.slug, '--slug', slug)
  const { until } = await rowOf(business.slug)
  expect({ code, notes }).toEqual({ code: 0, notes: [] })
  expect(stdout).toBe(
    `the business ${business.id} now has the slug ${slug}; ${business.slug} works until ${until}`,
  )
  const after = await getBusiness(business.id)
  expect(after).toEqual({ ...business, slug, version: 2, updated_at: after?.updated_at })
  expect(Date.parse(String(until))).toBe(Date.parse(String(after?.updated_at)) + DAYS_90)
  expect(await rowOf(slug)).toEqual({ business_id: business.id, until: undefined })
  const { card, former_slugs } = await storedItem(keys.businessKey(business.id))
  expect(JSON.parse(restore(String(card), business.id))).toMatchObject({ slug })
  expect(former_slugs).toEqual([{ slug: business.slug, until }])
  const [event] = await itemsIn(keys.eventKey(business.id, '').pk)
  expect(JSON.parse(String(event?.json))).toMatchObject({
    type: 'business.updated',
    data: { slug },
    previous: { slug: business.slug, version: 1 },
  })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
  expect(await (await callAs(business, '/business')).json()).toMatchObject({ slug })
})

test('a later change leaves the former slugs where they are', async () => {
  const business = await makeBusiness()
  await operate('business', 'rename', business.id, '--slug', newSlug())
  const { former_slugs } = await storedItem(keys.businessKey(business.id))
  await updateBusiness(business.id, (before) => ({ ...before, name: 'Other' }))
  await operate('reindex', '--business', business.id, '--all')
  expect(await storedItem(keys.businessKey(business.id))).toMatchObject({ name: 'Other', former_slugs })
})

test('the same slug once more changes nothing', async () => {
  const business = await makeBusiness()
  const { stdout, notes } = await operate(
    'business',
    'rename',
    business.slug,
    '--slug',
    business.slug,
    '--json',
  )
  expect(notes).toEqual([`the business ${business.id} already has the slug ${business.slug}`])
  expect(JSON.parse(stdout)).toEqual({ ...business, former_slug: null })
  expect(await getBusiness(business.id)).toEqual(business)
})

test('a business takes its own former slug back, by any of its names', async () => {
  const business = await makeBusiness()
  const slug = newSlug()
  await operate('business', 'rename', business.slug, '--slug', slug)
  expect(await operate('business', 'rename', business.slug, '--slug', business.slug)).toMatchObject({
    code: 0,
  })
  expect(await rowOf(business.slug)).toEqual({ business_id: business.id, until: undefined })
  expect(await storedItem(keys.shopKey(business.slug))).not.toHaveProperty('ttl')
  expect(await storedItem(keys.businessKey(business.id))).toMatchObject({ former_slugs: [{ slug }] })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})

test('former slugs past their time are forgotten by the next renaming, and may be taken back', async () => {
  const business = await makeBusiness()
  const start = Date.now()
  const rename = (slug: string, days: number) =>
    renameBusiness(business.id, slug, { now: new Date(start + days * 24 * 60 * 60 * 1000) })
  const [a, b, c] = [newSlug(), newSlug(), newSlug()]
  await rename(a, 0)
  await rename(b, 50)
  await rename(c, 90)
  const listed = async () =>
    ((await storedItem(keys.businessKey(business.id))).former_slugs as { slug: string }[]).map(
      ({ slug }) => slug,
    )
  expect(await listed()).toEqual([a, b])
  await rename(business.slug, 100)
  expect(await listed()).toEqual([a, b, c])
})

test.each([
  ['Acme', /^error: --slug must be 1 to 63 lower-case letters/],
  ['', /^error: --slug must be 1 to 63/],
  [randomUUID(), /^error: --slug must be .* not a UUID$/],
  ['bulk', /^error: --slug is a reserved word$/],
])('a slug that cannot be one, %j, is refused', async (slug, line) => {
  const business = await makeBusiness()
  expect(await operate('business', 'rename', business.slug, '--slug', slug)).toEqual({
    code: 1,
    stdout: '',
    notes: [expect.stringMatching(line)],
  })
  expect(await getBusiness(business.id)).toEqual(business)
})

test('a slug that another business has, or had until lately, is taken, and nothing is written', async () => {
  const other = await makeBusiness()
  const slug = newSlug()
  await operate('business', 'rename', other.slug, '--slug', slug)
  const business = await makeBusiness()
  for (const taken of [slug, other.slug]) {
    expect(await operate('business', 'rename', business.slug, '--slug', taken)).toEqual({
      code: 1,
      stdout: '',
      notes: [`error: the slug ${taken} is taken`],
    })
    const argv = ['business', 'create', '--slug', taken, '--name', 'Twin', '--currency', 'EUR']
    expect(await operate(...argv)).toMatchObject({ notes: [`error: the slug ${taken} is taken`] })
  }
  expect(await getBusiness(business.id)).toEqual(business)
  expect(await rowOf(business.slug)).toEqual({ business_id: business.id, until: undefined })
  expect(await ownersOf([slug, other.slug])).toEqual([other.id, other.id])
})

test('a business that is being deleted, or does not exist, is not renamed', async () => {
  const business = await makeBusiness()
  await corruptItem(keys.businessKey(business.id), { status: 'deleting' })
  const { notes } = await operate('business', 'rename', business.slug, '--slug', newSlug())
  expect(notes).toEqual([expect.stringMatching(/^error: .* is being deleted; `operator business delete /)])
  expect(await operate('business', 'rename', 'no-such-shop', '--slug', newSlug())).toMatchObject({
    code: 1,
    notes: ['error: there is no business "no-such-shop"'],
  })
  expect(await helpOf('business', 'rename')).toMatch(/Example:\n {2}npm run operator -- /)
})

test('a slug whose row leads to another business stays that business’s', async () => {
  const business = await makeBusiness()
  const other = await makeBusiness()
  await corruptItem(keys.shopKey(business.slug), { business_id: other.id })
  expect(await operate('business', 'rename', business.id, '--slug', newSlug())).toMatchObject({ code: 1 })
  expect(await rowOf(business.slug)).toEqual({ business_id: other.id, until: undefined })
  expect(await getBusiness(business.id)).toEqual(business)
})

test('with 50 former slugs a business gets no other slug but one of those, and is suspended with all of them', async () => {
  const business = await makeBusiness()
  const until = new Date(Date.now() + DAYS_90).toISOString()
  const former_slugs = Array.from({ length: 50 }, () => ({ slug: newSlug(), until }))
  await corruptItem(keys.businessKey(business.id), { former_slugs })
  await operate('reindex', '--business', business.id)
  expect(await operate('business', 'rename', business.slug, '--slug', newSlug())).toMatchObject({
    notes: ['error: the business has 50 former slugs: wait until one expires, or take one back'],
  })
  const { slug } = former_slugs[0] ?? { slug: '' }
  expect(await operate('business', 'rename', business.slug, '--slug', slug)).toMatchObject({ code: 0 })
  expect(await operate('business', 'suspend', slug)).toMatchObject({ code: 0 })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})

/** How many got what they wanted; the others must have been told that it is taken. */
async function winners(claims: Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(claims)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(new Refusal('slug_taken'))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

test('of 10 that want one slug at once, one gets it and 9 are refused', async () => {
  const slug = newSlug()
  const shops: Business[] = []
  for (let n = 0; n < 5; n++) shops.push(await makeBusiness())
  const claims = [
    ...shops.map(({ id }) => renameBusiness(id, slug)),
    ...shops.map(() => makeBusiness({ slug })),
  ]
  expect(await winners(claims)).toBe(1)
  const owner = (await rowOf(slug)).business_id
  const now = await Promise.all(shops.map(({ id }) => getBusiness(id)))
  for (const [n, shop] of shops.entries()) {
    expect(now[n]).toMatchObject(shop.id === owner ? { slug, version: 2 } : { slug: shop.slug, version: 1 })
    expect((await rowOf(shop.slug)).business_id).toBe(shop.id)
  }
  expect(await getBusiness(String(owner))).toMatchObject({ slug })
})

test('of 10 that want a slug whose time has passed, one gets it', async () => {
  const before = await makeBusiness()
  await renameBusiness(before.id, newSlug(), { now: new Date(Date.now() - DAYS_90) })
  expect(await winners(Array.from({ length: 10 }, () => makeBusiness({ slug: before.slug })))).toBe(1)
  const { business_id, until } = await rowOf(before.slug)
  expect([business_id === before.id, until]).toEqual([false, undefined])
})

test('renamed by many at once, a business has one slug, and all the others are its former ones', async () => {
  const business = await makeBusiness()
  const slugs = Array.from({ length: 6 }, newSlug)
  // Each slug is wanted twice: who comes second is told that it is so already, or takes it back.
  const outcomes = await Promise.allSettled(
    [...slugs, ...slugs].map((slug) => renameBusiness(business.id, slug)),
  )
  // On a slow machine somebody may give up after his 8 s; nothing may be half done.
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TableUnavailable)
  const after = await getBusiness(business.id)
  const rows = await Promise.all([business.slug, ...slugs].map((slug) => itemsIn(keys.shopKey(slug).pk)))
  const found = rows.flat()
  expect(found.map(({ business_id }) => business_id)).toEqual(found.map(() => business.id))
  expect(found.filter(({ until }) => until === undefined).map(({ pk }) => pk)).toEqual([
    keys.shopKey(String(after?.slug)).pk,
  ])
  const { former_slugs } = await storedItem(keys.businessKey(business.id))
  const listed = (former_slugs as FormerSlug[]).map(({ slug, until }) => `${keys.shopKey(slug).pk} ${until}`)
  const former = found.filter(({ until }) => until !== undefined).map(({ pk, until }) => `${pk} ${until}`)
  expect(listed.toSorted()).toEqual(former.toSorted())
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})
