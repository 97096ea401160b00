import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findIdBySlug } from '../../../lib/data/businesses.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { plantItem, storedItem } from '../../support/items.ts'
import { interrupt, operate, startProgram } from '../operate.ts'
import { dumpOf, makeFullShop } from './business-table.ts'
import { skipLongWaits, waits } from './business-waits.ts'

skipLongWaits()

const remove = (name: string, confirm: string, ...options: string[]) =>
  operate('business', 'delete', name, '--confirm', confirm, ...options)

test('Ctrl-C ends it while it waits, and the same command by the id continues', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  const { child, outcome } = await startProgram(['business', 'delete', slug, '--confirm', slug])
  while (await findIdBySlug(slug));
  await interrupt(child)
  const { code, stdout, notes } = await outcome()
  expect({ code, stdout }).toEqual({
    code: 130,
    stdout: expect.stringMatching(/^\d items? deleted so far\n$/),
  })
  expect(notes.at(-1)).toBe(
    `stopped; \`operator business delete ${id} --confirm ${slug}\` continues from here`,
  )
  expect(await remove(slug, slug)).toEqual({
    code: 1,
    stdout: '',
    notes: [
      `error: there is no business "${slug}"; to continue a deletion, use the business id that it printed`,
    ],
  })
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(await dumpOf(id)).toEqual([])
})

test('a second Ctrl-C that comes late, as npm sends it, does not kill it before it has printed how to continue', async () => {
  const { business } = await makeFullShop()
  const before = process.listeners('SIGINT')
  waits.meanwhile = async () => process.emit('SIGINT', 'SIGINT')
  expect(await remove(business.slug, business.slug)).toMatchObject({ code: 130 })
  const added = process.listeners('SIGINT').filter((one) => !before.includes(one))
  expect(added).toHaveLength(1)
  for (const listener of added)
    process.off('SIGHUP', listener).off('SIGINT', listener).off('SIGTERM', listener)
})

test('a fault ends it with the command that continues it', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  waits.meanwhile = () => Promise.reject(new TableUnavailable('DynamoDB did not respond'))
  const { code, notes } = await remove(slug, slug)
  expect({ code, notes: notes.slice(-2) }).toEqual({
    code: 1,
    notes: [
      `stopped; \`operator business delete ${id} --confirm ${slug}\` continues from here`,
      'error: DynamoDB does not respond; everything written so far stays, and you can run the same command again',
    ],
  })
  waits.meanwhile = undefined
  expect(await remove(id, slug)).toMatchObject({ code: 0 })
  expect(await dumpOf(id)).toEqual([])
})

test('killed while it waits, it continues as well', async () => {
  const { business } = await makeFullShop()
  const { child, outcome } = await startProgram([
    'business',
    'delete',
    business.id,
    '--confirm',
    business.slug,
  ])
  while (await findIdBySlug(business.slug));
  child.kill('SIGKILL')
  expect(await outcome()).toMatchObject({ code: null, stdout: '' })
  expect(await remove(business.id, business.slug)).toMatchObject({ code: 0 })
  expect(await dumpOf(business.id)).toEqual([])
})

test('somebody who writes on and on is named as what he is, and the profile stays', async () => {
  const { business } = await makeFullShop()
  const { id, slug } = business
  let isOver = false
  let writing: Promise<unknown> | undefined
  // Begins while the deletion waits, and never waits itself.
  waits.meanwhile = async () => {
    const write = async (): Promise<void> => {
      while (!isOver) await plantItem({ ...keys.tokenKey(randomUUID()), type: 'token', business_id: id })
    }
    writing = write()
  }
  const { code, notes } = await remove(id, slug, '--sweep')
  isOver = true
  await writing
  expect(code).toBe(1)
  expect(notes.at(-1)).toMatch(
    /^error: another program keeps writing to the business: \d+ items? found in the last of 3 sweeps; stop it \(perhaps an import\), then run `operator business delete /,
  )
  expect(await storedItem(keys.businessKey(id))).toMatchObject({ status: 'deleting' })
  waits.meanwhile = undefined
  expect(await remove(id, slug, '--sweep')).toMatchObject({ code: 0 })
  expect(await dumpOf(id)).toEqual([])
})
