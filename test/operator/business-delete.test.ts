import { afterEach, expect, test, vi } from 'vitest'
import { findIdBySlug } from '../../lib/data/businesses.ts'
import * as keys from '../../lib/data/keys.ts'
import { tokenDigest } from '../../lib/domain/token.ts'
import { itemsIn, storedItem } from '../support/items.ts'
import { outcomeOf, send } from '../support/send.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { dumpOf, makeFullShop, nameOf } from './business-table.ts'
import { forgetWaits, waits } from './business-waits.ts'
import { makeBusyShop } from './busy-shop.ts'
import { operate, run } from './operate.ts'

vi.mock('node:timers/promises', () => import('./business-waits.ts'))
afterEach(forgetWaits)

const remove = (name: string, confirm: string, ...options: string[]) =>
  operate('business', 'delete', name, '--confirm', confirm, ...options)

/** The deletion begins with an event and its outbox row, which go as well. */
const OWN_EVENT = 2

test('a business goes with everything it has, and says how much that was', async () => {
  const { business } = await makeBusyShop()
  const { id, slug } = business
  const { length } = await dumpOf(id)
  const { code, stdout, notes } = await remove(slug, slug)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${slug} (${id}) is gone: ${length + OWN_EVENT} items deleted`,
  })
  expect(notes).toEqual([
    `deleting "Renamed" (${slug}); should this be ended, \`operator business delete ${id} --confirm ${slug}\` goes on with it`,
    'its status becomes deleting, and its API keys and slugs go: from now on nobody can use it',
    'waiting 45 s until every call that was let in before has ended',
    'deleting what is in it',
    'reading the whole table for what is left of it',
  ])
  expect(waits.asked).toEqual([45_000])
  expect(await dumpOf(id)).toEqual([])
  const again = await remove(id, slug)
  expect(again).toMatchObject({ code: 1, notes: [expect.stringMatching(/^error: there is no business /)] })
})

test('keys that were rotated, kept answers, rates, rosters and former slugs go too; --json says it all', async () => {
  const { business, digest, former, keyId, earlier } = await makeFullShop()
  const { id, slug } = business
  const before = await dumpOf(id)
  expect(before.map(nameOf)).toEqual(
    expect.arrayContaining([
      `BIZ#${id}#ACCESS ROSTER`,
      `BIZ#${id}#RATE#${keyId} RATE`,
      `BIZ#${id}#IDEMPOTENCY#${keyId} POST /admin/products#1`,
      `SHOP#${slug} SHOP`,
      `SHOP#${former} SHOP`,
      `TOKEN#${digest} TOKEN`,
      nameOf(earlier),
    ]),
  )
  // By a former slug: which business it is says the confirmation.
  const { code, stdout } = await remove(former, slug, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    ...{ business_id: id, slug, is_complete: true, deleted: before.length + OWN_EVENT, left: [] },
  })
  expect(await dumpOf(id)).toEqual([])
})

test('from the beginning nobody can use it, and its slugs are free at once', async () => {
  const { business, digest, former, earlier } = await makeFullShop()
  const { id, slug } = business
  const token = await makeToken(business)
  const seen: string[] = []
  let heirs: string[] = []
  waits.meanwhile = async () => {
    seen.push(outcomeOf(await send('/business', { 'x-public-business-uuid': id })))
    seen.push(outcomeOf(await send('/business', { authorization: `Bearer ${token}` })))
    for (const { pk } of [keys.tokenKey(digest), keys.tokenKey(tokenDigest(token)), earlier])
      expect(await itemsIn(pk)).toEqual([])
    expect(await storedItem(keys.businessKey(id))).toMatchObject({ status: 'deleting' })
    heirs = (await Promise.all([slug, former].map((free) => makeBusiness({ slug: free })))).map((b) => b.id)
  }
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(seen).toEqual(['404 business_not_found', '401 invalid_api_key'])
  expect(await Promise.all([slug, former].map((free) => findIdBySlug(free)))).toEqual(heirs)
})

test.each([
  ['no --confirm', () => []],
  ['another name', () => ['--confirm', 'acme']],
  ['the id', ({ id }: { id: string }) => ['--confirm', id]],
  ['a former slug', ({ former }: { former: string }) => ['--confirm', former]],
  ['nothing', () => ['--confirm', '']],
])('with %s nothing is deleted, and it says what would be', async (_, options) => {
  const { business, former } = await makeFullShop()
  const { id, slug } = business
  const before = await dumpOf(id)
  const { code, stdout, notes } = await operate('business', 'delete', slug, ...options({ id, former }))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(notes).toEqual([
    expect.stringContaining(
      `error: nothing was deleted; to delete "A shop" (${slug}, ${id}) for good, with its 2 products, categories, API keys, events and slugs, add --confirm ${slug}`,
    ),
  ])
  expect(await dumpOf(id)).toEqual(before)
})

test('--help says the order, the cost and how it goes on', async () => {
  const { code, stdout } = await run(['business', 'delete', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /--confirm <slug>[\s\S]*goes on where it stopped[\s\S]*262,000 read units for each GB/,
  )
  expect(stdout).toMatch(/Examples:\n {2}npm run operator -- /)
})
