import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { itemsIn, plantItem, storedItem } from '../../support/items.ts'
import { outcomeOf, send } from '../../support/send.ts'
import { makeToken } from '../../support/shop.ts'
import { helpOf, operate } from '../operate.ts'
import { dumpOf, makeFullShop, nameOf } from './business-table.ts'
import { skipLongWaits, waits } from './business-waits.ts'
import { makeBusyShop } from './busy-shop.ts'

skipLongWaits()

const remove = (name: string, confirm: string, ...options: string[]) =>
  operate('business', 'delete', name, '--confirm', confirm, ...options)

/** The deletion begins with an event, which goes as well. The row of a slug becomes a tombstone. */
const OWN_EVENT = 1

test('a business goes with everything it has, and says how much that was', async () => {
  const { business } = await makeBusyShop()
  const { id, slug } = business
  const { length } = await dumpOf(id)
  const { code, stdout, notes } = await remove(slug, slug)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${slug} (${id}) is deleted: ${length + OWN_EVENT - 1} items deleted`,
  })
  // On a slow machine it says in between how far it is.
  expect(notes.filter((note) => !/^\d+ items? deleted$/.test(note))).toEqual([
    `deleting "Renamed" (${slug}); if this stops, \`operator business delete ${id} --confirm ${slug}\` continues it`,
    'setting the status to deleting and deleting the tokens: no new request is accepted, no webhook gets events; the slugs are reserved for 150 s',
    'waiting 98 s until every earlier request and delivery has ended',
    'deleting its items',
    'looking for items that were written in the meantime',
    `not checked: items that no Query finds, and items of other businesses that name this one; \`operator business delete ${id} --confirm ${id} --sweep\` reads the whole table for them`,
  ])
  expect(waits.asked).toEqual([98_000])
  expect(await dumpOf(id)).toEqual([])
  const again = await remove(id, slug)
  expect(again).toMatchObject({ code: 1, notes: [expect.stringMatching(/^error: there is no business /)] })
})

test('rotated keys, stored responses, rates, rosters and former slugs go too; --json has all of it', async () => {
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
      `SHOP#${id} SHOP`,
      `TOKEN#${digest} TOKEN`,
      nameOf(earlier),
    ]),
  )
  // By a former slug: which business it is says the confirmation.
  const { code, stdout } = await remove(former, slug, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    business_id: id,
    slug,
    is_complete: true,
    deleted: before.length + OWN_EVENT - 2,
    left: [],
  })
  expect(await dumpOf(id)).toEqual([])
})

test('from the beginning nobody can use it, by any of its names and keys', async () => {
  const { business, digest, former, earlier } = await makeFullShop()
  const { id, slug } = business
  const token = await makeToken(business)
  const seen: string[] = []
  waits.meanwhile = async () => {
    for (const name of [{ uuid: id }, { slug }, { slug: former }])
      for (const [kind, value] of Object.entries(name))
        seen.push(outcomeOf(await send('/business', { [`x-public-business-${kind}`]: value })))
    seen.push(outcomeOf(await send('/business', { authorization: `Bearer ${token}` })))
    for (const { pk } of [keys.tokenKey(digest), keys.tokenKey(tokenDigest(token)), earlier])
      expect(await itemsIn(pk)).toEqual([])
    expect(await storedItem(keys.businessKey(id))).toMatchObject({ status: 'deleting' })
    expect(await storedItem(keys.shopKey(id))).toMatchObject({ status: 'deleting' })
  }
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(seen).toEqual([...Array(3).fill('404 business_not_found'), '401 invalid_api_key'])
})

test('keys that were in use when it was deleted are refused like unknown ones once the calls have ended', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  const late = { ...keys.tokenKey(tokenDigest(randomUUID())), type: 'token', business_id: id }
  const lateKey = { ...keys.apiKeyKey(id, randomUUID()), type: 'api_key', digest: late.pk.slice(6) }
  // By a writer that does not hold to the roster.
  waits.meanwhile = async () => {
    for (const item of [late, lateKey]) await plantItem(item)
  }
  const removal = await removeBusiness(id, {
    wait: () => waits.meanwhile?.() ?? Promise.resolve(),
    async *everything() {},
  })
  expect(removal).toMatchObject({ is_complete: true, left: [] })
  expect(await itemsIn(late.pk)).toEqual([])
  expect(await dumpOf(id)).toEqual([])
  expect(await remove(id, slug)).toMatchObject({ code: 1 })
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
      `error: nothing was deleted; to delete "A shop" (${slug}, ${id}) permanently, with its 2 products, categories, API keys, webhooks, events and slugs, add --confirm ${slug}`,
    ),
  ])
  expect(await dumpOf(id)).toEqual(before)
})

test('--help has the order, the cost and how to continue', async () => {
  const help = await helpOf('business', 'delete')
  expect(help).toMatch(
    /--confirm <slug>[\s\S]*the same command continues[\s\S]*--sweep[\s\S]*262,000\s+read\s+units for each GB[\s\S]*dynamodb:DescribeTable/,
  )
  expect(help).toMatch(/Examples:\n {2}npm run operator -- /)
})
