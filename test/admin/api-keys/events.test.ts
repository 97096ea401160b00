import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeApiKey, revokeApiKey, rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import { accessItemsOf, type Holder, makeHolder, rosterVersionOf } from '../key-holder.ts'
import { atOnce, create, outcome, tally } from '../merchant.ts'
import { itemsThatHold, keyEventsOf, recordsOf } from '../table.ts'

let owner: Holder
beforeEach(async () => {
  owner = await makeHolder()
})

const LEAST = { name: 'sync', scopes: ['products:write'] }

/** The key events of the business after the creation of the owner's key. */
const happened = async () => (await keyEventsOf(owner.business.id)).slice(1).map(({ event }) => event)

test('each change of a key has its event, with the key as it is and the fields as they were', async () => {
  const { token: first, ...made } = await create(owner, '/admin/api-keys', LEAST)
  const path = `/admin/api-keys/${made.id}`
  const patched = (await owner.ask('PATCH', path, { name: 'slow', rate_limit: { burst: 5 } })).body
  const { token: second, ...rotated } = (await owner.ask('POST', `${path}/rotate`)).body
  await owner.ask('DELETE', path)
  const gone = (await owner.ask('GET', path)).body

  const was = ({ version, updated_at }: { version: number; updated_at?: unknown }) => ({
    version,
    updated_at,
  })
  const events = await happened()
  expect(events.map(({ type, data, previous }) => ({ type, data, previous }))).toEqual([
    { type: 'api_key.created', data: made, previous: {} },
    {
      type: 'api_key.updated',
      data: patched,
      previous: { ...was(made), name: 'sync', rate_limit: made.rate_limit },
    },
    {
      type: 'api_key.rotated',
      data: rotated,
      previous: { ...was(patched), prefix: made.prefix, last4: made.last4, previous_expires_at: null },
    },
    { type: 'api_key.revoked', data: gone, previous: { ...was(rotated), revoked_at: null } },
  ])
  expect(gone).toMatchObject({ revoked_at: expect.any(String), version: 4 })
  for (const token of [owner.token, String(first), String(second)]) {
    expect(await itemsThatHold(token)).toEqual([])
    expect(JSON.stringify(await keyEventsOf(owner.business.id))).not.toContain(tokenDigest(token))
  }
})

test('what the operator does has its events too', async () => {
  const [businessId, id] = [owner.business.id, owner.apiKey.id]
  await changeApiKey(businessId, id, (key) => ({ ...key, name: 'new' }))
  await rotateApiKey(businessId, id, 0)
  await revokeApiKey(businessId, id)
  expect((await happened()).map(({ type }) => type)).toEqual([
    'api_key.updated',
    'api_key.rotated',
    'api_key.revoked',
  ])
})

test('each change is the roster’s next version, and nothing else is', async () => {
  expect(await rosterVersionOf(owner.business.id)).toBe(1)
  const path = `/admin/api-keys/${(await create(owner, '/admin/api-keys', LEAST)).id}`
  const steps: [method: string, path: string, body: object | undefined, version: number][] = [
    ['PATCH', path, { name: 'only another name' }, 3],
    ['PATCH', path, { name: ' only another name ' }, 3],
    ['POST', `${path}/rotate`, undefined, 4],
    ['POST', `${path}/rotate`, { overlap_seconds: -1 }, 4],
    ['PATCH', path, { scopes: ['products:read'] }, 5],
    ['PATCH', path, { scopes: ['products:write'] }, 5],
    ['DELETE', path, undefined, 6],
    ['DELETE', path, undefined, 6],
    ['PATCH', path, { name: 'x' }, 6],
  ]
  for (const [method, at, body, version] of steps) {
    await owner.ask(method, at, body)
    expect(await rosterVersionOf(owner.business.id), `${method} ${JSON.stringify(body)}`).toBe(version)
  }
})

test('what is refused and what changes nothing has no event', async () => {
  const target = await makeHolder({ scopes: ['products:write'] }, owner.business)
  const revoked = await makeHolder({}, owner.business)
  await owner.ask('DELETE', revoked.path)
  const [before, items] = [await happened(), await accessItemsOf(owner.business.id)]
  const stale = { 'if-match': '"1.1"' }
  const steps: [
    method: string,
    path: string,
    body: object | undefined,
    said: string,
    headers?: typeof stale,
  ][] = [
    ['POST', '/admin/api-keys', { ...LEAST, scopes: [] }, '422 validation_failed'],
    ['PATCH', target.path, {}, '200'],
    ['PATCH', target.path, { name: 'test', scopes: ['products:write'], allowed_ips: [] }, '200'],
    ['PATCH', target.path, { name: 'x' }, '412 precondition_failed', stale],
    ['PATCH', target.path, { scopes: ['events:read'] }, '422 validation_failed'],
    ['POST', `${target.path}/rotate`, undefined, '412 precondition_failed', stale],
    ['DELETE', target.path, undefined, '412 precondition_failed', stale],
    ['DELETE', owner.path, undefined, '409 last_admin_key'],
    ['DELETE', revoked.path, undefined, '204'],
    ['DELETE', revoked.path, undefined, '412 precondition_failed', stale],
    ['PATCH', revoked.path, { name: 'x' }, '409 api_key_inactive'],
    ['POST', `${revoked.path}/rotate`, undefined, '409 api_key_inactive'],
    ['GET', target.path, undefined, '200'],
    ['GET', '/admin/api-keys/current', undefined, '200'],
  ]
  for (const [method, path, body, said, headers] of steps)
    expect(outcome(await owner.ask(method, path, body, headers)), `${method} ${path}`).toBe(said)
  expect(await happened()).toEqual(before)
  expect(await accessItemsOf(owner.business.id)).toEqual(items)
})

test('30 concurrent requests under one Idempotency-Key make one key, one event and one token', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await atOnce(30, () => owner.ask('POST', '/admin/api-keys', LEAST, headers))
  expect(tally(answers.map(outcome))).toEqual({ 201: 30 })
  const [winner, ...others] = answers.filter(({ body }) => body.token !== null)
  expect(others).toEqual([])
  for (const { body, headers } of answers) {
    expect({ ...body, token: null }).toEqual({ ...winner?.body, token: null })
    expect(headers.get('etag')).toBe(winner?.headers.get('etag'))
    expect(headers.get('location')).toBe(winner?.headers.get('location'))
  }
  expect((await happened()).map(({ type }) => type)).toEqual(['api_key.created'])
  expect((await owner.ask('GET', '/admin/api-keys')).body.count).toBe(2)
  const [record, ...more] = await recordsOf(owner.business.id)
  expect([JSON.parse(String(record?.body)).token, more]).toEqual([null, []])
})

test('of one Idempotency-Key two callers each make a key of their own', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const other = await makeHolder({}, owner.business)
  const [a, b] = [
    await owner.ask('POST', '/admin/api-keys', LEAST, headers),
    await other.ask('POST', '/admin/api-keys', LEAST, headers),
  ]
  expect(a.body.id).not.toBe(b.body.id)
  const again = await owner.ask('POST', '/admin/api-keys', LEAST, headers)
  expect(again.body).toEqual({ ...a.body, token: null })
  expect(outcome(await owner.ask('POST', '/admin/api-keys', { ...LEAST, name: 'y' }, headers))).toBe(
    '422 idempotency_key_reused',
  )
})

test('a replay returns the first response, also after the key has changed', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await owner.ask('POST', '/admin/api-keys', LEAST, headers)
  await owner.ask('DELETE', `/admin/api-keys/${first.body.id}`)
  const again = await owner.ask('POST', '/admin/api-keys', LEAST, headers)
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([
    201,
    { ...first.body, token: null },
    first.headers.get('etag'),
  ])
})
