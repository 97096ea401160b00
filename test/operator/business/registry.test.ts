import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createBusiness } from '../../../lib/data/businesses.ts'
import { registerBusiness } from '../../../lib/data/registry.ts'
import type * as writerModule from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { corruptItem, itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { verify } from './busy-shop.ts'

await useOwnTable()

/** Somebody else, who is heard exactly between a read and the transaction or the batch that follows it. */
let meanwhile: (() => Promise<unknown>) | undefined
afterEach(() => {
  meanwhile = undefined
})

async function hearOther(): Promise<void> {
  const other = meanwhile
  meanwhile = undefined
  await other?.()
}

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof writerModule>()
  return {
    ...real,
    async sendTransaction(...args: Parameters<typeof real.sendTransaction>) {
      await hearOther()
      return real.sendTransaction(...args)
    },
    async readBatch(batch: readonly keys.Key[], attributes?: readonly string[]) {
      if (attributes) await hearOther()
      return real.readBatch(batch, attributes)
    },
  }
})

const registered = async () => (await itemsIn(keys.registryKey('').pk)).map(({ sk }) => sk)

async function list() {
  const { stdout, notes } = await operate('business', 'list', '--json')
  return { ids: (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id), notes }
}

test('a business is registered in the transaction that makes it', async () => {
  const business = await makeBusiness()
  const { id, slug } = business
  const row = { ...keys.registryKey(id), type: 'registration', business_id: id }
  expect(await storedItem(row)).toEqual(row)
  const before = await registered()
  await expect(createBusiness({ ...business, slug })).rejects.toThrow('slug_taken')
  expect(await registered()).toEqual(before)
})

test('one that is not registered is found, registered by reindex, and then in the list', async () => {
  const business = await makeBusiness()
  await removeItem(keys.registryKey(business.id))
  expect((await list()).ids).not.toContain(business.id)
  expect((await verify(business)).findings).toMatchObject([
    { code: 'registry_missing', ...keys.registryKey(business.id) },
  ])
  expect(await operate('reindex', '--business', business.id)).toMatchObject({
    stdout: '1 rendered again, 1 already correct, 0 broken',
  })
  expect(await verify(business, '--deep')).toMatchObject({ code: 0, findings: [] })
  expect((await list()).ids).toContain(business.id)
  expect(await registerBusiness(business.id)).toBe(false)
})

test('a row that is something else is written again', async () => {
  const { id } = await makeBusiness()
  await corruptItem(keys.registryKey(id), { business_id: randomUUID() })
  expect(await registerBusiness(id)).toBe(true)
  expect(await storedItem(keys.registryKey(id))).toMatchObject({ business_id: id })
})

test('a business that is deleted while it is registered stays deleted', async () => {
  const { id } = await makeBusiness()
  await removeItem(keys.registryKey(id))
  meanwhile = () => removeItem(keys.businessKey(id))
  expect(await registerBusiness(id)).toBe(false)
  expect(await registered()).not.toContain(id)
})

test('a row that leads nowhere is left out of the list and named, and found by a scan', async () => {
  const { id } = await makeBusiness()
  await removeItem(keys.businessKey(id))
  const { pk, sk } = keys.registryKey(id)
  const { ids, notes } = await list()
  expect(ids).not.toContain(id)
  expect(notes).toEqual([`"${pk}" "${sk}": this business does not exist; delete this item from the table`])
  const deep = await operate('verify', '--business', id, '--deep', '--json')
  expect(JSON.parse(deep.stdout).findings).toContainEqual({
    code: 'registry_nowhere',
    pk,
    sk,
    detail: `names ${id}, which has no profile`,
  })
  await removeItem({ pk, sk })
})

test('one that is deleted while the list is read is left out, and nothing is said of it', async () => {
  const { id } = await makeBusiness()
  const gone = await makeBusiness()
  meanwhile = async () => {
    await removeItem(keys.businessKey(gone.id))
    await removeItem(keys.registryKey(gone.id))
  }
  const { ids, notes } = await list()
  expect(notes).toEqual([])
  expect(ids).toContain(id)
  expect(ids).not.toContain(gone.id)
})

test('another row under the business’s id is not a registration', async () => {
  const business = await makeBusiness()
  const { pk } = keys.registryKey('')
  const stray = { pk, sk: randomUUID(), type: 'registration', business_id: business.id }
  await plantItem(stray)
  expect((await verify(business, '--deep')).findings).toMatchObject([
    { code: 'unknown_item', pk, sk: stray.sk },
  ])
  await removeItem(stray)
})

test('a deletion takes the row in one transaction with the profile, whichever way it ends before', async () => {
  const { id } = await makeBusiness()
  const remove = (onStage: (stage: string) => void) => removeBusiness(id, { wait: async () => {}, onStage })
  await remove((stage) => {
    if (stage === 'profile') throw new Error('killed')
  })
  expect((await list()).ids).toContain(id)
  let seen: string[] = []
  await remove((stage) => {
    if (stage !== 'profile') return
    meanwhile = async () => {
      seen = [...(await registered()), ...(await itemsIn(keys.businessKey(id).pk)).map(({ sk }) => sk)]
    }
  })
  expect(seen).toEqual(expect.arrayContaining([id, 'PROFILE']))
  expect(await registered()).not.toContain(id)
  expect(await itemsIn(keys.businessKey(id).pk)).toEqual([])
})
