import { expect, test } from 'vitest'
import { FINDING_CODES, type Finding } from '../../../lib/operator/upkeep/verify/findings.ts'
import { type Item, plantItem, removeItem } from '../../support/items.ts'
import { dumpOf } from '../business/business-table.ts'
import { skipLongWaits } from '../business/business-waits.ts'
import { operate } from '../operate.ts'
import { makeDamagedShop } from './repairs/damaged-shop.ts'
import { REPAIRS, type Repair } from './repairs/repairs.ts'

skipLongWaits()

type Made = Exclude<Repair, { none: string }>
const made = Object.entries(REPAIRS).filter((one): one is [Finding['code'], Made] => 'by' in one[1])

test.each(made)('%s is repaired as the page of findings says', async (code, row) => {
  const shop = await makeDamagedShop()
  const before = await dumpOf(shop.id)
  const other = await row.make(shop)
  const name = typeof other === 'string' ? other : shop.id
  const look = () => findingsOf(name, row.isDeep ? ['--deep'] : [])
  const found = (await look()).filter((one) => one.code === code)
  expect(found.length).toBeGreaterThan(0)
  for (const { pk, sk } of found) {
    const item = before.find((one) => one.pk === pk && one.sk === sk)
    if (row.by === 'deletion of the item') await removeItem({ pk, sk })
    if (row.by === 'item of a backup') await plantItem(item as Item)
  }
  if (row.by === 'reindex') expect(await operate('reindex', '--business', shop.id)).toMatchObject({ code: 0 })
  if ('repair' in row) await row.repair(shop)
  expect(await look()).toEqual([])
})

/** Nothing is found of a business that does not exist. */
async function findingsOf(name: string, options: string[]): Promise<Finding[]> {
  const { stdout, notes } = await operate('verify', '--business', name, '--json', ...options)
  if (stdout) return JSON.parse(stdout).findings
  expect(notes.at(-1)).toBe(`error: there is no business "${name}"`)
  return []
}

test('each code has a row', () => {
  expect(Object.keys(REPAIRS)).toEqual(Object.keys(FINDING_CODES))
})
