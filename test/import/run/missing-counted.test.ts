import { afterAll, beforeAll, expect, test } from 'vitest'
import { productsOf } from '../../operator/operate.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { inTurn } from '../../support/turns.ts'
import {
  type Death,
  importOf,
  type MortalTable,
  mortalTable,
  runOnce,
  type Starter,
  startImport,
} from './bench.ts'

let table: MortalTable
beforeAll(async () => {
  table = await mortalTable()
})
afterAll(() => table.close())

const LATER_MS = 306_000
const cups = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ external_id: `e${n}`, name: `Cup ${n}`, price: 1, category: 'Cups' }),
  ).join('\n')

/** Kills the import of a file without three of five products at a write, and lets the next run end it. */
async function killedAt(write: number, how: Death) {
  const business = await makeBusiness()
  const starter: Starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  await runOnce(starter, await startImport(starter, cups(5), { source: 'erp' }))
  const archiving = { source: 'erp', on_missing: 'archive', confirm_missing: true } as const
  const id = await startImport(starter, cups(2), archiving)
  table.liveUntil(write, how)
  const isDead = await runOnce(starter, id).then(
    () => false,
    () => true,
  )
  const writes = table.writes
  table.liveUntil()
  await runOnce(starter, id, { now: () => Date.now() + LATER_MS })
  // It lists what is not archived.
  const archived = 5 - (await productsOf(business)).length
  return { isDead, writes, archived, item: await importOf(starter, id) }
}

let whole: Awaited<ReturnType<typeof killedAt>>
beforeAll(async () => {
  whole = await killedAt(Number.POSITIVE_INFINITY, 'before')
})

test.each(['before', 'after', 'once'] as const)(
  'of a run that dies %s any write, each missing product is counted once',
  async (how) => {
    expect(whole.item.missing_changed).toBe(3)
    const writes = Array.from({ length: whole.writes }, (_, n) => n)
    for (const write of inTurn(writes, how.length)) {
      const { isDead, archived, item } = await killedAt(write, how)
      const where = `at write ${write}`
      expect([isDead, archived, item.missing_changed], where).toEqual([true, 3, 3])
      const said = { code: 'missing_changed', detail: '3 missing from the file: archived' }
      expect(item.notices, where).toContainEqual(said)
    }
  },
)
