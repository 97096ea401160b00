import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import { ExceedsOwnKey, ExceedsOwnScopes } from '../../../lib/domain/api-keys/exceeding.ts'

const withIps = (allowed_ips: unknown) =>
  v.safeParse(newApiKey, { name: 'erp', scopes: ['products:read'], allowed_ips })

test('a range that is sent twice, in whatever spelling, is kept once', () => {
  const { output } = withIps(['203.0.113.7', '2001:DB8::/32', '203.0.113.7/32', '2001:db8::/32'])
  expect(output).toMatchObject({ allowed_ips: ['203.0.113.7/32', '2001:db8::/32'] })
})

test('a key can be bound to 50 ranges, and to none, which means everywhere', () => {
  const ranges = (count: number) => Array.from({ length: count }, (_, n) => `203.0.113.${n}`)
  expect(withIps([]).success).toBe(true)
  expect(withIps(ranges(50)).success).toBe(true)
  expect(withIps(ranges(51)).issues?.map(({ message }) => message)).toEqual(['must have at most 50 ranges'])
})

test('what was refused says which rights were too many', () => {
  const ofKey = new ExceedsOwnKey(['products:write'], ['rate_limit'])
  expect(ofKey).toMatchObject({ name: 'ExceedsOwnKey', scopes: ['products:write'], limits: ['rate_limit'] })
  const ofWebhook = new ExceedsOwnScopes(['products:read'])
  expect(ofWebhook).toMatchObject({ name: 'ExceedsOwnScopes', scopes: ['products:read'] })
})
