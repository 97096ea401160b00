import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findRunningImport, listImports } from '../../../lib/data/imports/imports.ts'
import type { TableWrite } from '../../../lib/data/table/calls/writer.ts'
import { Refusal } from '../../../lib/data/table/commit.ts'
import { importKey } from '../../../lib/data/table/keys.ts'
import { type Starter, startImport } from '../../import/run/bench.ts'
import { corruptItem } from '../../support/items.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'

/** Somebody else, who acts once, between what another one reads and the transaction that begins its import. */
const other = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined }))

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof import('../../../lib/data/table/calls/writer.ts')>()
  const begins = (writes: readonly TableWrite[]) =>
    writes.some(({ Put }) => Put?.Item?.type === 'import_running')
  const sendTransaction: typeof real.sendTransaction = async (writes, token) => {
    const { act } = other
    if (act && begins(writes)) {
      other.act = undefined
      await act()
    }
    return real.sendTransaction(writes, token)
  }
  return { ...real, sendTransaction }
})

const FILE = JSON.stringify({ external_id: 'a', name: 'Cup', price: 1, category: 'Cups' })
const HOUR_MS = 3_600_000

let starter: Starter

beforeEach(async () => {
  const business = await makeBusiness()
  starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
})
afterEach(() => {
  other.act = undefined
})

test.each([
  ['none', undefined],
  ['one that nobody works on', -25 * HOUR_MS],
])('of two imports that begin at once, where there was %s, one begins', async (_, before) => {
  if (before !== undefined) await startImport(starter, FILE, {}, new Date(Date.now() + before))
  let first: string | undefined
  other.act = async () => {
    first = await startImport(starter, FILE)
  }
  await expect(startImport(starter, FILE)).rejects.toEqual(new Refusal('import_running'))
  const { id } = starter.business
  expect((await findRunningImport(id))?.id).toBe(first)
  const { items } = await listImports(id, { limit: 10 })
  expect(items.filter(({ status }) => status === 'queued').map((one) => one.id)).toEqual([first])
})

test('an import that is taken up again as another one begins continues, and the other is refused', async () => {
  const left = await startImport(starter, FILE, {}, new Date(Date.now() - 25 * HOUR_MS))
  const { id } = starter.business
  other.act = () => corruptItem(importKey(id, left), { lease_until: Date.now() })
  await expect(startImport(starter, FILE)).rejects.toEqual(new Refusal('import_running'))
  expect((await findRunningImport(id))?.id).toBe(left)
})
