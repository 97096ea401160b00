import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { FEED_DELAY_MS } from '../../../lib/data/table/calls/times.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { plantItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const KEY = randomUUID()
const REQUEST = randomUUID()

let business: Business
beforeEach(async () => {
  business = await makeBusiness()
})

interface Planted {
  ago?: number
  at?: number
  type?: string
  object?: string
  actor?: { kind: string; key_id: string | null; key_name: string | null }
  request?: string | null
}

const BY_KEY = { kind: 'api_key', key_id: KEY, key_name: 'Kasse \u202e喫茶 \u001b[2J' }
const BY_OPERATOR = { kind: 'operator', key_id: null, key_name: null }

/** An event as `eventSteps` writes it. */
async function plant({ ago = MINUTE, at = Date.now() - ago, ...planted }: Planted = {}): Promise<string> {
  const { type = 'product.updated', object = 'tea', actor = BY_KEY, request = REQUEST } = planted
  const time = new Date(at)
  const id = `evt_${newId(time)}`
  const event = { id, type, timestamp: time.toISOString(), business_id: business.id, actor }
  const json = JSON.stringify({ ...event, request_id: request, data: { id: object }, previous: {} })
  await plantItem({
    ...keys.eventKey(business.id, id),
    type: 'event',
    event_type: type,
    actor: actor.key_id ?? actor.kind,
    object,
    ...(request && { request_id: request }),
    json,
  })
  return id
}

const events = (...options: string[]) => operate('events', '--business', business.slug, ...options)
const idsIn = (stdout: string) => stdout.split('\n').map((line) => JSON.parse(line).id)

test('prints a line for each event, oldest first: time, type, object, actor, request, name of the key', async () => {
  const at = Date.now() - MINUTE
  await plant({ at })
  await plant({ at: at - 1, type: 'product.created', actor: BY_OPERATOR, request: null, object: 'cup' })
  const { code, stdout, notes } = await events()
  expect({ code, notes }).toEqual({ code: 0, notes: [] })
  const [first, second, ...more] = stdout.split('\n').map((line) => line.split(/ {2,}/))
  expect(first).toEqual([new Date(at - 1).toISOString(), 'product.created', 'cup', 'operator', '-'])
  const name = '"Kasse �喫茶 \\u001b[2J"'
  expect(second).toEqual([new Date(at).toISOString(), 'product.updated', 'tea', KEY, REQUEST, name])
  expect(more).toEqual([])
  expect(stdout).not.toContain('\u001b')
})

test('--json prints each event on a line, as it was recorded', async () => {
  const ids = [await plant({ ago: 3 * MINUTE }), await plant({ ago: 2 * MINUTE })]
  const { stdout } = await events('--json')
  expect(idsIn(stdout)).toEqual(ids)
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ actor: BY_KEY, request_id: REQUEST })
})

test('what is younger than 15 s or older than 30 days is not printed', async () => {
  await plant({ ago: 0 })
  await plant({ ago: 30 * DAY + MINUTE })
  const shown = [await plant({ ago: 30 * DAY - MINUTE }), await plant({ ago: FEED_DELAY_MS + MINUTE })]
  expect(idsIn((await events('--json')).stdout)).toEqual(shown)
})

test('filters by type, actor and object', async () => {
  const product = await plant()
  const category = await plant({ type: 'category.updated', object: 'pots', actor: BY_OPERATOR })
  const ids = async (...options: string[]) => idsIn((await events('--json', ...options)).stdout)
  expect(await ids('--type', 'product.*')).toEqual([product])
  expect(await ids('--type', 'category.updated')).toEqual([category])
  expect(await ids('--actor', 'operator')).toEqual([category])
  expect(await ids('--actor', KEY.toUpperCase())).toEqual([product])
  expect(await ids('--object', 'pots')).toEqual([category])
  expect(await ids('--type', 'category.*, product.updated')).toEqual([product, category])
  expect(await ids('--request', REQUEST.toUpperCase())).toEqual([product, category])
  expect((await events('--request', randomUUID())).stdout).toBe('')
})

test('--newest prints the newest first, and --from and --until choose a time', async () => {
  const begin = Date.now() - 10 * MINUTE
  const [one, two, three] = [await plant({ at: begin }), await plant({ at: begin + 1 }), await plant()]
  const ids = async (...options: string[]) => idsIn((await events('--json', ...options)).stdout)
  const [from, until] = [new Date(begin + 1).toISOString(), new Date(begin + 2).toISOString()]
  expect(await ids('--newest')).toEqual([three, two, one])
  expect(await ids('--newest', '--after', String(two))).toEqual([one])
  expect(await ids('--from', from, '--until', until)).toEqual([two])
  const { notes } = await events('--newest', '--limit', '1')
  expect(notes).toEqual([`there can be more events: continue with --after ${three}`])
})

test('--limit ends with how to continue, and --after continues there', async () => {
  const ids = [await plant({ ago: 4 * MINUTE }), await plant({ ago: 3 * MINUTE }), await plant()]
  const { stdout, notes } = await events('--json', '--limit', '2')
  expect(idsIn(stdout)).toEqual(ids.slice(0, 2))
  expect(notes).toEqual([`there can be more events: continue with --after ${ids[1]}`])
  const rest = await events('--json', '--after', String(ids[1]))
  expect(idsIn(rest.stdout)).toEqual(ids.slice(2))
  expect(rest.notes).toEqual([])
})

test('more than a page is printed whole', async () => {
  const ids: string[] = []
  for (let n = 0; n < 230; n++) ids.push(await plant({ at: Date.now() - MINUTE - 1_000 + n }))
  expect(idsIn((await events('--json')).stdout)).toEqual(ids)
})

test('says if there are none', async () => {
  const slug = business.slug
  expect(await events()).toEqual({
    code: 0,
    stdout: '',
    notes: [`${slug} has no events of the last 30 days; those of the last 15 s are not shown yet`],
  })
  await plant()
  expect((await events('--object', 'cup')).notes).toEqual([
    `${slug} has no such events; those of the last 15 s are not shown yet`,
  ])
})

test.each([
  [
    ['--type', 'order.paid'],
    /^error: --type "order\.paid" is not a type of event: use one of product\.created, /,
  ],
  [['--actor', 'me'], /^error: --actor "me" is not an actor: use the id of an API key, operator or system$/],
  [['--type', 'product.*,x'], /^error: --type "x" is not a type of event/],
  [['--request', 'x'], /^error: --request "x" is not the id of a request$/],
  [['--until', 'noon'], /^error: --until "noon" is not an RFC 3339 time such as /],
  [['--after', 'evt_1'], /^error: --after "evt_1" is not the id of an event$/],
  [
    ['--after', `evt_${newId(new Date(0))}`],
    /^error: --after evt_\S+ is older than 30 days: events after it are already deleted$/,
  ],
])('%j is refused', async (options, line) => {
  expect(await events(...options)).toEqual({ code: 1, stdout: '', notes: [expect.stringMatching(line)] })
})
