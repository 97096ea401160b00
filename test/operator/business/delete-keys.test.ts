import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { handler as create } from '../../../functions/admin/api-keys/create.ts'
import { handler as revoke } from '../../../functions/admin/api-keys/revoke.ts'
import { handler as rotate } from '../../../functions/admin/api-keys/rotate.ts'
import { handler as update } from '../../../functions/admin/api-keys/update.ts'
import { rotateApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../../../lib/data/api-keys/api-key-issue.ts'
import { Refusal } from '../../../lib/data/table/commit.ts'
import { rosterKey } from '../../../lib/data/table/keys.ts'
import { closeBusiness } from '../../../lib/operator/upkeep/removal/names.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { invoke } from '../../admin/in-process.ts'
import { accessItemsOf, makeHolder, tokenItemOf } from '../../admin/key-holder.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf } from './business-table.ts'

/** The action of another writer between the reads of a write and its commit. */
const others = vi.hoisted((): { act: (() => Promise<unknown>) | undefined } => ({ act: undefined }))
afterEach(() => {
  others.act = undefined
})
/** They are no part of the request in whose middle they act. */
const apart = AsyncLocalStorage.snapshot()

vi.mock('../../../lib/data/table/commit.ts', async (actual) => {
  const real = await actual<typeof import('../../../lib/data/table/commit.ts')>()
  const commit: typeof real.commit = async (steps) => {
    const { act } = others
    others.act = undefined
    await apart(async () => act?.())
    return real.commit(steps)
  }
  return { ...real, commit }
})

const KEY = { name: 'late', scopes: ['products:write' as const], expires_at: null }
const remove = (id: string) => removeBusiness(id, { wait: async () => {}, async *everything() {} })

test.each([
  ['made', create, 'POST', '', { name: 'new', scopes: ['products:read'] }],
  ['changed', update, 'PATCH', '/{id}', { name: 'other' }],
  ['rotated', rotate, 'POST', '/{id}/rotate', {}],
  ['revoked', revoke, 'DELETE', '/{id}', undefined],
] as const)(
  'a key that is %s while the deletion begins is refused, as by a key that has ended',
  async (_, handler, method, path, body) => {
    const { business, apiKey, token } = await makeHolder()
    const { apiKey: target } = await makeHolder({}, business)
    const before = (await accessItemsOf(business.id)).filter(({ type }) => type === 'api_key')
    const ask = () =>
      invoke(handler, business.id, {
        method,
        route: `/admin/api-keys${path}`,
        path: { id: target.id },
        apiKeyId: apiKey.id,
        ...(body && { body }),
      })
    others.act = () => closeBusiness(business.id)
    for (const when of ['decided before', 'decided after']) {
      const answer = await ask()
      expect([when, answer.status, answer.body.code]).toEqual([when, 401, 'invalid_api_key'])
    }
    expect(others.act, 'nobody acted').toBeUndefined()
    expect((await accessItemsOf(business.id)).filter(({ type }) => type === 'api_key')).toEqual(before)
    expect(await tokenItemOf(token)).toBeDefined()
  },
)

test('the first key of a business that never had one is refused too', async () => {
  const { id } = await makeBusiness()
  others.act = () => closeBusiness(id)
  await expect(issueApiKey(id, KEY)).rejects.toEqual(new Refusal('own_key_ended'))
  expect(await accessItemsOf(id)).toEqual([expect.objectContaining({ type: 'roster', is_closed: true })])
  expect(await remove(id)).toMatchObject({ is_complete: true })
  expect(await dumpOf(id)).toEqual([])
})

test('a key that was made before the deletion began, but after it was decided on, dies with the business', async () => {
  const business = await makeBusiness()
  let token = ''
  others.act = async () => {
    token = (await makeKey(business)).token
  }
  expect(await remove(business.id)).toMatchObject({ is_complete: true })
  expect(token).not.toBe('')
  expect(await tokenItemOf(token)).toBeUndefined()
  expect(await dumpOf(business.id)).toEqual([])
})

test('of tokens that are made all the while none is left', async () => {
  const business = await makeBusiness()
  const made: string[] = []
  const mint = async (): Promise<void> => {
    const { apiKey } = await issueApiKey(business.id, KEY)
    while (true) made.push((await rotateApiKey(business.id, apiKey.id, 3_600))?.token ?? '')
  }
  const minting = Promise.allSettled([mint(), mint(), mint()])
  while (made.length < 3) await new Promise(setImmediate)
  const removal = await remove(business.id)
  expect(removal).toMatchObject({ is_complete: true, left: [] })
  for (const outcome of await minting)
    expect(outcome).toEqual({ status: 'rejected', reason: new Refusal('own_key_ended') })
  for (const token of made) expect(await tokenItemOf(token)).toBeUndefined()
  expect(await dumpOf(business.id)).toEqual([])
})

test('every command on its keys says why it is refused', async () => {
  const business = await makeBusiness()
  const { apiKey } = await makeKey(business)
  // As it is in the moment after the commands have looked at the status.
  await corruptItem(rosterKey(business.id), { is_closed: true })
  for (const argv of [
    ['issue', '--name', 'new'],
    ['change', apiKey.id, '--name', 'other'],
    ['revoke', apiKey.id],
  ])
    expect(await operate('key', ...argv, '--business', business.slug)).toEqual({
      code: 1,
      stdout: '',
      notes: [`error: ${business.slug} is being deleted: its API keys can no longer be issued or changed`],
    })
  expect(await storedItem(rosterKey(business.id))).toMatchObject({ version: 1, is_closed: true })
})

test('a roster is closed once', async () => {
  const { id } = await makeBusiness()
  for (const _ of ['first', 'again']) await closeBusiness(id)
  expect(await storedItem(rosterKey(id))).toMatchObject({ version: 1, is_closed: true })
})
