import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listImports } from '../../../lib/data/imports/imports.ts'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { stockMarkKey } from '../../../lib/data/table/keys.ts'
import { readItems } from '../../../lib/data/table/patient-reads.ts'
import { PRODUCT_FIELDS } from '../../../lib/domain/products/fields.ts'
import { productsOf } from '../../operator/operate.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../../support/shop.ts'
import { inTurn } from '../../support/turns.ts'
import {
  type Death,
  faultsOf,
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

/** As many sizes as need two portions. */
const SIZES = Array.from({ length: 25 }, (_, n) => `S${n}`)

const shirt = {
  external_id: 'new-shirt',
  name: 'Shirt',
  category: 'Clothes',
  options: [{ name: 'Size', values: SIZES }],
  variants: SIZES.map((size, n) => ({ option_values: { Size: size }, price: 100 + n, quantity: 10 + n })),
}

/** The quantities that the file wants, by name. */
const WANTED: Record<string, number> = { Fewer: 5, Equal: 7, Begins: 9, Created: 4, Shared: 3 }

const ROWS: object[] = [
  { external_id: 'fewer', quantity: WANTED.Fewer, price: 2000 },
  { external_id: 'equal', quantity: WANTED.Equal },
  { external_id: 'begins', quantity: WANTED.Begins },
  { external_id: 'created', name: 'Created', price: 300, category: 'Cups', quantity: WANTED.Created },
  shirt,
  { external_id: 'refused', name: 'Refused', category: 'Cups', price: -1 },
  { external_id: 'shared', quantity: WANTED.Shared },
  { external_id: 'left', name: 'Left', price: 500, category: 'Cups' },
  // The product of the row before the last one, by another name.
  { sku: 'SHARED', price: 999 },
]
const FILE = ROWS.map((row) => JSON.stringify(row)).join('\n')

/** A business with products that the file changes. */
async function makeStarter(): Promise<Starter> {
  const business = await makeBusiness()
  const { id: category_id } = await makeCategory(business, { id: 'cups', name: 'Cups' })
  const { apiKey } = await makeKey(business)
  const tracked = { category_id, track_inventory: true }
  await makeProduct(business, { ...tracked, external_id: 'fewer', name: 'Fewer', quantity: 50 })
  await makeProduct(business, { ...tracked, external_id: 'equal', name: 'Equal', quantity: 7 })
  await makeProduct(business, { category_id, external_id: 'begins', name: 'Begins' })
  await makeProduct(business, {
    ...tracked,
    external_id: 'shared',
    name: 'Shared',
    sku: 'SHARED',
    quantity: 30,
  })
  return { business, apiKeyId: apiKey.id }
}

/** How much there is of each variant, by the name of its product and its place. */
async function stockOf({ business }: Starter): Promise<Map<string, { variantId: string; quantity: number }>> {
  const products = await productsOf(business)
  const levels = await Promise.all(
    products.map(async ({ id: productId, name }) => {
      const id = String(productId)
      return [...(await readStock(business.id, id))].map(([variantId, { quantity }]) => {
        const place = variantId === id ? '' : variantId.slice(id.length)
        return [`${name}${place}`, { variantId, quantity }] as const
      })
    }),
  )
  return new Map(levels.flat())
}

/** As many changes as one commit holds, or fewer. */
const CHANGES = 20

/** Sells one of everything that there is. */
async function sellOneOfEach(starter: Starter): Promise<void> {
  const all = [...(await stockOf(starter)).values()]
  for (let start = 0; start < all.length; start += CHANGES) {
    const changes = all.slice(start, start + CHANGES).map(({ variantId }, index) => {
      const [productId = ''] = /^[0-9a-f-]{36}/.exec(variantId) ?? []
      return { index, variantId, productId, delta: -1 }
    })
    await adjustStock(starter.business.id, { reason: 'sale', reference: null, changes })
  }
}

/** The fields of products that two businesses have in common. */
const LASTING = PRODUCT_FIELDS.filter(
  (field) => !['id', 'created_at', 'updated_at', 'version'].includes(field),
)

/** The products without ids, times and versions. */
async function catalogueOf({ business }: Starter) {
  const products = await productsOf(business)
  return products
    .map((product) => Object.fromEntries(LASTING.map((field) => [field, product[field]])))
    .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
}

const LATER_MS = 306_000

/** Kills the first run at a write, sells one of each, and lets the message come again until the import is over. */
async function killedAt(write: number, how: Death) {
  const starter = await makeStarter()
  const id = await startImport(starter, FILE, { stock: 'set' })
  table.liveUntil(write, how)
  const isDead = await runOnce(starter, id).then(
    () => false,
    () => true,
  )
  const writes = table.writes
  table.liveUntil()
  const before = await stockOf(starter)
  await sellOneOfEach(starter)
  const isMarked = (await readItems([stockMarkKey(starter.business.id, id, 2, '0')])).size > 0
  await runOnce(starter, id, { now: () => Date.now() + LATER_MS })
  // A message that comes twice finds nothing to do.
  expect(await runOnce(starter, id, { now: () => Date.now() + 2 * LATER_MS })).toEqual({
    status: 'not_taken',
  })
  return { starter, id, isDead, writes, before, isMarked }
}

let whole: Awaited<ReturnType<typeof killedAt>>
beforeAll(async () => {
  whole = await killedAt(Number.POSITIVE_INFINITY, 'before')
})

test('the file has rows of every kind', async () => {
  const { progress, status } = await importOf(whole.starter, whole.id)
  expect({ status, progress }).toEqual({
    status: 'partly_succeeded',
    progress: {
      products: 9,
      products_total: 9,
      created: 3,
      updated: 3,
      unchanged: 1,
      refused: 2,
      left_out: 0,
    },
  })
  expect((await faultsOf(whole.starter, whole.id)).map(({ row }) => row)).toEqual([6, 9])
  expect(whole.isDead).toBe(false)
  expect(whole.writes).toBeGreaterThan(15)
})

/** Quantities that the file wants, by the names of `stockOf`. */
const wantedOf = (name: string) => {
  const [, variant] = /^Shirt-(\d+)$/.exec(name) ?? []
  return variant === undefined ? WANTED[name] : 9 + Number(variant)
}

describe.each([
  ['dies before a write', 'before'],
  ['dies after a write', 'after'],
  ['fails at a write', 'once'],
] as const)('a run that %s', (_, how) => {
  test('ends as one that does not, and what was sold meanwhile stays sold', async () => {
    const catalogue = await catalogueOf(whole.starter)
    const faults = await faultsOf(whole.starter, whole.id)
    const writes = Array.from({ length: whole.writes }, (_, n) => n)
    for (const write of inTurn(writes, how.length)) {
      const killed = await killedAt(write, how)
      const { starter, id, before, isMarked } = killed
      const where = `at write ${write}`
      // Checkpoints of products that are finished together are one write less: then there is no such write.
      if (!killed.isDead && killed.writes <= write) continue
      expect(killed.isDead, where).toBe(true)
      expect(await catalogueOf(starter), where).toEqual(catalogue)
      expect(await faultsOf(starter, id), where).toEqual(faults)
      const { status, progress } = await importOf(starter, id)
      expect(status, where).toBe('partly_succeeded')
      expect(progress, where).toMatchObject({ products: 9, refused: 2 })
      expect(
        (await listImports(starter.business.id, { after: undefined, limit: 5 })).items,
        where,
      ).toHaveLength(1)
      for (const [name, { quantity }] of await stockOf(starter)) {
        const wanted = Number(wantedOf(name))
        // A quantity that was equal from the beginning shows only by its mark that the run had come to it.
        const wasSet = name === 'Equal' ? isMarked : before.get(name)?.quantity === wanted
        expect(quantity, `${name} ${where}`).toBe(wasSet ? wanted - 1 : wanted)
      }
    }
  })
})
