import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Verdict } from '../../../lib/api/access/verdict.ts'
import { changeApiKey, revokeApiKey, rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import type { ApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { coldInstance, type Holder, makeHolder } from '../../admin/key-holder.ts'
import { makeBusiness } from '../../support/shop.ts'

const INSTANCES = 20
/** How long the caches of an instance hold a key, and when a change must hold everywhere. */
const LIFE_MS = 4_000
const EVERYWHERE_MS = 5_000
/** Each instance warms up this much after the one before. */
const APART_MS = 100

const START = Date.parse('2030-01-01T00:00:00.000Z')
const at = (ms: number) => vi.setSystemTime(START + ms)

let business: Business
let holder: Holder
let instances: ((token: string, sourceIp?: string) => Promise<Verdict>)[]
beforeEach(async () => {
  business = await makeBusiness()
  holder = await makeHolder({}, business)
  instances = []
  for (let n = 0; n < INSTANCES; n++) instances.push(await coldInstance())
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => vi.useRealTimers())

const ask = (token = holder.token, sourceIp?: string) =>
  Promise.all(instances.map((instance) => instance(token, sourceIp)))

/** Lets every instance read the key, one after the other; gives back when the last one did. */
async function warmUp(): Promise<number> {
  for (const [n, instance] of instances.entries()) {
    at(n * APART_MS)
    expect(await instance(holder.token)).toMatchObject({ identified_by: 'api_key' })
  }
  return (INSTANCES - 1) * APART_MS
}

const change = (fields: Partial<ApiKey>) =>
  changeApiKey(business.id, holder.apiKey.id, (key) => ({ ...key, ...fields }), { now: new Date() })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const DENIED = { denial: 'invalid_api_key' }

test.each<[what: string, act: () => Promise<unknown>, then: object]>([
  ['revocation', () => revokeApiKey(business.id, holder.apiKey.id), DENIED],
  [
    'rotation without an overlap',
    () => rotateApiKey(business.id, holder.apiKey.id, 0, { now: new Date() }),
    DENIED,
  ],
  [
    'rotation with an overlap of 5 s',
    () => rotateApiKey(business.id, holder.apiKey.id, 5, { now: new Date() }),
    DENIED,
  ],
  ['end in 3 s', () => change({ expires_at: inMs(3_000) }), DENIED],
  ['end in a millisecond', () => change({ expires_at: inMs(1) }), DENIED],
  ['binding to another address', () => change({ allowed_ips: ['198.51.100.0/24'] }), DENIED],
  ['narrowing to a scope', () => change({ scopes: ['events:read'] }), { scopes: 'events:read' }],
  ['slower pace', () => change({ rate_limit: { per_second: 1, burst: 2 } }), { rate_limit: '1/2' }],
])(
  'a %s holds in every warm instance 5 s later, and may be unseen while its cache lives',
  async (_, act, then) => {
    const changed = await warmUp()
    await act()
    const [before] = await ask()
    // As warm as they can be: this is what the 5 s are for.
    for (const verdict of await ask()) expect(verdict).toEqual(before)
    expect(before).toMatchObject({ identified_by: 'api_key', rate_limit: '1000/10000' })
    at(changed + EVERYWHERE_MS)
    for (const verdict of await ask()) expect(verdict).toMatchObject(then)
  },
)

test('each instance reads a key again 4 s after its last read began, at any number of requests', async () => {
  await warmUp()
  await revokeApiKey(business.id, holder.apiKey.id)
  for (const [n, instance] of instances.entries()) {
    for (const ms of [LIFE_MS - 50, LIFE_MS - 1]) {
      at(n * APART_MS + ms)
      expect(await instance(holder.token)).toMatchObject({ identified_by: 'api_key' })
    }
    at(n * APART_MS + LIFE_MS)
    expect(await instance(holder.token)).toEqual(DENIED)
  }
})

test('the end of a key is looked at on each call, whatever is remembered', async () => {
  const ends = (INSTANCES - 1) * APART_MS + 1_000
  holder = await makeHolder({ expires_at: new Date(START + ends).toISOString() }, business)
  await warmUp()
  at(ends - 1)
  for (const verdict of await ask()) expect(verdict).toMatchObject({ identified_by: 'api_key' })
  at(ends)
  expect(await ask()).toEqual(instances.map(() => DENIED))
})

test('so is the address', async () => {
  holder = await makeHolder({ allowed_ips: ['192.0.2.0/24'] }, business)
  await warmUp()
  expect(await ask(holder.token, '198.51.100.1')).toEqual(instances.map(() => DENIED))
  for (const verdict of await ask()) expect(verdict).toMatchObject({ identified_by: 'api_key' })
})

test('a new key, and a new token of a known one, work at once everywhere', async () => {
  await warmUp()
  const issued = await rotateApiKey(business.id, holder.apiKey.id, 60, { now: new Date() })
  const fresh = await makeHolder({}, business)
  for (const token of [issued?.token, fresh.token, holder.token])
    for (const verdict of await ask(token)) expect(verdict).toMatchObject({ identified_by: 'api_key' })
})
