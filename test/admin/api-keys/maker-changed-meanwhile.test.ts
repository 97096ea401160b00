import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as create } from '../../../functions/admin/api-keys/create.ts'
import { handler as revoke } from '../../../functions/admin/api-keys/revoke.ts'
import { handler as rotate } from '../../../functions/admin/api-keys/rotate.ts'
import { handler as update } from '../../../functions/admin/api-keys/update.ts'
import { changeApiKey, revokeApiKey, rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { getApiKey } from '../../../lib/data/api-keys/api-keys.ts'
import type { ApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { makeKey } from '../../support/shop.ts'
import { invoke } from '../in-process.ts'
import { accessItemsOf, freshVerdicts, type Holder, makeHolder, tokenItemOf } from '../key-holder.ts'
import { keyEventsOf } from '../table.ts'

/** The action of another writer at the next such moment; none by default. */
const meanwhile = vi.hoisted(
  (): Record<'beforeRoster' | 'beforeCommit', (() => Promise<unknown>) | undefined> => ({
    beforeRoster: undefined,
    beforeCommit: undefined,
  }),
)

async function letOthersAct(moment: keyof typeof meanwhile): Promise<void> {
  const act = meanwhile[moment]
  meanwhile[moment] = undefined
  await act?.()
}

vi.mock('../../../lib/data/table/commit.ts', async (actual) => {
  const real = await actual<typeof import('../../../lib/data/table/commit.ts')>()
  const commit: typeof real.commit = async (steps) => {
    await letOthersAct('beforeCommit')
    return real.commit(steps)
  }
  return { ...real, commit }
})

vi.mock('../../../lib/data/api-keys/roster.ts', async (actual) => {
  const real = await actual<typeof import('../../../lib/data/api-keys/roster.ts')>()
  const readRoster: typeof real.readRoster = async (businessId) => {
    await letOthersAct('beforeRoster')
    return real.readRoster(businessId)
  }
  return { ...real, readRoster }
})

const FUTURE = '2099-01-01T00:00:00.000Z'
let owner: Holder
let maker: Holder
let target: Holder
beforeEach(async () => {
  owner = await makeHolder()
  maker = await makeHolder({}, owner.business)
  target = await makeHolder({ scopes: ['products:write'] }, owner.business)
})

/** As the operator does it. */
const change = ({ apiKey }: Holder, fields: Partial<ApiKey>) =>
  changeApiKey(owner.business.id, apiKey.id, (key) => ({ ...key, ...fields }))
const end = ({ apiKey }: Holder) => revokeApiKey(owner.business.id, apiKey.id)

interface Call {
  body?: object
  by?: Holder
  on?: Holder
  headers?: Record<string, string>
}
const HANDLERS = { POST: create, PATCH: update, DELETE: revoke, rotate }

/** The outcome of a request whose reads are older than another writer's action: status or code, and the response. */
async function outcomeOf(
  kind: keyof typeof HANDLERS,
  { body, by = maker, on = target, headers = {} }: Call,
  act: () => Promise<unknown>,
) {
  meanwhile.beforeCommit = act
  const route = `/admin/api-keys${kind === 'POST' ? '' : kind === 'rotate' ? '/{id}/rotate' : '/{id}'}`
  const answer = await invoke(HANDLERS[kind], owner.business.id, {
    method: kind === 'rotate' ? 'POST' : kind,
    route,
    path: { id: on.apiKey.id },
    headers,
    ...(body && { body }),
    apiKeyId: by.apiKey.id,
  })
  expect(meanwhile.beforeCommit, 'nobody acted').toBeUndefined()
  return {
    said: answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.body.code}`,
    answer,
  }
}

describe('a key whose maker changed after it was let in', () => {
  const WANTED = { name: 'new', scopes: ['products:write', 'api_keys:write'] }
  test.each<[what: string, wanted: object, act: () => Promise<unknown>, said: string]>([
    ['was revoked', WANTED, () => end(maker), '401 invalid_api_key'],
    ['lost a scope', WANTED, () => change(maker, { scopes: ['api_keys:write'] }), '403 insufficient_scope'],
    [
      'was given an end',
      { ...WANTED, expires_at: null },
      () => change(maker, { expires_at: FUTURE }),
      '403 exceeds_own_key',
    ],
    [
      'was bound',
      { ...WANTED, allowed_ips: [] },
      () => change(maker, { allowed_ips: ['192.0.2.1/32'] }),
      '403 exceeds_own_key',
    ],
    [
      'was slowed',
      { ...WANTED, rate_limit: { per_second: 2, burst: 1 } },
      () => change(maker, { rate_limit: { per_second: 1, burst: 1 } }),
      '403 exceeds_own_key',
    ],
  ])('is not made if it %s', async (_, body, act, said) => {
    expect((await outcomeOf('POST', { body }, act)).said).toBe(said)
    const keys = (await accessItemsOf(owner.business.id)).filter(({ type }) => type === 'api_key')
    expect(keys).toHaveLength(3)
    expect((await keyEventsOf(owner.business.id)).filter(({ event }) => event.data.name === 'new')).toEqual(
      [],
    )
  })

  test('inherits what is left', async () => {
    const limits = {
      expires_at: FUTURE,
      allowed_ips: ['192.0.2.1/32'],
      rate_limit: { per_second: 1, burst: 1 },
    }
    const { said, answer } = await outcomeOf('POST', { body: WANTED }, () => change(maker, limits))
    expect([said, answer.body]).toEqual(['201', expect.objectContaining(limits)])
    expect(await tokenItemOf(String(answer.body.token))).toMatchObject({
      expires_at: FUTURE,
      allowed_ips: '192.0.2.1/32',
      rate_limit: '1/1',
    })
  })

  test('is not made if another one took the last place', async () => {
    for (let n = 3; n < 49; n++) await makeKey(owner.business)
    expect((await outcomeOf('POST', { body: WANTED }, () => makeKey(owner.business))).said).toBe(
      '422 limit_reached',
    )
  })
})

describe.each<[kind: 'PATCH' | 'rotate' | 'DELETE', body?: object]>([
  ['PATCH', { name: 'changed' }],
  ['rotate', { overlap_seconds: 0 }],
  ['DELETE'],
])('%s', (kind, body) => {
  const call = body ? { body } : {}

  test.each<[what: string, act: () => Promise<unknown>, said: string]>([
    ['was revoked', () => end(maker), '401 invalid_api_key'],
    ['may less than the key', () => change(maker, { scopes: ['api_keys:write'] }), '403 insufficient_scope'],
    ['ends before the key', () => change(maker, { expires_at: FUTURE }), '403 exceeds_own_key'],
  ])('does nothing if its caller %s by then', async (_, act, said) => {
    expect((await outcomeOf(kind, call, act)).said).toBe(said)
    const { last_used_at: _used, ...unchanged } = target.apiKey
    expect(await getApiKey(owner.business.id, target.apiKey.id)).toMatchObject(unchanged)
    expect(await freshVerdicts([target.token])).toEqual(['good'])
  })

  test('does nothing if the key is no longer what the precondition asks for', async () => {
    const headers = { 'if-match': `"${Date.parse(target.apiKey.created_at)}.1"` }
    const { said } = await outcomeOf(kind, { ...call, headers }, () => change(target, { name: 'other' }))
    expect(said).toBe('412 precondition_failed')
  })
})

describe('a key that was revoked meanwhile', () => {
  test.each<['PATCH' | 'rotate' | 'DELETE', object | undefined, string]>([
    ['PATCH', { name: 'changed' }, '409 api_key_inactive'],
    ['rotate', { overlap_seconds: 60 }, '409 api_key_inactive'],
    ['DELETE', undefined, '204'],
  ])('stays it, after %s', async (kind, body, expected) => {
    const { said } = await outcomeOf(kind, body ? { body } : {}, () => end(target))
    expect(said).toBe(expected)
    expect(await tokenItemOf(target.token)).toBeUndefined()
    const happened = (await keyEventsOf(owner.business.id)).map(({ event }) => event.type)
    expect(happened.slice(3)).toEqual(['api_key.revoked'])
  })
})

test('a token made meanwhile ends with the key, and the one before it with another rotation', async () => {
  const issued: string[] = []
  const rotated = async () => {
    issued.push((await rotateApiKey(owner.business.id, target.apiKey.id, 60))?.token ?? '')
  }
  const { said, answer } = await outcomeOf('rotate', { body: {} }, rotated)
  expect(said).toBe('201')
  const tokens = [target.token, ...issued, String(answer.body.token)]
  expect(await freshVerdicts(tokens)).toEqual(['invalid_api_key', 'good', 'good'])
  expect((await outcomeOf('DELETE', {}, rotated)).said).toBe('204')
  expect(new Set(await freshVerdicts([...tokens, ...issued]))).toEqual(new Set(['invalid_api_key']))
})

test('a change meanwhile holds for the token of a rotation, and a rotation for the tokens of a change', async () => {
  const { answer } = await outcomeOf('rotate', { body: {} }, () =>
    change(target, { scopes: ['products:read'] }),
  )
  for (const token of [target.token, String(answer.body.token)])
    expect(await tokenItemOf(token)).toMatchObject({ scopes: 'products:read' })
  const rotated = () => rotateApiKey(owner.business.id, target.apiKey.id, 0)
  expect((await outcomeOf('PATCH', { body: { name: 'changed' } }, rotated)).said).toBe('200')
  for (const token of [target.token, String(answer.body.token)])
    expect(await tokenItemOf(token)).toBeUndefined()
})

test('a patch that was a narrowing no longer is', async () => {
  const { said } = await outcomeOf('PATCH', { body: { rate_limit: { burst: 50 } } }, () =>
    change(target, { rate_limit: { per_second: 5, burst: 5 } }),
  )
  expect(said).toBe('422 validation_failed')
})

test.each<[what: string, kind: 'PATCH' | 'DELETE', body?: object]>([
  ['revoking itself', 'DELETE'],
  ['giving up its scope', 'PATCH', { scopes: ['products:read'] }],
  ['giving itself an end', 'PATCH', { expires_at: FUTURE }],
  ['binding itself', 'PATCH', { allowed_ips: ['192.0.2.1'] }],
])('the last admin key that others left is not lost by %s', async (_, kind, body) => {
  const { said } = await outcomeOf(kind, { on: maker, ...(body && { body }) }, () => end(owner))
  expect(said).toBe('409 last_admin_key')
  expect(await getApiKey(owner.business.id, maker.apiKey.id)).toMatchObject({ version: 1, revoked_at: null })
})

test('a key that narrows itself twice at once is not told that it exceeds itself', async () => {
  meanwhile.beforeRoster = () => change(maker, { scopes: SCOPES.filter((scope) => scope !== 'events:write') })
  const answer = await invoke(update, owner.business.id, {
    method: 'PATCH',
    route: '/admin/api-keys/{id}',
    path: { id: maker.apiKey.id },
    body: { rate_limit: { burst: 50 } },
    apiKeyId: maker.apiKey.id,
  })
  expect([answer.status, answer.body.version, answer.body.code]).toEqual([200, 3, undefined])
})

test('a request that lost the last place to its own first try returns the response of that try', async () => {
  for (let n = 0; n < 46; n++) await makeKey(owner.business)
  const headers = { 'idempotency-key': 'the-last-place' }
  const call = () =>
    invoke(create, owner.business.id, {
      method: 'POST',
      route: '/admin/api-keys',
      apiKeyId: maker.apiKey.id,
      headers,
      body: { name: 'new', scopes: ['products:read'] },
    })
  let winner: Awaited<ReturnType<typeof invoke>> | undefined
  meanwhile.beforeRoster = async () => {
    winner = await call()
  }
  const loser = await call()
  expect([winner?.status, loser.status]).toEqual([201, 201])
  expect(loser.headers).toMatchObject({ 'idempotency-replayed': 'true' })
  expect(loser.body).toEqual({ ...winner?.body, token: null })
})
