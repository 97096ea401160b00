import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeMarkedShop, PUBLIC_PATHS } from '../../support/public-paths.ts'
import { type Lines, outcomeOf, problemIn, send } from '../../support/send.ts'
import { makeToken } from '../../support/shop.ts'

const ours = await makeMarkedShop(randomUUID().slice(0, 8))
const theirs = await makeMarkedShop(randomUUID().slice(0, 8))
const key = await makeToken(ours.business)

const asOurs: Lines = { 'x-public-business-slug': ours.business.slug }
const withKey: Lines = { authorization: `Bearer ${key}` }

test.each(PUBLIC_PATHS)('on %s identity is checked before parameters and existence', async (path) => {
  const faulty = `${path}?limit=0&limit=0&what=%`
  const unknown = { 'x-public-business-slug': `no-${randomUUID().slice(0, 8)}` }
  expect(outcomeOf(await send(faulty))).toBe('401 identification_required')
  expect(outcomeOf(await send(faulty, unknown))).toBe('404 business_not_found')
  expect(outcomeOf(await send(faulty, { 'x-public-business-slug': '' }))).toBe('400 invalid_identity')
  expect(outcomeOf(await send(`${faulty}&business=${theirs.business.slug}`, asOurs))).toBe(
    '400 identity_conflict',
  )
  expect(outcomeOf(await send(`${path}?what=1`, asOurs))).toBe('400 unknown_parameter')
})

/** Whatever could be mistaken for a choice of business. */
const CHOICES = ['business_id', 'businessId', 'business-id', 'tenant', 'tenant_id', 'shop', 'slug', 'store']

test.each(CHOICES)('the parameter %s chooses no business on any path', async (name) => {
  for (const path of ours.paths) {
    const query = `?${name}=${theirs.business.id}`
    expect(outcomeOf(await send(path + query))).toBe('401 identification_required')
    for (const headers of [asOurs, withKey]) {
      const answer = await send(path + query, headers)
      expect(outcomeOf(answer)).toBe('400 unknown_parameter')
      expect(problemIn(answer).errors).toMatchObject([{ parameter: name, code: 'unknown_parameter' }])
    }
  }
})

const HINTS = [
  'business_id',
  'x-business-id',
  'x-tenant-id',
  'x-forwarded-host',
  'host',
  'cookie',
  'forwarded',
]

test.each(HINTS)('the header %s chooses no business on any path', async (name) => {
  for (const path of ours.paths) {
    expect(outcomeOf(await send(path, { [name]: theirs.business.id }))).toBe('401 identification_required')
    const [plain, hinted] = [
      await send(path, asOurs),
      await send(path, { ...asOurs, [name]: theirs.business.slug }),
    ]
    expect(hinted.body).toEqual(plain.body)
  }
})

test.each<[string, string, Lines]>([
  ['slug', '', asOurs],
  ['UUID', '', { 'x-public-business-uuid': ours.business.id }],
  ['alias', `?business=${ours.business.slug}`, {}],
  ['key', '', withKey],
  ['key and everything else', `?business=${ours.business.id}`, { ...asOurs, ...withKey }],
])('HEAD identifies by %s as GET does', async (_, query, headers) => {
  for (const path of ours.paths) {
    expect((await send(path + query, headers)).status).toBe(200)
    expect((await send(path + query, headers, 'HEAD')).status).toBe(200)
  }
})
