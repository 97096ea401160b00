import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stockPage } from '../../../lib/api/http/lists/stock-list.ts'
import { freeingEnded, heldOf } from '../../../lib/data/holds/ended.ts'
import { isForgotten, readHold } from '../../../lib/data/holds/hold-item.ts'
import { commitHold, putHold } from '../../../lib/data/holds/holds.ts'
import { endHold, releaseHold } from '../../../lib/data/holds/release.ts'
import { AdjustmentRefused, adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { changeProduct, deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { putItem } from '../../../lib/data/table/calls/writer.ts'
import { beginDryRun } from '../../../lib/data/table/dry-run.ts'
import { duePartition, duePlace, holdKey, ownDuePartition } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import type { HeldLine } from '../../../lib/domain/stock/hold.ts'
import { recordedEvents } from '../../prove/recorded-events.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
const MINUTE = 60_000

let business: Business
let one: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  one = await makeStocked(5, { sku: 'ONE' })
})
afterEach(() => {
  vi.useRealTimers()
})

const makeStocked = async (quantity: number, more: object = {}) =>
  (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity, ...more })).id

const put = (items: HeldLine[], { reference = 'cart-1', expires_in = 600 } = {}) =>
  putHold(business.id, reference, { items, expires_in })
const left = async (id = one) =>
  [...(await readStock(business.id, id.slice(0, 36)))].map(([, l]) => l.quantity)
const sell = (variantId: string, pieces: number) =>
  freeingEnded(business.id, () =>
    adjustStock(business.id, {
      reason: 'sale',
      reference: null,
      changes: [{ index: 0, variantId, delta: -pieces }],
    }),
  )
const giveOptions = (id: string) =>
  changeProduct(business.id, id, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Size', values: ['S'] }],
      variants: [{ option_values: { Size: 'S' }, price: 1, sku: 'ONE', track_inventory: true }],
    }),
  )
const stored = (reference = 'cart-1') => storedItem(holdKey(business.id, reference))
const happened = async () =>
  (await recordedEvents(business.id))
    .filter(({ type }) => type.startsWith('inventory'))
    .map(({ type, data: { reason, reference, changes, payment, left } }) => ({
      type,
      ...(reason !== undefined && { reason }),
      reference,
      ...(Array.isArray(changes) && { moved: changes.map(({ delta, quantity }) => [delta, quantity]) }),
      ...(payment !== undefined && { payment }),
      ...(left !== undefined && { left }),
    }))

describe('pieces that are held', () => {
  test('are taken at once, by id or SKU, and lines of one variant are added up', async () => {
    const { hold, isNew } = await put([
      { sku: 'ONE', quantity: 1 },
      { variant_id: one, quantity: 2 },
    ])
    expect(isNew).toBe(true)
    expect(hold).toEqual({
      reference: 'cart-1',
      status: 'held',
      items: [{ variant_id: one, product_id: one, sku: 'ONE', quantity: 3, is_held: true }],
      expires_at: '2026-03-01T10:10:00.000Z',
      payment: null,
      created_at: expect.stringMatching(/^2026-03-01T10:00:00/),
      updated_at: hold.created_at,
      version: 1,
    })
    expect(await left()).toEqual([2])
    expect(await happened()).toEqual([
      { type: 'inventory.adjusted', reason: 'held', reference: 'cart-1', moved: [[-3, 2]] },
    ])
  })

  test('are found by their end, and by their variant, while they are held', async () => {
    await put([{ variant_id: one, quantity: 3 }])
    const end = (NOW + 10 * MINUTE).toString(16).padStart(12, '0')
    expect(await stored()).toMatchObject({
      store: expect.stringMatching(/^DUE#[0-3]$/),
      shelf: ownDuePartition(business.id),
      by_created: `${end}#${business.id}#HOLD#cart-1`,
      facets: { [one]: 3 },
    })
    expect(await stored()).not.toHaveProperty('ttl')
    expect(await heldOf(business.id)).toEqual(new Map([[one, 3]]))
    await releaseHold(business.id, 'cart-1')
    for (const name of ['store', 'shelf', 'by_created', 'facets'])
      expect(await stored()).not.toHaveProperty(name)
    expect(await stored()).toMatchObject({ ttl: NOW / 1000 + 30 * 86_400 })
    expect(await heldOf(business.id)).toEqual(new Map())
  })

  test('are all there or none of them is, and the refusal says what is left and what the hold has', async () => {
    const two = await makeStocked(1)
    await put([{ variant_id: one, quantity: 2 }])
    const more = put([
      { variant_id: two, quantity: 1 },
      { variant_id: one, quantity: 6 },
    ])
    await expect(more).rejects.toMatchObject({
      faults: [{ index: 1, code: 'insufficient_stock', variantId: one, quantity: 3, held: 2 }],
    })
    expect([await left(), await left(two)]).toEqual([[3], [1]])
  })

  test('of what is not tracked are not held, and of what is unknown refused', async () => {
    const free = await makeStocked(0, { track_inventory: false, quantity: undefined, sku: 'FREE' })
    const { hold } = await put([
      { sku: 'FREE', quantity: 4 },
      { variant_id: one, quantity: 1 },
    ])
    expect(hold.items.map(({ variant_id, is_held }) => [variant_id, is_held])).toEqual([
      [free, false],
      [one, true],
    ])
    const unknown = put([
      { variant_id: one, quantity: 1 },
      { sku: 'NO', quantity: 1 },
      { variant_id: `${one}-7`, quantity: 1 },
    ])
    await expect(unknown).rejects.toMatchObject({ reason: 'unknown_variant', lines: [1, 2] })
    expect(await left()).toEqual([4])
  })

  test('with backorder are held below zero', async () => {
    const late = await makeStocked(1, { allow_backorder: true })
    await put([{ variant_id: late, quantity: 3 }])
    expect(await left(late)).toEqual([-2])
    await releaseHold(business.id, 'cart-1')
    expect(await left(late)).toEqual([1])
  })
})

describe('another PUT of a reference', () => {
  test('moves only what differs', async () => {
    const two = await makeStocked(5)
    const three = await makeStocked(5)
    const first = await put([
      { variant_id: one, quantity: 2 },
      { variant_id: two, quantity: 2 },
    ])
    const { hold, isNew } = await put([
      { variant_id: three, quantity: 1 },
      { variant_id: one, quantity: 2 },
      { variant_id: two, quantity: 1 },
    ])
    expect(isNew).toBe(false)
    expect(hold).toMatchObject({ version: 2, created_at: first.hold.created_at })
    expect([await left(one), await left(two), await left(three)]).toEqual([[3], [4], [4]])
    expect((await happened()).at(-1)).toMatchObject({
      reason: 'held',
      moved: [
        [-1, 4],
        [1, 4],
      ],
    })
  })

  test('with the same lines changes its end alone, without an event', async () => {
    const first = await put([{ variant_id: one, quantity: 2 }])
    vi.setSystemTime(NOW + MINUTE)
    const { hold } = await put([{ variant_id: one, quantity: 2 }], { expires_in: 1200 })
    expect(hold).toMatchObject({ version: 1, expires_at: '2026-03-01T10:21:00.000Z' })
    expect(hold.created_at).toBe(first.hold.created_at)
    expect([await left(), (await happened()).length]).toEqual([[3], 1])
  })

  test('after a release takes the pieces again', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await releaseHold(business.id, 'cart-1')
    const { hold } = await put([{ variant_id: one, quantity: 2 }])
    expect(hold).toMatchObject({ status: 'held', version: 1 })
    expect(await left()).toEqual([3])
    expect(await stored()).not.toHaveProperty('ttl')
  })

  test('of more than 24 products, with those before, is refused', async () => {
    const make = () => Promise.all(Array.from({ length: 24 }, () => makeStocked(1)))
    const lines = async () => (await make()).map((variant_id) => ({ variant_id, quantity: 1 }))
    await put(await lines())
    await expect(put([{ variant_id: one, quantity: 1 }])).rejects.toMatchObject({
      reason: 'too_many_changes',
    })
    expect(await left()).toEqual([5])
  })

  test('of 24 products in place of none, which all sell out, is one transaction', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => makeStocked(1)))
    await put(ids.map((variant_id) => ({ variant_id, quantity: 1 })))
    expect(await Promise.all(ids.map((id) => left(id)))).toEqual(ids.map(() => [0]))
  })
})

describe('a commit', () => {
  test('is a sale: no quantity moves, and the same payment again is the same response', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    const sold = await commitHold(business.id, 'cart-1', 'pi_1')
    expect(sold).toMatchObject({ status: 'committed', payment: 'pi_1', version: 1 })
    expect(await commitHold(business.id, 'cart-1', 'pi_1')).toEqual(sold)
    expect(await left()).toEqual([3])
    expect(await happened()).toMatchObject([
      { reason: 'held' },
      { type: 'inventory.committed', reference: 'cart-1', payment: 'pi_1' },
    ])
    expect(await stored()).toMatchObject({ ttl: expect.any(Number) })
  })

  test('of another payment is refused with the first, and so are a PUT and a release', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await commitHold(business.id, 'cart-1', 'pi_1')
    const refused = { reason: 'hold_committed', payment: 'pi_1' }
    await expect(commitHold(business.id, 'cart-1', 'pi_2')).rejects.toMatchObject(refused)
    await expect(put([{ variant_id: one, quantity: 1 }])).rejects.toMatchObject(refused)
    await expect(releaseHold(business.id, 'cart-1')).rejects.toMatchObject(refused)
    expect(await endHold(business.id, 'HOLD#cart-1', NOW + 11 * MINUTE)).toBe(false)
    expect(await left()).toEqual([3])
  })

  test('of a hold that is over takes its pieces again, or none of them', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await releaseHold(business.id, 'cart-1')
    expect(await commitHold(business.id, 'cart-1', 'pi_1')).toMatchObject({ items: [{ is_held: true }] })
    expect(await left()).toEqual([3])
    const [again, committed] = (await recordedEvents(business.id)).slice(-2)
    expect([again?.data.reason, committed?.type]).toEqual(['held', 'inventory.committed'])

    await put([{ variant_id: one, quantity: 2 }], { reference: 'cart-2' })
    await releaseHold(business.id, 'cart-2')
    await sell(one, 2)
    await expect(commitHold(business.id, 'cart-2', 'pi_2')).rejects.toMatchObject({
      faults: [{ index: 0, code: 'insufficient_stock', quantity: 1, held: 0 }],
    })
    expect(await left()).toEqual([1])
  })

  test('of a hold that has ended and was not released finds its pieces', async () => {
    await put([{ variant_id: one, quantity: 5 }])
    vi.setSystemTime(NOW + 11 * MINUTE)
    expect(await commitHold(business.id, 'cart-1', 'pi_1')).toMatchObject({ status: 'committed' })
    expect(await left()).toEqual([0])
  })

  test('of a hold that is over follows the SKU where options came', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await releaseHold(business.id, 'cart-1')
    await giveOptions(one)
    const { items } = await commitHold(business.id, 'cart-1', 'pi_1')
    expect(items).toMatchObject([{ variant_id: `${one}-1`, sku: 'ONE', quantity: 2, is_held: true }])
    expect(await left()).toEqual([3])
  })

  test('of nothing is refused; of a variant that is gone it is if its pieces are not there', async () => {
    await expect(commitHold(business.id, 'cart-1', 'pi_1')).rejects.toMatchObject({
      reason: 'hold_not_found',
    })
    const gone = await makeStocked(5)
    for (const reference of ['cart-1', 'cart-2'])
      await put([{ variant_id: gone, quantity: 1 }], { reference })
    await releaseHold(business.id, 'cart-2')
    await deleteProduct(business.id, gone)
    expect(await commitHold(business.id, 'cart-1', 'pi_1')).toMatchObject({ status: 'committed' })
    await expect(commitHold(business.id, 'cart-2', 'pi_2')).rejects.toMatchObject({
      faults: [{ index: 0, code: 'insufficient_stock', quantity: 0 }],
    })
  })
})

describe('a release', () => {
  test('gives back what was taken, once', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await releaseHold(business.id, 'cart-1')
    await releaseHold(business.id, 'cart-1')
    await expect(releaseHold(business.id, 'cart-9')).rejects.toMatchObject({ reason: 'hold_not_found' })
    expect([await left(), (await happened()).at(-1)]).toEqual([
      [5],
      { type: 'inventory.adjusted', reason: 'released', reference: 'cart-1', moved: [[2, 5]] },
    ])
  })

  test('at the end looks at the end once more', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    const end = (minutes: number) => endHold(business.id, 'HOLD#cart-1', NOW + minutes * MINUTE)
    expect([await end(9), await left()]).toEqual([false, [3]])
    expect([await end(10), await left()]).toEqual([true, [5]])
    expect(await endHold(business.id, 'HOLD#cart-9', NOW)).toBe(false)
  })

  test('of more than eight products comes in portions', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => makeStocked(1)))
    await put(ids.map((variant_id) => ({ variant_id, quantity: 1 })))
    await releaseHold(business.id, 'cart-1')
    expect(await Promise.all(ids.map((id) => left(id)))).toEqual(ids.map(() => [1]))
    const portions = (await happened()).filter(({ reason }) => reason === 'released')
    expect(portions.map(({ moved }) => moved?.length)).toEqual([8, 8, 4])
  })

  test('follows the SKU where options came, and leaves out what is not tracked any more', async () => {
    const two = await makeStocked(5)
    await put([
      { variant_id: one, quantity: 2 },
      { variant_id: two, quantity: 1 },
    ])
    await changeProduct(business.id, one, (whole) =>
      replaceVariants(whole, {
        options: [{ name: 'Size', values: ['S', 'M'] }],
        variants: [
          { option_values: { Size: 'M' }, price: 1, sku: 'OTHER', track_inventory: true, quantity: 7 },
          { option_values: { Size: 'S' }, price: 1, sku: 'ONE', track_inventory: true },
        ],
      }),
    )
    await updateProduct(business.id, two, (product) => ({ ...product, track_inventory: false }))
    const before = await readStock(business.id, one)
    await releaseHold(business.id, 'cart-1')
    const after = await readStock(business.id, one)
    const bySku = (stock: typeof after) => Object.fromEntries([...stock].map(([, l]) => [l.sku, l.quantity]))
    expect(bySku(after)).toEqual({ ...bySku(before), ONE: (bySku(before).ONE ?? 0) + 2 })
    expect((await happened()).at(-1)).toMatchObject({ reason: 'released', left: [two] })
  })

  test('of nothing that can be given back is an event too', async () => {
    await put([{ variant_id: one, quantity: 2 }])
    await updateProduct(business.id, one, (product) => ({ ...product, track_inventory: false }))
    await releaseHold(business.id, 'cart-1')
    expect((await happened()).at(-1)).toMatchObject({ reason: 'released', moved: [], left: [one] })
  })
})

describe('an ended hold', () => {
  const endLater = () => vi.setSystemTime(NOW + 11 * MINUTE)

  test('refuses no sale, no other hold and no commit', async () => {
    await put([{ variant_id: one, quantity: 5 }], { reference: 'left-1' })
    endLater()
    await sell(one, 1)
    expect(await left()).toEqual([4])
    await put([{ variant_id: one, quantity: 4 }], { reference: 'left-2', expires_in: 60 })
    vi.setSystemTime(NOW + 13 * MINUTE)
    await put([{ variant_id: one, quantity: 4 }], { reference: 'left-3', expires_in: 60 })
    await releaseHold(business.id, 'left-3')
    await put([{ variant_id: one, quantity: 4 }], { reference: 'left-4', expires_in: 60 })
    vi.setSystemTime(NOW + 15 * MINUTE)
    await commitHold(business.id, 'left-3', 'pi_1')
    expect(await readHold(business.id, 'left-4')).toMatchObject({ status: 'released' })
    expect(await left()).toEqual([0])
  })

  test('is released by a dry run of a sale too, which sells nothing', async () => {
    await put([{ variant_id: one, quantity: 5 }])
    endLater()
    const { happenings } = await beginDryRun()(() => sell(one, 2))
    expect(happenings).toMatchObject([
      { type: 'inventory.adjusted', data: { reason: 'sale', changes: [{ delta: -2, quantity: 3 }] } },
    ])
    expect([await left(), (await readHold(business.id, 'cart-1'))?.status]).toEqual([[5], 'released'])
  })

  test('is released in the name of the system, and one that has not ended stays', async () => {
    await put([{ variant_id: one, quantity: 2 }], { reference: 'ended' })
    await put([{ variant_id: one, quantity: 3 }], { reference: 'holds', expires_in: 6000 })
    endLater()
    await expect(sell(one, 3)).rejects.toBeInstanceOf(AdjustmentRefused)
    expect(await readHold(business.id, 'holds')).toMatchObject({ status: 'held' })
    expect(await left()).toEqual([2])
  })

  test('that cannot be released leaves a refusal as it is, and the others are released', async () => {
    await put([{ variant_id: one, quantity: 2 }], { reference: 'broken' })
    await put([{ variant_id: one, quantity: 3 }], { reference: 'ended', expires_in: 660 })
    await corruptItem(holdKey(business.id, 'broken'), { items: 7 })
    vi.setSystemTime(NOW + 12 * MINUTE)
    await sell(one, 2)
    await expect(sell(one, 2)).rejects.toMatchObject({ faults: [{ quantity: 1 }] })
  })

  test('stays as it is when its own PUT is refused', async () => {
    await put([{ variant_id: one, quantity: 5 }])
    endLater()
    await expect(put([{ variant_id: one, quantity: 6 }])).rejects.toMatchObject({
      faults: [{ quantity: 0, held: 5 }],
    })
    expect([await left(), (await readHold(business.id, 'cart-1'))?.status]).toEqual([[0], 'held'])
  })

  test('refuses no basket that needs the pieces of many', async () => {
    const many = await makeStocked(30)
    for (let n = 0; n < 30; n++)
      await put([{ variant_id: many, quantity: 1 }], { reference: `ended-${n}`, expires_in: 60 })
    endLater()
    await put([{ variant_id: many, quantity: 25 }])
    const held = (await heldOf(business.id))?.get(many)
    expect(held).toBeGreaterThanOrEqual(25)
    expect((await left(many))[0]).toBe(30 - Number(held))
  })

  test('refuses no buyer of the variant that its SKU has gone to', async () => {
    await put([{ variant_id: one, quantity: 5 }], { reference: 'ended' })
    await giveOptions(one)
    endLater()
    await sell(`${one}-1`, 2)
    expect(await left()).toEqual([3])
  })

  test.each([
    { name: 'stops after five seconds', seconds: [2, 2, 2], tries: 3, released: 2 },
    { name: 'is tried once, however long the first try took', seconds: [6, 3], tries: 2, released: 1 },
  ])('whose release is not enough $name', async ({ seconds, tries, released }) => {
    for (let n = 0; n < 5; n++)
      await put([{ variant_id: one, quantity: 1 }], { reference: `ended-${n}`, expires_in: 60 })
    endLater()
    let count = 0
    const sale = freeingEnded(business.id, () => {
      vi.setSystemTime(Date.now() + (seconds[count++] ?? 0) * 1000)
      const changes = [{ index: 0, variantId: one, delta: -5 }]
      return adjustStock(business.id, { reason: 'sale', reference: null, changes })
    })
    await expect(sale).rejects.toBeInstanceOf(TableUnavailable)
    expect([count, await left()]).toEqual([tries, [released]])
  })

  test('is released whatever its reference', async () => {
    await put([{ variant_id: one, quantity: 5 }], { reference: 'undefined' })
    endLater()
    await sell(one, 5)
  })

  test('keeps what it has when its own commit is refused', async () => {
    const { id } = await makeProduct(business, { category_id: 'tea' })
    const sized = (isCounted: boolean) =>
      ['S', 'M'].map((Size, n) => ({
        option_values: { Size },
        price: 1,
        track_inventory: n === 0 || isCounted,
        ...(n === 0 && !isCounted && { quantity: 5 }),
      }))
    const withSizes = (isCounted: boolean) =>
      changeProduct(business.id, id, (whole) =>
        replaceVariants(whole, {
          options: [{ name: 'Size', values: ['S', 'M'] }],
          variants: sized(isCounted),
        }),
      )
    await withSizes(false)
    await put([1, 2].map((n) => ({ variant_id: `${id}-${n}`, quantity: 1 })))
    await withSizes(true)
    endLater()
    await expect(commitHold(business.id, 'cart-1', 'pi_1')).rejects.toMatchObject({
      faults: [{ variantId: `${id}-2`, quantity: 0 }],
    })
    expect([await left(id), (await readHold(business.id, 'cart-1'))?.status]).toEqual([[4, 0], 'held'])
  })

  test('that others release meanwhile refuses nobody who has released one', async () => {
    for (const reference of ['ended-1', 'ended-2'])
      await put([{ variant_id: one, quantity: 2 }], { reference, expires_in: 60 })
    await sell(one, 1)
    endLater()
    let tries = 0
    const buy = async () => {
      const changes = [{ index: 0, variantId: one, delta: -4 }]
      try {
        return await adjustStock(business.id, { reason: 'sale', reference: null, changes })
      } catch (error) {
        if (++tries === 2) for (const n of [1, 2]) await releaseHold(business.id, `ended-${n}`)
        throw error
      }
    }
    await freeingEnded(business.id, buy)
    expect([tries, await left()]).toEqual([2, [0]])
  })

  test('is found behind many ended holds of others', async () => {
    const many = await makeStocked(1000)
    for (let n = 0; n < 40; n++)
      await put([{ variant_id: many, quantity: 1 }], { reference: `other-${n}`, expires_in: 60 })
    await put([{ variant_id: one, quantity: 5 }], { reference: 'ended' })
    endLater()
    await sell(one, 5)
    expect(await readHold(business.id, 'other-0')).toMatchObject({ status: 'held' })
  })
})

test('what is held is added up to 4 MB of holds, and a list says nothing of more', async () => {
  await put([{ variant_id: one, quantity: 2 }])
  const facets = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}-`.padEnd(2_000, 'x'), 1]))
  const plant = async (n: number) => {
    const key = holdKey(business.id, `large-${n}`)
    const { own: shelf, sort: by_created } = duePlace(business.id, key, NOW + n)
    await putItem({ ...key, type: 'hold', shelf, by_created, facets })
  }
  const listed = async () =>
    (await stockPage(business.id, {}, { limit: 20 })).items.map((row) => JSON.parse(row).held)
  for (let n = 0; n < 10; n++) await plant(n)
  expect([(await heldOf(business.id))?.get(one), await listed()]).toEqual([2, [2]])
  // Of items of 300 KB a page of 1 MB has three or four, as the engine counts.
  for (let n = 10; n < 18; n++) await plant(n)
  expect([await heldOf(business.id), await listed()]).toEqual([undefined, [null]])
})

test('a reference is new again 30 days after its hold is over', async () => {
  const first = await put([{ variant_id: one, quantity: 2 }])
  await commitHold(business.id, 'cart-1', 'pi_1')
  vi.setSystemTime(NOW + 31 * 24 * 60 * MINUTE)
  expect(await readHold(business.id, 'cart-1')).toBeUndefined()
  const { hold, isNew } = await put([{ variant_id: one, quantity: 1 }])
  expect([isNew, hold.version, hold.status]).toEqual([true, 1, 'held'])
  expect(hold.created_at > first.hold.created_at).toBe(true)
  expect(isForgotten({}, NOW)).toBe(false)
})

test('members that only a newer version knows stay, of a hold and of its lines', async () => {
  await put([{ variant_id: one, quantity: 2 }])
  const newer = { gift: 'yes' }
  const [line] = (await stored()).items as object[]
  await corruptItem(holdKey(business.id, 'cart-1'), { ...newer, items: [{ ...line, ...newer }] })
  await releaseHold(business.id, 'cart-1')
  expect(await stored()).toMatchObject({ ...newer, items: [newer] })
  const sold = await commitHold(business.id, 'cart-1', 'pi_1')
  expect(await stored()).toMatchObject({ ...newer, items: [newer] })
  expect(JSON.stringify([sold, (await recordedEvents(business.id)).at(-1)?.data])).not.toContain('gift')
})

test('the shards of the clock are the four of its partitions', () => {
  expect([0, 1, 2, 3].map(duePartition)).toEqual(['DUE#0', 'DUE#1', 'DUE#2', 'DUE#3'])
})
