import { afterEach, expect, test, vi } from 'vitest'
import { identify } from '../../../lib/api/access/identify.ts'
import { getBusiness, updateBusiness } from '../../../lib/data/businesses.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { corruptItem, itemsIn, storedItem } from '../../support/items.ts'
import { outcomeOf, send } from '../../support/send.ts'
import { makeBusiness, makeCategory, makeToken } from '../../support/shop.ts'
import { helpOf, operate, run } from '../operate.ts'
import { verify } from './busy-shop.ts'

afterEach(() => vi.useRealTimers())

const eventsOf = async (id: string) =>
  (await itemsIn(keys.eventKey(id, '').pk)).map(({ json }) => JSON.parse(String(json)))

test('suspended, a business is not there for the public and says so to its keys', async () => {
  const business = await makeBusiness()
  const authorization = `Bearer ${await makeToken(business)}`
  expect(await operate('business', 'suspend', business.slug)).toEqual({
    code: 0,
    notes: [],
    stdout: `${business.slug} is suspended; this takes effect within 60 s, and in caches within 150 s`,
  })
  for (const path of ['/business', '/products', '/categories']) {
    const publicly = await send(path, { 'x-public-business-slug': business.slug })
    expect(outcomeOf(publicly)).toBe('404 business_not_found')
    expect(outcomeOf(await send(path, { authorization }))).toBe('403 business_suspended')
  }
  expect(outcomeOf(await send(`/business?business=${business.id}`))).toBe('404 business_not_found')
  expect(outcomeOf(await send('/admin/products', { authorization }))).toBe('403 business_suspended')
})

test('it is a change like any other: version, event, the card as it was, nothing for verify to find', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { card } = await storedItem(keys.businessKey(business.id))
  const { stdout } = await operate('business', 'suspend', business.id.toUpperCase(), '--json')
  const suspended = JSON.parse(stdout)
  expect(suspended).toEqual({
    ...business,
    status: 'suspended',
    version: 2,
    updated_at: suspended.updated_at,
  })
  expect(await storedItem(keys.businessKey(business.id))).toMatchObject({ card, status: 'suspended' })
  const [event] = (await eventsOf(business.id)).filter(({ type }) => type === 'business.updated')
  expect(event).toMatchObject({
    data: { id: business.id, status: 'suspended' },
    previous: { status: 'active', version: 1 },
  })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
})

test('twice is once, both ways', async () => {
  const business = await makeBusiness()
  const { slug } = business
  for (const [command, first, again] of [
    ['resume', `${slug} is already active`, `${slug} is already active`],
    [
      'suspend',
      `${slug} is suspended; this takes effect within 60 s, and in caches within 150 s`,
      `${slug} is already suspended`,
    ],
    [
      'resume',
      `${slug} is active; this takes effect within 60 s, and in caches within 150 s`,
      `${slug} is already active`,
    ],
  ] as const) {
    expect(await operate('business', command, slug)).toMatchObject({ code: 0, stdout: first })
    const before = await getBusiness(business.id)
    expect(await operate('business', command, slug)).toMatchObject({ code: 0, stdout: again })
    expect(await getBusiness(business.id)).toEqual(before)
    const { stdout, notes } = await operate('business', command, slug, '--json')
    expect({ stdout: JSON.parse(stdout), notes }).toEqual({ stdout: before, notes: [again] })
  }
  expect(await eventsOf(business.id)).toHaveLength(2)
})

test('who was let in before sees each change within 60 s', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const business = await makeBusiness()
  const nothing = { authorization: undefined, slug: undefined, uuid: undefined, aliases: [] }
  const authorization = `Bearer ${await makeToken(business)}`
  const ask = async () => [
    await identify('GET /api/v1/business', { ...nothing, slug: business.slug }),
    await identify('GET /api/v1/business', { ...nothing, authorization }),
  ]
  const open = [{ business_id: business.id }, { business_id: business.id }]
  const closed = [{ denial: 'business_not_found' }, { denial: 'business_suspended' }]
  expect(await ask()).toMatchObject(open)
  await operate('business', 'suspend', business.slug)
  vi.setSystemTime(start + 55_000)
  expect(await ask()).toMatchObject(closed)
  await operate('business', 'resume', business.slug)
  vi.setSystemTime(start + 110_000)
  expect(await ask()).toMatchObject(open)
})

test('a business as large as it may be is suspended and renamed like any other', async () => {
  const business = await makeBusiness()
  const room = 32 * 1024 - Buffer.byteLength(JSON.stringify(business))
  const filled = await updateBusiness(business.id, (b) => ({ ...b, description: 'x'.repeat(room) }))
  expect(Buffer.byteLength(JSON.stringify(filled))).toBe(32 * 1024)
  expect(await operate('business', 'suspend', business.id)).toMatchObject({ code: 0 })
  const slug = `${business.slug}-and-longer`
  expect(await operate('business', 'rename', business.id, '--slug', slug)).toMatchObject({ code: 0 })
  expect(await getBusiness(business.id)).toMatchObject({ slug, status: 'suspended', version: 4 })
})

test('two at once are one change', async () => {
  const business = await makeBusiness()
  const both = await Promise.all([1, 2].map(() => run(['business', 'suspend', business.slug])))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(await eventsOf(business.id)).toHaveLength(1)
})

test.each(['suspend', 'resume'])('a business that is being deleted has no way back: %s', async (command) => {
  const business = await makeBusiness()
  await corruptItem(keys.businessKey(business.id), { status: 'deleting' })
  expect(await operate('business', command, business.slug)).toEqual({
    code: 1,
    stdout: '',
    notes: [
      `error: ${business.slug} is being deleted; \`operator business delete ${business.id} --confirm ${business.slug}\` continues the deletion`,
    ],
  })
  expect(await getBusiness(business.id)).toMatchObject({ status: 'deleting', version: 1 })
})

test.each(['suspend', 'resume'])(
  '%s of no business is one line, and its help has an example',
  async (command) => {
    expect(await operate('business', command, 'no-such-shop')).toEqual({
      code: 1,
      stdout: '',
      notes: ['error: there is no business "no-such-shop"'],
    })
    expect(await helpOf('business', command)).toMatch(/Example:\n {2}npm run operator -- /)
  },
)
