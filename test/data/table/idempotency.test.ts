import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { commit, Refusal } from '../../../lib/data/table/commit.ts'
import {
  type CallIdentity,
  claimCall,
  findKeptAnswer,
  forgetCall,
  keepAnswer,
  releaseCall,
} from '../../../lib/data/table/idempotency.ts'
import { makeBusiness } from '../../support/shop.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const A_DAY_S = 86_400
const LEASE_S = 31

const { id: businessId } = await makeBusiness()
let call: CallIdentity
let other: CallIdentity

beforeEach(() => {
  call = {
    businessId,
    apiKeyId: randomUUID(),
    methodAndPath: 'POST /api/v1/admin/categories',
    idempotencyKey: 'once',
    fingerprint: 'a',
  }
  other = { ...call, fingerprint: 'b' }
})

const answer = (body: string) => ({ statusCode: 201, headers: {}, body })
const keep = (body: string, now: Date, of = call) => commit([keepAnswer(of, answer(body), now)])

describe('a stored response', () => {
  test('is kept for 24 hours, in which no other one takes its place', async () => {
    await keep('first', NOW)
    for (const seconds of [0, A_DAY_S - 1]) {
      expect(await findKeptAnswer(call, inSeconds(seconds))).toEqual({ fingerprint: 'a', ...answer('first') })
      await expect(keep('second', inSeconds(seconds))).rejects.toEqual(new Refusal('already_answered'))
    }
  })

  test('counts as missing from the second in which its time ends, and is replaced', async () => {
    await keep('first', NOW)
    expect(await findKeptAnswer(call, inSeconds(A_DAY_S))).toBeUndefined()
    await keep('second', inSeconds(A_DAY_S), other)
    expect(await findKeptAnswer(call, inSeconds(A_DAY_S))).toEqual({ fingerprint: 'b', ...answer('second') })
  })

  test.each<[string, Partial<CallIdentity>]>([
    ['business', { businessId: randomUUID() }],
    ['API key', { apiKeyId: randomUUID() }],
    ['path', { methodAndPath: 'POST /api/v1/admin/products' }],
    ['idempotency key', { idempotencyKey: 'twice' }],
  ])('is not that of another %s', async (_, another) => {
    await keep('first', NOW)
    expect(await findKeptAnswer({ ...call, ...another }, NOW)).toBeUndefined()
  })

  test('is found under an idempotency key of 255 characters, and not under another one', async () => {
    const long = { ...call, idempotencyKey: 'a'.repeat(255) }
    await keep('first', NOW, long)
    expect(await findKeptAnswer(long, NOW)).toMatchObject(answer('first'))
    expect(await findKeptAnswer({ ...long, idempotencyKey: 'b'.repeat(255) }, NOW)).toBeUndefined()
  })

  test.each([200, 255])(
    'is not that of another path under an idempotency key of %i characters',
    async (length) => {
      const long = { ...call, idempotencyKey: 'a'.repeat(length) }
      await keep('first', NOW, long)
      const methodAndPath = `PATCH /api/v1/admin/products/${randomUUID()}`
      expect(await findKeptAnswer({ ...long, methodAndPath }, NOW)).toBeUndefined()
      const another = { ...long, methodAndPath: methodAndPath.replace(/.$/, 'x') }
      await keep('second', NOW, { ...long, methodAndPath })
      expect(await findKeptAnswer(another, NOW)).toBeUndefined()
    },
  )
})

describe('a claim', () => {
  test('lasts until its lease ends, for nobody else', async () => {
    expect(await claimCall(call, NOW)).toBe('claimed')
    expect(await claimCall(call, inSeconds(LEASE_S - 1))).toBe('in_progress')
    expect(await claimCall(other, inSeconds(LEASE_S - 1))).toBe('reused')
    expect(await claimCall(call, inSeconds(LEASE_S))).toBe('claimed')
  })

  test('that was released can be taken again at once, by the same request alone', async () => {
    await claimCall(call, NOW)
    await releaseCall(call)
    expect(await claimCall(other, NOW)).toBe('reused')
    expect(await claimCall(call, NOW)).toBe('claimed')
  })

  test('that is forgotten can be taken by another request, unless it was taken before', async () => {
    await claimCall(call, NOW)
    await forgetCall(call)
    expect(await claimCall(other, NOW)).toBe('claimed')
    await releaseCall(other)
    expect(await claimCall(other, NOW)).toBe('claimed')
    await forgetCall(other)
    expect(await claimCall(call, NOW)).toBe('reused')
    expect(await claimCall(other, NOW)).toBe('claimed')
  })

  test('is free for any request a day later', async () => {
    await claimCall(call, NOW)
    await releaseCall(call)
    expect(await claimCall(other, inSeconds(A_DAY_S - 1))).toBe('reused')
    expect(await claimCall(other, inSeconds(A_DAY_S))).toBe('claimed')
  })
})
