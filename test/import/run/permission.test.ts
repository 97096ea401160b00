import { expect, test } from 'vitest'
import { changeApiKey, revokeApiKey } from '../../../lib/data/api-keys/api-key-changes.ts'
import type { Scope } from '../../../lib/domain/api-keys/scopes.ts'
import { requirePermission } from '../../../lib/import/run/permission.ts'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'

const SCOPES: Scope[] = ['products:write', 'categories:write', 'inventory:write']

async function makeScene() {
  const business = await makeBusiness()
  const { id } = (await makeKey(business, { scopes: SCOPES })).apiKey
  const started_by = { kind: 'api_key' as const, key_id: id, key_name: null }
  return {
    business,
    narrow: (scopes: Scope[]) => changeApiKey(business.id, id, (apiKey) => ({ ...apiKey, scopes })),
    revoke: () => revokeApiKey(business.id, id),
    allowed: (stock: 'set' | 'new') => requirePermission(business.id, { started_by, parameters: { stock } }),
  }
}

test('an import continues as long as its key has the scopes that the import needs', async () => {
  const { business, narrow, allowed } = await makeScene()
  expect(await allowed('set')).toEqual(business)
  await narrow(['products:write', 'categories:write'])
  expect(await allowed('new')).toEqual(business)
  await expect(allowed('set')).rejects.toMatchObject({ reason: 'key_revoked' })
})

test.each<Scope>(['products:write', 'categories:write'])('an import needs %s', async (scope) => {
  const { narrow, allowed } = await makeScene()
  await narrow(SCOPES.filter((one) => one !== scope))
  await expect(allowed('new')).rejects.toMatchObject({ reason: 'key_revoked' })
})

test('an import stops when its key has ended, or its business is suspended', async () => {
  const [ended, suspended] = [await makeScene(), await makeScene()]
  await ended.revoke()
  await expect(ended.allowed('new')).rejects.toMatchObject({ reason: 'key_revoked' })
  await suspend(suspended.business)
  await expect(suspended.allowed('new')).rejects.toMatchObject({ reason: 'business_closed' })
})
